// The system's libsodium (1.0.18 or later), imported by SealCrypto/Backend/Sodium*.swift and nowhere else.
#include <sodium.h>
