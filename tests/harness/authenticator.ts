// A passkey in plain cryptography: sends what an authenticator and a browser would, or anything else a test needs.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Ceremony {
  challenge: string;
  origin: string;
  host: string;
}

export interface TestAuthenticator {
  create(ceremony: Ceremony): string;
  use(ceremony: Ceremony, counter: number): string;
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest();
/** The needed subset of CBOR: a head of a kind with a length below 65536. */
const head = (kind: number, length: number) => {
  if (length < 24) return Buffer.from([kind + length]);
  return length < 256 ? Buffer.from([kind + 24, length]) : Buffer.from([kind + 25, length >> 8, length & 255]);
};
const bytes = (content: Buffer) => Buffer.concat([head(0x40, content.length), content]);
const text = (content: string) => Buffer.concat([head(0x60, content.length), Buffer.from(content)]);
const map = (...parts: Buffer[]) => Buffer.concat([head(0xa0, parts.length / 2), ...parts]);
const integer = (value: number) => Buffer.from([value < 0 ? 0x20 - 1 - value : value]);

const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

export function createAuthenticator(): TestAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const coordinates = [x, y].map((one) => bytes(Buffer.from(one, 'base64url')));
  const [keyX = Buffer.alloc(0), keyY = Buffer.alloc(0)] = coordinates;
  const coseKey = map(
    ...[integer(1), integer(2), integer(3), integer(-7), integer(-1), integer(1)],
    ...[integer(-2), keyX, integer(-3), keyY],
  );
  const encoded = id.toString('base64url');
  const clientData = (type: string, { challenge, origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  function authenticatorData(host: string, flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(host), Buffer.from([flags]), count]);
  }
  const answer = (response: Record<string, Buffer>) =>
    JSON.stringify({
      id: encoded,
      rawId: encoded,
      type: 'public-key',
      clientExtensionResults: {},
      response: Object.fromEntries(
        Object.entries(response).map(([name, content]) => [name, content.toString('base64url')]),
      ),
    });
  return {
    create(ceremony) {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey]);
      const flags = PRESENT_AND_VERIFIED + WITH_CREDENTIAL;
      const authData = Buffer.concat([authenticatorData(ceremony.host, flags, 0), credential]);
      const attestationObject = map(
        text('fmt'),
        text('none'),
        text('attStmt'),
        map(),
        text('authData'),
        bytes(authData),
      );
      return answer({ clientDataJSON: clientData('webauthn.create', ceremony), attestationObject });
    },
    use(ceremony, counter) {
      const clientDataJSON = clientData('webauthn.get', ceremony);
      const authData = authenticatorData(ceremony.host, PRESENT_AND_VERIFIED, counter);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), privateKey);
      return answer({ clientDataJSON, authenticatorData: authData, signature });
    },
  };
}
