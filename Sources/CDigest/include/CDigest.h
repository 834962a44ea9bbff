#ifndef CDIGEST_H
#define CDIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// SHA-256 (FIPS 180-4). C because Swift has no way to the processor's SHA instructions; a plain
// Swift version reaches a tenth of their speed.

/// A hash in the making. Set up by `cdigest_sha256_begin`; its members are nobody else's business.
typedef struct {
  uint32_t words[8];
  uint64_t length;      // bytes taken so far
  uint8_t block[64];    // the last, still unfinished block: length % 64 bytes are in use
  bool portable;
} cdigest_sha256_state;

/// Starts a hash. `portable` leaves the processor's SHA instructions unused, so that tests can
/// hold both paths to the same vectors.
void cdigest_sha256_begin(cdigest_sha256_state *state, bool portable);

/// Takes `count` more bytes. `bytes` may be null when `count` is 0.
void cdigest_sha256_update(cdigest_sha256_state *state, const void *bytes, size_t count);

/// Ends the hash and writes its 32 bytes. The state must be begun again before it is used again.
void cdigest_sha256_end(cdigest_sha256_state *state, uint8_t digest[32]);

#endif
