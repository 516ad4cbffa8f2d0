import { NOTICE_KINDS, NOTICES_LISTED, type NoticeKind } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { letterAbout } from './notice-letter.ts';

const CONSOLE = 'https://console.example/console';
const linesOf = (counts: Partial<Record<NoticeKind, number>>) => {
  const rows = Object.entries(counts).map(([kind, notices]) => ({ kind: kind as NoticeKind, notices, unseen: 0 }));
  const [waiting = ''] = letterAbout(rows, CONSOLE).paragraphs as string[];
  return waiting.split('\n');
};

test('the mail counts each kind of notice separately, in a fixed order', () => {
  const counts = { ToConfirm: 5, TargetNear: 4, EvidenceArrived: 3, ProposalVoided: 2, SentBack: 1 };
  expect(Object.keys(counts).sort()).toEqual([...NOTICE_KINDS].sort());
  expect(linesOf(counts).sort()).toEqual([
    '1 proposal of yours that a colleague sent back',
    '2 proposals of yours that new evidence voided',
    '3 packages of yours with new evidence',
    '4 packages of yours that are close to their target or late',
    '5 proposals of colleagues to confirm',
    'Waiting for you:',
  ]);
  const order = (lines: string[]) => lines.map((line) => line.replace(/^\d+ /, ''));
  expect(order(linesOf(Object.fromEntries(Object.entries(counts).reverse())))).toEqual(order(linesOf(counts)));
});

test.each([...NOTICE_KINDS])(
  'one notice of the kind %s has the singular, and kinds without notices are omitted',
  (kind) => {
    const [, line, ...others] = linesOf({ [kind]: 1 });
    expect(line).toMatch(/^1 (proposal|package) of /);
    expect(others).toEqual([]);
  },
);

test('the highest number that is counted appears as at least that many', () => {
  expect(linesOf({ SentBack: NOTICES_LISTED - 1 })[1]).toMatch(new RegExp(`^${NOTICES_LISTED - 1} proposals`));
  expect(linesOf({ SentBack: NOTICES_LISTED })[1]).toMatch(new RegExp(`^At least ${NOTICES_LISTED} proposals`));
});
