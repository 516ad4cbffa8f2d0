// API credentials: the certificates with which a partner's machines get tokens, and the log of token requests.
import { z } from 'zod';
import { name } from '../shared/fields.ts';
import { moment as bound, CURSOR, nextCursor, sayingOneOf } from '../shared/query-fields.ts';
import { CERTIFICATE_STATUSES, TOKEN_REQUEST_OUTCOMES } from '../shared/vocabularies.ts';

const moment = z.iso.datetime();

/** A partner is warned this many days before a certificate expires. */
export const EXPIRY_WARNING_DAYS = [60, 30, 14, 7, 1] as const;
export type ExpiryWarningDays = (typeof EXPIRY_WARNING_DAYS)[number];

const colleague = (description: string) =>
  z.object({ accountId: z.uuid(), name: z.string() }).nullable().meta({ description });

export const certificateSchema = z
  .object({
    certificateId: z.uuid(),
    name: z.string(),
    subject: z.string().meta({ description: 'The subject of the certificate, on one line.' }),
    thumbprint: z
      .string()
      .meta({ description: 'x5t#S256. The kid of an assertion, if present, must have this value.' }),
    status: z.enum(CERTIFICATE_STATUSES),
    notBefore: moment,
    notAfter: moment,
    daysLeft: z.int().meta({ description: 'Whole days until it expires; 0 if it is not active.' }),
    expiryWarning: z.literal(EXPIRY_WARNING_DAYS).nullable().meta({
      description: 'The expiry warning reached, in days; null before the first warning and after expiry.',
    }),
    registeredAt: moment,
    registeredBy: colleague('Who registered it; null if it was not one of your users.'),
    lastUsedAt: moment.nullable().meta({ description: 'When it was last used to get a token, to the minute.' }),
    revokedAt: moment.nullable(),
    revokedBy: colleague('Who revoked it; null if it is not revoked.'),
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
  name: name(100).meta({
    description: 'Your own name for the certificate, for example the machine that holds the key.',
  }),
  // Separate rules check it, with better messages than a length limit would give.
  certificate: z.string().meta({ description: 'One X.509 certificate in PEM format. Never the private key.' }),
});
export type CertificateRegistration = z.infer<typeof certificateRegistrationSchema>;

export const tokenRequestSchema = z
  .object({
    requestId: z.uuid().meta({
      description:
        'What the caller received as X-Request-Id, and with a refusal as request_id. If the entry stands for several requests, that of the last one.',
    }),
    occurredAt: moment,
    outcome: z.enum(TOKEN_REQUEST_OUTCOMES),
    error: z.string().nullable().meta({ description: 'The error that the caller received.' }),
    reason: z.string().nullable().meta({ description: 'The actual cause, which is never disclosed to the caller.' }),
    remedy: z.string().nullable().meta({ description: 'What to do about the reason; null if a token was issued.' }),
    certificateId: z
      .uuid()
      .nullable()
      .meta({ description: 'Which certificate signed; null if the signature was not accepted.' }),
    scope: z.string().nullable(),
    address: z.string(),
    count: z.int().meta({
      description:
        'Number of requests in this entry. Requests that were refused for the same reason and do not prove who sent them are grouped by address and ten-minute period.',
    }),
    lastOccurredAt: moment.meta({
      description: 'Time of the last of these requests; occurredAt is that of the first.',
    }),
    lastRequestId: z.uuid().nullable().meta({
      description: 'The same as requestId; null for older entries.',
    }),
  })
  .meta({ id: 'TokenRequest' });
export type TokenRequest = z.infer<typeof tokenRequestSchema>;

export const tokenRequestPageSchema = z
  .object({
    items: z.array(tokenRequestSchema),
    nextCursor,
  })
  .meta({ id: 'TokenRequestPage' });
export type TokenRequestPage = z.infer<typeof tokenRequestPageSchema>;

const LIMIT = 'must be a whole number from 1 to 200';

export const tokenRequestQuerySchema = z
  .object({
    outcome: z
      .enum(TOKEN_REQUEST_OUTCOMES, sayingOneOf(TOKEN_REQUEST_OUTCOMES))
      .optional()
      .meta({ description: 'The outcome of the request.' }),
    certificateId: z
      .uuid({ error: 'must be the certificateId of a certificate, or be omitted' })
      .optional()
      .meta({ description: 'The certificate that signed. An unknown one returns an empty page.' }),
    from: bound('Requests at or after this time. A date means its start in UTC.'),
    to: bound('Requests before this time.'),
    limit: z.coerce
      .number({ error: LIMIT })
      .int({ error: LIMIT })
      .min(1, { error: LIMIT })
      .max(200, { error: LIMIT })
      .default(50)
      .meta({ description: 'Maximum number of items.' }),
    cursor: z
      .string({ error: CURSOR })
      .regex(/^[A-Za-z0-9_-]{22}$/, { error: CURSOR })
      .optional()
      .meta({ description: 'nextCursor of the previous page, with the same filters.' }),
  })
  .superRefine(({ from, to }, context) => {
    if (from !== undefined && to !== undefined && to <= from) {
      context.addIssue({ code: 'custom', path: ['to'], message: 'must be later than from' });
    }
  });
export type TokenRequestQuery = z.output<typeof tokenRequestQuerySchema>;
