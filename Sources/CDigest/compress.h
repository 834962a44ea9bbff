#ifndef CDIGEST_COMPRESS_H
#define CDIGEST_COMPRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The round constants: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
extern const uint32_t cdigest_sha256_constants[64];

/// Folds `count` blocks of 64 bytes into the eight words.
void cdigest_sha256_compress_portable(uint32_t words[8], const uint8_t *blocks, size_t count);

/// The same through the processor's instructions. Call only when `cdigest_sha256_has_instructions()`.
void cdigest_sha256_compress_instructions(uint32_t words[8], const uint8_t *blocks, size_t count);

/// True when this program was built with, and runs on a processor with, SHA-256 instructions.
bool cdigest_sha256_has_instructions(void);

#endif
