// Notices in words.
import type { DecisionOutcome, Notice } from '@onboarding/contract';
import { lengthOf } from '@onboarding/ui/values';

const PROPOSES: Record<DecisionOutcome, string> = {
  Approve: 'to approve it',
  Reject: 'to reject it',
  RequestChanges: 'to request changes',
};

/** What happened, without the name of the business. A kind of a later release has only its business. */
export function noticeWords({ kind, by, outcome, dueAt }: Notice, now: number): string | undefined {
  const colleague = by?.name ?? 'A former colleague';
  switch (kind) {
    case 'SentBack':
      return `${colleague} sent your proposal back`;
    case 'ProposalVoided':
      return 'New evidence voided your proposal';
    case 'EvidenceArrived':
      return 'New evidence has arrived';
    case 'ToConfirm':
      return `${colleague} proposes ${PROPOSES[outcome ?? 'Approve']}`;
    case 'TargetNear':
      return dueAt === null ? 'Close to its target' : dueWords(Date.parse(dueAt) - now);
  }
}

const dueWords = (left: number) => (left < 0 ? `${lengthOf(-left)} late` : `Due in ${lengthOf(left)}`);
