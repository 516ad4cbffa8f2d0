// API credentials: the certificates with which a partner's machines get tokens, and the log of what became of it.
import { z } from 'zod';
import { name, oneOf } from './fields.ts';
import { CERTIFICATE_STATUSES, TOKEN_REQUEST_OUTCOMES } from './vocabularies.ts';

const moment = z.iso.datetime();

/** Days before its end at which a certificate's partner is warned. */
export const EXPIRY_WARNING_DAYS = [60, 30, 14, 7, 1] as const;
export type ExpiryWarningDays = (typeof EXPIRY_WARNING_DAYS)[number];

export const certificateSchema = z
  .object({
    certificateId: z.uuid(),
    name: z.string(),
    subject: z.string().meta({ description: 'The subject of the certificate, on one line.' }),
    thumbprint: z.string().meta({ description: "x5t#S256. An assertion's kid, if it has one, must be this." }),
    status: z.enum(CERTIFICATE_STATUSES),
    notBefore: moment,
    notAfter: moment,
    daysLeft: z.int().meta({ description: 'Whole days until it expires; 0 unless it is active.' }),
    expiryWarning: z.literal(EXPIRY_WARNING_DAYS).nullable().meta({
      description: 'The stage of warning that it has reached, in days; null while there is time, and once it is over.',
    }),
    registeredAt: moment,
    lastUsedAt: moment.nullable(),
    revokedAt: moment.nullable(),
  })
  .meta({ id: 'Certificate' });
export type Certificate = z.infer<typeof certificateSchema>;

export const apiCredentialsSchema = z
  .object({
    clientId: z.string(),
    issuer: z.string().meta({ description: 'The aud of assertions, and the iss of tokens.' }),
    tokenEndpoint: z.string(),
    certificates: z.array(certificateSchema),
  })
  .meta({ id: 'ApiCredentials' });
export type ApiCredentials = z.infer<typeof apiCredentialsSchema>;

export const certificateRegistrationSchema = z.object({
  name: name(100).meta({ description: 'Your own name for it, for example the machine that holds the key.' }),
  // Judged by rules of its own, which have more to say than a length.
  certificate: z.string().meta({ description: 'One X.509 certificate in PEM form. Never the private key.' }),
});
export type CertificateRegistration = z.infer<typeof certificateRegistrationSchema>;

export const tokenRequestSchema = z
  .object({
    requestId: z.uuid(),
    occurredAt: moment,
    outcome: z.enum(TOKEN_REQUEST_OUTCOMES),
    error: z.string().nullable().meta({ description: 'What the caller was told.' }),
    reason: z.string().nullable().meta({ description: 'What was really wrong, which the caller is never told.' }),
    certificateId: z.uuid().nullable(),
    scope: z.string().nullable(),
    address: z.string(),
    count: z.int().meta({
      description:
        'How many requests this stands for: those that were refused for one reason and prove nothing about who sent them are counted together, per address and ten minutes.',
    }),
    lastOccurredAt: moment.meta({ description: 'When the last of them came; occurredAt is the first.' }),
  })
  .meta({ id: 'TokenRequest' });
export type TokenRequest = z.infer<typeof tokenRequestSchema>;

export const tokenRequestPageSchema = z
  .object({
    items: z.array(tokenRequestSchema),
    nextCursor: z.string().nullable().meta({ description: 'For the next page; null when there is none.' }),
  })
  .meta({ id: 'TokenRequestPage' });
export type TokenRequestPage = z.infer<typeof tokenRequestPageSchema>;

const LIMIT = 'must be a whole number from 1 to 200';
const CURSOR = 'must be the nextCursor of a page before, or be left out';

export const tokenRequestQuerySchema = z.object({
  outcome: oneOf(TOKEN_REQUEST_OUTCOMES).optional().meta({ description: 'How it ended.' }),
  limit: z.coerce
    .number({ error: LIMIT })
    .int({ error: LIMIT })
    .min(1, { error: LIMIT })
    .max(200, { error: LIMIT })
    .default(50)
    .meta({ description: 'How many at most.' }),
  cursor: z
    .string({ error: CURSOR })
    .regex(/^[A-Za-z0-9_-]{22}$/, { error: CURSOR })
    .optional()
    .meta({ description: 'nextCursor of the page before.' }),
});
export type TokenRequestQuery = z.infer<typeof tokenRequestQuerySchema>;
