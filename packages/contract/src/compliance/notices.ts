// Notices for analysts: what concerns them, wherever they are in the console.
import { z } from 'zod';
import { NOTICE_DAYS, REVIEW_URGENT_PART } from '../shared/durations-and-limits.ts';
import { MOMENT, toMoment } from '../shared/query-fields.ts';
import { DECISION_OUTCOMES, NOTICE_KINDS } from '../shared/vocabularies.ts';
import { colleagueSchema } from './packages.ts';

/** The maximum number listed, and counted for each kind. */
export const NOTICES_LISTED = 100;

const noticeSchema = z
  .object({
    kind: z.enum(NOTICE_KINDS).meta({
      description: `SentBack: a colleague sent your proposal back. ProposalVoided: new evidence voided your proposal. EvidenceArrived: a document or a screening hit has arrived since you claimed the package. ToConfirm: a colleague has proposed a decision that you can confirm. TargetNear: less than ${REVIEW_URGENT_PART * 100}% of the time is left to decide your package, or none. A proposal that was sent back or voided is listed for ${NOTICE_DAYS} days, unless there is another one or a colleague claims the package.`,
    }),
    customerId: z.uuid(),
    companyName: z.string().nullable().meta({ description: 'Null after the data of the business was erased.' }),
    at: z.iso.datetime().meta({ description: 'When it happened.' }),
    seen: z.boolean().meta({ description: 'Whether you had already seen it when the list was read.' }),
    by: colleagueSchema.nullable().meta({ description: 'The colleague who caused it; null if none did.' }),
    outcome: z.enum(DECISION_OUTCOMES).nullable().meta({ description: 'Of the proposal, if it is about one.' }),
    dueAt: z.iso.datetime().nullable().meta({ description: 'For TargetNear, when the package should be decided.' }),
  })
  .meta({ id: 'Notice' });
export type Notice = z.infer<typeof noticeSchema>;

export const noticeListSchema = z
  .object({
    items: z.array(noticeSchema).meta({ description: `Newest first, at most ${NOTICES_LISTED}.` }),
    readAt: z.iso.datetime().meta({ description: 'When the list was read: send it as until once you have seen it.' }),
  })
  .meta({ id: 'NoticeList' });
export type NoticeList = z.infer<typeof noticeListSchema>;

export const noticeCountsSchema = z
  .object({
    notices: z.int().meta({ description: 'All current notices.' }),
    unseen: z.int().meta({ description: 'Those since you last saw the list.' }),
  })
  .meta({ id: 'NoticeCounts', description: `Each kind is counted up to ${NOTICES_LISTED}.` });
export type NoticeCounts = z.infer<typeof noticeCountsSchema>;

export const noticesSeenSchema = z
  .object({
    until: z
      .string()
      .transform((written, context) => {
        const found = toMoment(written);
        if (found !== undefined) return found;
        context.addIssue({ code: 'custom', message: MOMENT });
        return z.NEVER;
      })
      .meta({ description: 'readAt of the list that you have seen.', format: 'date-time' }),
  })
  .meta({ id: 'NoticesSeen' });
