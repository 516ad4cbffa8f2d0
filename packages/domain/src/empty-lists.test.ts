// A statement for nothing would cost a round trip in most requests and rounds of the worker.
import type { Tx } from '@onboarding/platform/postgres';
import { expect, test, vi } from 'vitest';
import { listUserNames } from './accounts/account/user-store.ts';
import { countUploads } from './documents/document-due-store.ts';
import { customersOfEvents } from './events/event-store.ts';
import { judgeableDocuments } from './profiles/update/update-documents.ts';
import { recordReads, type StaffReader } from './staff-reads/staff-read-service.ts';
import { lookForMore, wakeLanes } from './webhooks/lanes/lane-store.ts';
import { recordAttempts, setAside, updateLanes } from './webhooks/lanes/turn-store.ts';
import { addCounts } from './webhooks/statistics/delivery-statistics-store.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const READER: StaffReader = {
  person: { kind: 'StaffPerson', realm: 'staff', accountId: 'a', role: 'analyst', requestId: 'r' },
  address: '192.0.2.1',
};

test.each<[does: string, work: (tx: Tx) => Promise<unknown>, result: unknown]>([
  ['naming no users', (tx) => listUserNames(tx, 'p', []), new Map()],
  ['the customers of no events', (tx) => customersOfEvents(tx, 'p', []), new Map()],
  ['counting no uploads', (tx) => countUploads(tx, [], NOW), undefined],
  ['judging no documents', (tx) => judgeableDocuments(tx, 'c', [], [], { unseen: [], now: NOW }), new Map()],
  ['recording no reads', (tx) => recordReads(tx, { clock: { now: () => NOW } }, READER, []), undefined],
  ['waking no lanes', (tx) => wakeLanes(tx, [], NOW), undefined],
  ['looking into no lanes', (tx) => lookForMore(tx, [], { now: NOW, releasedUntil: NOW }), 0],
  ['recording no attempts', (tx) => recordAttempts(tx, []), new Set()],
  ['setting no deliveries aside', (tx) => setAside(tx, { expired: [], postponed: [], now: NOW, until: NOW }), []],
  ['updating no lanes', (tx) => updateLanes(tx, []), undefined],
  ['adding no counts', (tx) => addCounts(tx, []), undefined],
])('%s sends no statement', async (_, work, result) => {
  const tx = { rows: vi.fn(), foreign: vi.fn() };
  expect(await work(tx as unknown as Tx)).toEqual(result);
  expect([tx.rows, tx.foreign].flatMap(({ mock }) => mock.calls)).toEqual([]);
});
