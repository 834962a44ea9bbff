// SHA-256 (FIPS 180-4). Included because crypto.subtle is missing if a browser does not trust a local file.

const sha256Start = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

const sha256Rounds = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

// The digest of some bytes, as 32 bytes.
function sha256(bytes) {
  const state = sha256Start.slice();
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const words = new Uint32Array(64);
  const turn = (word, count) => (word >>> count) | (word << (32 - count));
  for (let start = 0; start < padded.length; start += 64) {
    for (let place = 0; place < 16; place += 1) words[place] = view.getUint32(start + place * 4);
    for (let place = 16; place < 64; place += 1) {
      const [early, late] = [words[place - 15], words[place - 2]];
      const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[place] = words[place - 16] + first + words[place - 7] + second;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let place = 0; place < 64; place += 1) {
      const choice = (e & f) ^ (~e & g);
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + sha256Rounds[place] + words[place]) | 0;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => { state[place] = (state[place] + word) >>> 0; });
  }
  const digest = new Uint8Array(32);
  state.forEach((word, place) => new DataView(digest.buffer).setUint32(place * 4, word));
  return digest;
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
