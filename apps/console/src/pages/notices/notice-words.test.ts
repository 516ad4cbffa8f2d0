import type { Notice } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { noticeWords } from './notice-words.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const notice = (kind: string, more: Partial<Notice> = {}): Notice => ({
  kind: kind as Notice['kind'],
  customerId: 'c',
  companyName: 'Acme',
  at: '2026-11-15T10:00:00.000Z',
  seen: false,
  by: null,
  outcome: null,
  dueAt: null,
  ...more,
});
const BEN = { accountId: 'ben', name: 'Ben Okoro' };

test.each<[string, Partial<Notice>, string | undefined]>([
  ['SentBack', { by: BEN, outcome: 'Approve' }, 'Ben Okoro sent your proposal back'],
  ['SentBack', { by: { accountId: 'x', name: null } }, 'A former colleague sent your proposal back'],
  ['ProposalVoided', { outcome: 'Approve' }, 'New evidence voided your proposal'],
  ['EvidenceArrived', {}, 'New evidence has arrived'],
  ['ToConfirm', { by: BEN, outcome: 'Approve' }, 'Ben Okoro proposes to approve it'],
  ['ToConfirm', { by: BEN, outcome: 'Reject' }, 'Ben Okoro proposes to reject it'],
  ['TargetNear', { dueAt: '2026-11-15T15:30:00.000Z' }, 'Due in 3 h'],
  ['TargetNear', { dueAt: '2026-11-15T11:48:00.000Z' }, '12 min late'],
  ['OfALaterRelease', {}, undefined],
])('%s with %j reads "%s"', (kind, more, words) => {
  expect(noticeWords(notice(kind, more), NOW)).toBe(words);
});
