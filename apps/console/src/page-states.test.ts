// What each list shows without rows, and what a page shows when a read fails.
import { ApiFailure } from '@onboarding/ui/api';
import { expect, test } from 'vitest';
import { shownPage } from '../../../tests/harness/shown-page.ts';
import { packageExample } from '../../api/src/compliance/package-examples.ts';
import { router } from './routes.tsx';

const ID = '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01';
const NO_ROWS = { items: [], nextCursor: null };

test.each([
  ['partners', 'listPartners', 'standing=working', 'There are no partners yet', 'No partners match these filters'],
  ['reads', 'listReads', 'kind=Package', 'Nobody has read anything yet', 'No reads match these filters'],
  ['queue', 'listQueue', 'olderThan=24', 'Nothing is waiting', 'No packages match these filters'],
])(
  'an empty list of %s offers to clear the filters only if there are any',
  async (path, id, filter, empty, noMatch) => {
    const session = { role: path === 'partners' ? 'operator' : 'supervisor' };
    const viewing = { session, answers: { [id]: NO_ROWS } };
    const filtered = await shownPage(router, `/console/${path}?${filter}`, viewing);
    expect([filtered.rows, filtered.headings.at(-1)]).toEqual([[], noMatch]);
    expect(filtered.buttons).toContain('Clear the filters');
    const all = await shownPage(router, `/console/${path}`, viewing);
    expect([all.rows, all.headings.at(-1)]).toEqual([[], empty]);
    expect(all.buttons).not.toContain('Clear the filters');
  },
);

const FAILED = new ApiFailure({
  status: 503,
  code: 'Service.Unavailable',
  message: 'Try later.',
  requestId: 'r-1',
});
const FORBIDDEN = new ApiFailure({ status: 403, code: 'Session.RoleMissing', message: 'Ask an operator.' });

test.each([
  [FAILED, ['Try again'], 'Request number, for our support team: r-1'],
  [FORBIDDEN, [], 'Ask an operator.'],
])('a read that fails with %o is an alert, which offers a retry unless the role may not read it', async (...given) => {
  const [failure, buttons, words] = given;
  const page = await shownPage(router, `/console/partners/${ID}`, { answers: { readPartner: failure } });
  expect(page).toMatchObject({ buttons, rows: [], reads: [['readPartner', { params: { partnerId: ID } }]] });
  expect(page.alerts).toEqual([expect.stringContaining(words)]);
});

test('a page without its data yet shows its heading and neither rows nor an alert', async () => {
  const page = await shownPage(router, '/console/partners', { answers: { listPartners: undefined } });
  expect([page.headings, page.rows, page.alerts]).toEqual([['Partners'], [], []]);
});

test('the analyst who claimed a package can decide on it, and nobody else', async () => {
  const path = `/console/packages/${ID}`;
  const { accountId = '' } = packageExample.claim ?? {};
  const mine = await shownPage(router, path, { session: { accountId }, parts: true });
  expect(mine).toMatchObject({
    fields: { Approve: 'not checked', Changes: 'not checked', Reject: 'not checked' },
    buttons: expect.arrayContaining(['Release', 'Screen again', 'Decide']),
  });
  const theirs = await shownPage(router, path, { session: { accountId: ID }, parts: true });
  expect(theirs.fields).toEqual({});
  expect(theirs.buttons).toContain('Release (disabled)');
  expect([...mine.buttons, ...theirs.buttons]).not.toContain('Reassign');
  expect(theirs.buttons).not.toContain('Decide');
});

test.each([
  ['partners', 'auditor', ['Create a partner']],
  ['staff', 'analyst', ['Invite a colleague']],
  [`staff/${ID}`, 'analyst', ['Change the role', 'Sign out everywhere', 'Reset second factors', 'Disable']],
  ['reference?country=NGA', 'analyst', ['Close the country', 'Prohibit', 'Mark as high risk', 'Activate version 2']],
  ['jobs', 'analyst', ['Retry the job from mail.send']],
])('at %s, the role %s sees that it may not use: %j', async (path, role, buttons) => {
  const page = await shownPage(router, `/console/${path}`, { session: { role } });
  expect(page.buttons).toEqual(expect.arrayContaining(buttons.map((name) => `${name} (disabled)`)));
  expect(page.text).toContain('Your role does not allow this. Ask an operator.');
});
