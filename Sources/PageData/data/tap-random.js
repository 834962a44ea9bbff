// The random order of the program (FirstTap, SplitMix64 and TapOrder): the same numbers for the same seed.

class SplitMix64 {
  constructor(seed) {
    this.state = BigInt.asUintN(64, BigInt(seed));
  }

  next() {
    this.state = BigInt.asUintN(64, this.state + 0x9e3779b97f4a7c15n);
    let word = this.state;
    word = BigInt.asUintN(64, (word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n);
    word = BigInt.asUintN(64, (word ^ (word >> 27n)) * 0x94d049bb133111ebn);
    return word ^ (word >> 31n);
  }

  // From 0 to count - 1, each as likely as the others.
  below(count) {
    if (count < 2) return 0;
    const divisor = BigInt(count);
    const refused = BigInt.asUintN(64, -divisor) % divisor;
    for (;;) {
      const number = this.next();
      if (number >= refused) return Number(number % divisor);
    }
  }

  shuffled(elements) {
    const result = elements.slice();
    for (let last = result.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [result[last], result[other]] = [result[other], result[last]];
    }
    return result;
  }
}

// The slots 0, 1, 2 ... in the order in which they are held.
function slotOrder(count, seed) {
  return new SplitMix64(seed).shuffled(Array.from({ length: count }, (_, slot) => slot));
}

// An unguessable random number, up to 2^53 - 1.
function newSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1fffff) * 0x100000000 + low;
}

// A random participant code. A shorter code would repeat, and a remainder would favor some characters.
const codeAlphabet = "BCDFGHJKMNPQRTVWX23479";

function newCode() {
  const usable = Math.floor(256 / codeAlphabet.length) * codeAlphabet.length;
  let code = "";
  while (code.length < 6) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < usable) code += codeAlphabet[byte % codeAlphabet.length];
  }
  return code;
}
