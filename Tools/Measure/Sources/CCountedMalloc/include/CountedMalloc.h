#pragma once
// Counts what the process asks of malloc. glibc only: its functions are reached under their other names.
struct counted_malloc {
  unsigned long long calls;
  unsigned long long bytes;
};
struct counted_malloc counted_malloc_now(void);
