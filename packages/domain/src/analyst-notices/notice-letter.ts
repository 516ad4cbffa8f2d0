// What the daily mail to an analyst says. Pure.
import { NOTICE_KINDS, NOTICES_LISTED, type NoticeKind } from '@onboarding/contract';
import type { Letter } from '../mails/index.ts';
import type { NoticeCount } from '../review-state/index.ts';

const WORDS: Record<NoticeKind, readonly [one: string, many: string]> = {
  SentBack: ['proposal of yours that a colleague sent back', 'proposals of yours that colleagues sent back'],
  ProposalVoided: ['proposal of yours that new evidence voided', 'proposals of yours that new evidence voided'],
  EvidenceArrived: ['package of yours with new evidence', 'packages of yours with new evidence'],
  TargetNear: [
    'package of yours that is close to its target or late',
    'packages of yours that are close to their target or late',
  ],
  ToConfirm: ['proposal of a colleague to confirm', 'proposals of colleagues to confirm'],
};

/** Names no business, because a mail can be read in transit. */
export function letterAbout(counts: readonly NoticeCount[], consoleUrl: string): Letter {
  const lines = NOTICE_KINDS.flatMap((kind) => {
    const { notices = 0 } = counts.find((one) => one.kind === kind) ?? {};
    const [one, many] = WORDS[kind];
    if (notices === 0) return [];
    return [notices === 1 ? `1 ${one}` : `${notices === NOTICES_LISTED ? `At least ${notices}` : notices} ${many}`];
  });
  return {
    subject: 'Reviews that need you',
    paragraphs: [
      `Waiting for you:\n${lines.join('\n')}`,
      `The bell at the top of the console lists them:\n${consoleUrl}/queue`,
      'You get this mail at most once a day, and only if something needs you.',
    ],
  };
}
