// Different RSA keys of 2048 bits. Finding primes is the slow part, so every pair of a few primes gives one key. Only fit for
// tests: two keys that share a prime reveal each other.
import { createPrivateKey, generatePrimeSync, type KeyObject } from 'node:crypto';

const EXPONENT = 65_537n;
const primes: bigint[] = [];
let pairs: [bigint, bigint][] = [];

export function newRsaKey(): KeyObject {
  while (pairs.length === 0) {
    const prime = newPrime();
    pairs = primes.map((other) => [prime, other]);
    primes.push(prime);
  }
  const [p, q] = pairs.pop() ?? [0n, 0n];
  const d = inverse(EXPONENT, (p - 1n) * (q - 1n));
  const parts = { n: p * q, e: EXPONENT, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) };
  const jwk = Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, base64url(value)]));
  return createPrivateKey({ key: { kty: 'RSA', ...jwk }, format: 'jwk' });
}

/** A prime suitable for the exponent. */
function newPrime(): bigint {
  for (;;) {
    const prime = generatePrimeSync(1_024, { bigint: true });
    if ((prime - 1n) % EXPONENT !== 0n) return prime;
  }
}

/** The x for which value * x is 1 (mod modulus), by the extended Euclidean algorithm. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [rest, next, factor, nextFactor] = [modulus, value % modulus, 0n, 1n];
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next, factor, nextFactor] = [next, rest % next, nextFactor, factor - quotient * nextFactor];
  }
  return ((factor % modulus) + modulus) % modulus;
}

function base64url(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('base64url');
}
