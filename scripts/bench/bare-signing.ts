// The minimum cost of a token: one RS256 verification of the assertion and one RS256 signature. Prints how many it does
// per second.
import { generateKeyPairSync, sign, verify } from 'node:crypto';

const seconds = Number(process.argv[2]);
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const content = Buffer.alloc(400, 'x');
const assertion = sign('sha256', content, privateKey);
let done = 0;
for (const end = performance.now() + seconds * 1000; performance.now() < end; done++) {
  if (!verify('sha256', content, publicKey, assertion)) throw new Error('the signature does not fit');
  sign('sha256', content, privateKey);
}
console.log(done / seconds);
