// libsodium's own functions, called as its documentation shows: the reference of the benchmark.
#include <sodium.h>
