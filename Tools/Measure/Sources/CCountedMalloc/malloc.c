#include "CountedMalloc.h"

// Which says whose C library this is.
#include <stdlib.h>

// The program is single-threaded where it counts.
static struct counted_malloc count;

struct counted_malloc counted_malloc_now(void) { return count; }

#ifdef __GLIBC__
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

void *malloc(size_t size) {
  count.calls++;
  count.bytes += size;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count.calls++;
  count.bytes += number * size;
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count.calls++;
  count.bytes += size;
  return __libc_realloc(memory, size);
}
#endif
