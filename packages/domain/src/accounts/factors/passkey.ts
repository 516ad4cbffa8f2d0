// Passkeys as a second factor (WebAuthn). Every field of a browser's response is untrusted.
import type { SecondFactorsRow } from '@onboarding/database/tables';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';

/** The site that passkeys are created for: the identity service itself. */
export interface PasskeySite {
  origin: string;
  host: string;
}

export function passkeySite(issuer: string): PasskeySite {
  const { origin, hostname } = new URL(issuer);
  return { origin, host: hostname };
}

export interface NewPasskey {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

/**
 * Ed25519, ECDSA with P-256 and RSA, which common authenticators support. Explicit, because the library's own list includes
 * experimental ones.
 */
const ALGORITHMS = [-8, -7, -257];

type KnownPasskey = Pick<SecondFactorsRow, 'factorId' | 'secret' | 'credentialId' | 'transports' | 'counter'>;

export function passkeyRegistration(
  site: PasskeySite,
  account: { accountId: string; email: string; name: string },
  known: readonly KnownPasskey[],
) {
  return generateRegistrationOptions({
    rpName: 'Business Onboarding',
    rpID: site.host,
    userID: new Uint8Array(Buffer.from(account.accountId.replaceAll('-', ''), 'hex')),
    userName: account.email,
    userDisplayName: account.name,
    excludeCredentials: allowed(known),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

export function passkeyAuthentication(site: PasskeySite, known: readonly KnownPasskey[]) {
  return generateAuthenticationOptions({
    rpID: site.host,
    allowCredentials: allowed(known),
    userVerification: 'preferred',
  });
}

function allowed(known: readonly KnownPasskey[]) {
  return known.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : [{ id: credentialId, ...(transports === null ? {} : { transports }) }],
  );
}

const text = z.string().max(20_000);
const answerShape = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
});
const registrationShape = answerShape.extend({
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
});
const authenticationShape = answerShape.extend({
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.nullish().transform((handle) => handle ?? undefined),
  }),
});

/** The passkey that a browser created for our challenge; undefined if anything about it is wrong. */
export async function newPasskey(
  site: PasskeySite,
  challenge: string,
  answer: string,
): Promise<NewPasskey | undefined> {
  const parsed = registrationShape.safeParse(parseJson(answer));
  if (!parsed.success) return undefined;
  try {
    const result = await verifyRegistrationResponse({
      // The library's type requires its own string unions; the library checks the values that matter.
      response: parsed.data as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: false,
    });
    if (!result.verified) return undefined;
    const { id, publicKey, counter } = result.registrationInfo.credential;
    const { transports } = parsed.data.response;
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
  } catch {
    // The library throws on every error, from a wrong challenge to invalid CBOR.
    return undefined;
  }
}

/** The known passkey that signed our challenge, with its new counter; undefined if none did. */
export async function passkeyUse(
  site: PasskeySite,
  challenge: string,
  answer: string,
  known: readonly KnownPasskey[],
): Promise<{ factorId: string; counter: number } | undefined> {
  const parsed = authenticationShape.safeParse(parseJson(answer));
  if (!parsed.success) return undefined;
  const passkey = known.find(({ credentialId }) => credentialId === parsed.data.id);
  if (passkey === undefined) return undefined;
  try {
    const result = await verifyAuthenticationResponse({
      response: parsed.data as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: false,
      credential: {
        id: parsed.data.id,
        publicKey: new Uint8Array(passkey.secret),
        counter: passkey.counter,
      },
    });
    if (!result.verified) return undefined;
    return { factorId: passkey.factorId, counter: result.authenticationInfo.newCounter };
  } catch {
    return undefined;
  }
}

function parseJson(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}
