#include "compress.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>
#include <stdatomic.h>

// Any x86_64 may run this program, so the instructions are compiled for this one function and
// the processor is asked at run time.

static bool ask_processor(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return false;
  bool ssse3 = c & (1u << 9), sse41 = c & (1u << 19);
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return false;
  bool sha = b & (1u << 29);
  return ssse3 && sse41 && sha;
}

bool cdigest_sha256_has_instructions(void) {
  // 0 not asked yet, 1 no, 2 yes. Two threads that ask at once write the same answer.
  static _Atomic int answer;
  int known = atomic_load_explicit(&answer, memory_order_relaxed);
  if (known == 0) {
    known = ask_processor() ? 2 : 1;
    atomic_store_explicit(&answer, known, memory_order_relaxed);
  }
  return known == 2;
}

__attribute__((target("sha,sse4.1,ssse3")))
void cdigest_sha256_compress_instructions(uint32_t words[8], const uint8_t *blocks, size_t count) {
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  // The instructions want the words as (a b e f) and (c d g h), highest lane first.
  __m128i low = _mm_loadu_si128((const __m128i *)words);
  __m128i high = _mm_loadu_si128((const __m128i *)(words + 4));
  low = _mm_shuffle_epi32(low, 0xb1);
  high = _mm_shuffle_epi32(high, 0x1b);
  __m128i abef = _mm_alignr_epi8(low, high, 8);
  __m128i cdgh = _mm_blend_epi16(high, low, 0xf0);

  for (; count > 0; count--, blocks += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i m[4];
    for (int i = 0; i < 4; i++) {
      m[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(blocks + 16 * i)), swap);
    }
    // Sixteen times four rounds; m[i % 4] holds the four schedule words in turn.
    #pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      __m128i constants = _mm_loadu_si128((const __m128i *)(cdigest_sha256_constants + 4 * i));
      __m128i rounds = _mm_add_epi32(m[i % 4], constants);
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, rounds);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(rounds, 0x0e));
      if (i < 12) {
        __m128i m1 = m[(i + 1) % 4], m2 = m[(i + 2) % 4], m3 = m[(i + 3) % 4];
        __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(m[i % 4], m1), _mm_alignr_epi8(m3, m2, 4));
        m[i % 4] = _mm_sha256msg2_epu32(sum, m3);
      }
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }

  __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
  __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128((__m128i *)words, _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128((__m128i *)(words + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#elif defined(__aarch64__) && (defined(__ARM_FEATURE_SHA2) || defined(__ARM_FEATURE_CRYPTO))

#include <arm_neon.h>

// The compiler was told that every processor this build is for has them (all of Apple's do).
bool cdigest_sha256_has_instructions(void) { return true; }

void cdigest_sha256_compress_instructions(uint32_t words[8], const uint8_t *blocks, size_t count) {
  uint32x4_t abcd = vld1q_u32(words);
  uint32x4_t efgh = vld1q_u32(words + 4);
  for (; count > 0; count--, blocks += 64) {
    const uint32x4_t abcd_before = abcd, efgh_before = efgh;
    uint32x4_t m[4];
    for (int i = 0; i < 4; i++) {
      m[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(blocks + 16 * i)));
    }
    // Sixteen times four rounds; m[i % 4] holds the four schedule words in turn.
    #pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      uint32x4_t rounds = vaddq_u32(m[i % 4], vld1q_u32(cdigest_sha256_constants + 4 * i));
      uint32x4_t abcd_now = abcd;
      abcd = vsha256hq_u32(abcd, efgh, rounds);
      efgh = vsha256h2q_u32(efgh, abcd_now, rounds);
      if (i < 12) {
        uint32x4_t m1 = m[(i + 1) % 4], m2 = m[(i + 2) % 4], m3 = m[(i + 3) % 4];
        m[i % 4] = vsha256su1q_u32(vsha256su0q_u32(m[i % 4], m1), m2, m3);
      }
    }
    abcd = vaddq_u32(abcd, abcd_before);
    efgh = vaddq_u32(efgh, efgh_before);
  }
  vst1q_u32(words, abcd);
  vst1q_u32(words + 4, efgh);
}

#else

bool cdigest_sha256_has_instructions(void) { return false; }

void cdigest_sha256_compress_instructions(uint32_t words[8], const uint8_t *blocks, size_t count) {
  cdigest_sha256_compress_portable(words, blocks, count);
}

#endif
