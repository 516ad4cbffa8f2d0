// The audit trail of a customer, as our own people read it and as its partner does.
import { z } from 'zod';
import { ONCE, saying, wholeNumber } from './query-fields.ts';
import { AUDIT_ACTOR_KINDS } from './vocabularies.ts';

export const AUDIT_LIMITS = { items: 200, itemsUnasked: 50 } as const;

const CURSOR = 'must be the nextCursor of a page before, or be left out';

export const auditQuerySchema = z.object({
  limit: wholeNumber(AUDIT_LIMITS.items, AUDIT_LIMITS.itemsUnasked, { description: 'How many at most.' }),
  cursor: z
    .string(saying(ONCE))
    .regex(/^[A-Za-z0-9_-]+$/, { error: CURSOR })
    .max(100, { error: CURSOR })
    .optional()
    .meta({ description: 'nextCursor of the page before.' }),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

const entry = {
  auditId: z.uuid(),
  action: z.string().meta({ description: 'What was done, such as business.profile.updated.' }),
  actorKind: z.enum(AUDIT_ACTOR_KINDS).meta({
    description:
      'Client: a machine of the partner. PartnerPerson: a person of the partner. StaffPerson, Operator: a person of ours. Service: we ourselves.',
  }),
  occurredAt: z.iso.datetime(),
  details: z
    .record(z.string(), z.unknown())
    .meta({ description: 'Facts of the action: ids, states, codes and figures. New ones may be added at any time.' }),
};

const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Send it as cursor for the next page; null when there is none.' });

export const auditEntrySchema = z
  .object({
    ...entry,
    actorId: z.string().nullable().meta({
      description: 'Which of your own machines or people it was; null where it was somebody of ours.',
    }),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditPageSchema = z
  .object({ items: z.array(auditEntrySchema).meta({ description: 'Newest first.' }), nextCursor })
  .meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof auditPageSchema>;

export const reviewAuditEntrySchema = z
  .object({
    ...entry,
    actorId: z.string(),
    actorName: z.string().nullable().meta({ description: 'Of a person of ours; null for everybody else.' }),
    sequence: z.int().meta({ description: 'The place in the chain, from 1 without gaps.' }),
    requestId: z.string(),
    hash: z.string().meta({
      description:
        'Covers the entry and the hash of the one before it. Hexadecimal: the length and the name of the key that made it, then the HMAC-SHA-256.',
    }),
  })
  .meta({ id: 'ReviewAuditEntry' });
export type ReviewAuditEntry = z.infer<typeof reviewAuditEntrySchema>;

export const reviewAuditPageSchema = z
  .object({ items: z.array(reviewAuditEntrySchema).meta({ description: 'Newest first.' }), nextCursor })
  .meta({ id: 'ReviewAuditPage' });
export type ReviewAuditPage = z.infer<typeof reviewAuditPageSchema>;
