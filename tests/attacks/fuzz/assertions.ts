// Assertions with arbitrary changes, still signed with the registered key.
import { createSign } from 'node:crypto';
import type { Clock } from '@onboarding/platform/ids';
import fc from 'fast-check';
import { mutated } from '../../harness/cases/odd-json.ts';
import type { Machine } from '../../harness/scenes/asking.ts';

export function signedText(issuer: string, clock: Clock, { partner, certificate }: Machine): fc.Arbitrary<string> {
  const { clientId } = partner;
  const header = fc.constant({ alg: 'RS256', kid: certificate.thumbprint, typ: 'JWT' });
  // Without bias towards small values: an assertion is accepted only once.
  const claims = fc.noBias(fc.uuid()).map((jti) => {
    const iat = Math.floor(clock.now().getTime() / 1000);
    return { iss: clientId, sub: clientId, aud: issuer, iat, exp: iat + 60, jti };
  });
  const text = (values: fc.Arbitrary<unknown>) =>
    fc.oneof(
      { weight: 2, arbitrary: values.map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: mutated(values) },
    );
  return fc.tuple(text(header), text(claims), fc.integer({ min: 0, max: 7 })).map(([head, payload, fate]) => {
    const content = [head, payload].map((part) => Buffer.from(part).toString('base64url')).join('.');
    const signed = fate === 0 ? `${content} ` : content;
    return `${content}.${createSign('sha256').update(signed).sign(certificate.privateKey).toString('base64url')}`;
  });
}
