// The audit trail of a customer, for our staff and its partner.
import { z } from 'zod';
import { cursorField, nextCursor, wholeNumber } from '../shared/query-fields.ts';
import { AUDIT_ACTOR_KINDS } from '../shared/vocabularies.ts';

export const AUDIT_LIMITS = { items: 200, itemsUnasked: 50 } as const;

export const auditQuerySchema = z.object({
  limit: wholeNumber(AUDIT_LIMITS.items, AUDIT_LIMITS.itemsUnasked, { description: 'Maximum number of items.' }),
  cursor: cursorField(100, 'nextCursor of the previous page.'),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

const entry = {
  auditId: z.uuid().describe('The id of the entry in the trail.'),
  action: z.string().meta({ description: 'What was done, such as business.profile.updated.' }),
  actorKind: z.enum(AUDIT_ACTOR_KINDS).meta({
    description:
      'Client: a system of the partner. PartnerPerson: a user of the partner. StaffPerson, Operator: a member of our staff. Service: our own service.',
  }),
  occurredAt: z.iso.datetime().describe('When it was done, in UTC.'),
  details: z.record(z.string(), z.unknown()).meta({
    description: 'Facts about the action: ids, states, codes and numbers. New ones may be added at any time.',
  }),
};

export const auditEntrySchema = z
  .object({
    ...entry,
    actorId: z.string().nullable().meta({
      description: 'Which of your systems or users did it; null if it was a member of our staff or our own service.',
    }),
  })
  .meta({ id: 'AuditEntry', description: 'One action on a business.' });
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditPageSchema = z
  .object({ items: z.array(auditEntrySchema).meta({ description: 'Newest first.' }), nextCursor })
  .meta({ id: 'AuditPage', description: 'A page of the audit trail of a business.' });
export type AuditPage = z.infer<typeof auditPageSchema>;

export const reviewAuditEntrySchema = z
  .object({
    ...entry,
    actorId: z.string(),
    actorName: z
      .string()
      .nullable()
      .meta({ description: 'The name of a member of our staff; null for everyone else.' }),
    sequence: z.int().meta({ description: 'Position in the chain, from 1 without gaps.' }),
    requestId: z.string(),
    hash: z.string().meta({
      description:
        'Covers the entry and the hash of the previous entry. Hexadecimal: length and name of the key used, then the HMAC-SHA-256.',
    }),
  })
  .meta({ id: 'ReviewAuditEntry' });
export type ReviewAuditEntry = z.infer<typeof reviewAuditEntrySchema>;

export const reviewAuditPageSchema = z
  .object({ items: z.array(reviewAuditEntrySchema).meta({ description: 'Newest first.' }), nextCursor })
  .meta({ id: 'ReviewAuditPage' });
export type ReviewAuditPage = z.infer<typeof reviewAuditPageSchema>;
