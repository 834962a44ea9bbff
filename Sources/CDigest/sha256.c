#include "CDigest.h"
#include "compress.h"

#include <stdatomic.h>
#include <string.h>

// On a virtual machine the question traps into its host, which takes as long as folding dozens of blocks in plain C:
// a program that hashes one fact and ends does better never to ask.
static const size_t blocks_before_asking = 64;

static bool is_worth_asking(size_t count) {
  // Two threads that count at once may lose some blocks, and ask a little later.
  static _Atomic size_t folded;
  size_t before = atomic_load_explicit(&folded, memory_order_relaxed);
  if (before >= blocks_before_asking) return true;
  size_t after = count < blocks_before_asking ? before + count : blocks_before_asking;
  atomic_store_explicit(&folded, after, memory_order_relaxed);
  return after >= blocks_before_asking;
}

static void compress(cdigest_sha256_state *state, const uint8_t *blocks, size_t count) {
  if (!state->portable && is_worth_asking(count) && cdigest_sha256_has_instructions()) {
    cdigest_sha256_compress_instructions(state->words, blocks, count);
  } else {
    cdigest_sha256_compress_portable(state->words, blocks, count);
  }
}

void cdigest_sha256_begin(cdigest_sha256_state *state, bool portable) {
  static const uint32_t start[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  };
  memcpy(state->words, start, sizeof start);
  state->length = 0;
  state->portable = portable;
}

void cdigest_sha256_update(cdigest_sha256_state *state, const void *bytes, size_t count) {
  if (count == 0) return;
  const uint8_t *next = bytes;
  size_t used = (size_t)(state->length % 64);
  state->length += count;
  if (used > 0) {
    size_t room = 64 - used;
    size_t taken = count < room ? count : room;
    memcpy(state->block + used, next, taken);
    next += taken;
    count -= taken;
    if (used + taken < 64) return;
    compress(state, state->block, 1);
  }
  if (count >= 64) {
    compress(state, next, count / 64);
    next += count / 64 * 64;
    count %= 64;
  }
  if (count > 0) memcpy(state->block, next, count);
}

void cdigest_sha256_end(cdigest_sha256_state *state, uint8_t digest[32]) {
  size_t used = (size_t)(state->length % 64);
  uint64_t bits = state->length * 8;
  state->block[used++] = 0x80;
  if (used > 56) {
    memset(state->block + used, 0, 64 - used);
    compress(state, state->block, 1);
    used = 0;
  }
  memset(state->block + used, 0, 56 - used);
  for (int i = 0; i < 8; i++) state->block[56 + i] = (uint8_t)(bits >> (56 - 8 * i));
  compress(state, state->block, 1);
  for (int i = 0; i < 32; i++) digest[i] = (uint8_t)(state->words[i / 4] >> (24 - 8 * (i % 4)));
}
