// What each list shows without rows, and what the home page shows before the first customer.
import { expect, test } from 'vitest';
import { shownPage } from '../../../tests/harness/shown-page.ts';
import { overviewExample } from '../../api/src/dashboard/examples.ts';
import { router } from './routes.tsx';

const ID = '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01';
const NO_ROWS = { items: [], nextCursor: null };

test.each([
  ['credentials/requests', 'listTokenRequests', 'outcome=Refused', 'No token requests yet', 'token requests'],
  ['activity', 'listActivity', 'kind=Team', 'No changes yet', 'changes'],
  ['api-requests', 'listApiRequests', 'outcome=Failed', 'No API requests yet', 'API requests'],
  ['customers', 'listCustomers', 'country=NGA', 'No customers yet', 'customers'],
])('an empty list at %s offers to clear the filters only if there are any', async (path, id, filter, empty, what) => {
  const viewing = { session: { role: 'viewer' }, answers: { [id]: NO_ROWS } };
  const filtered = await shownPage(router, `/portal/${path}?${filter}`, viewing);
  expect([filtered.rows, filtered.headings.at(-1)]).toEqual([[], `No ${what} match these filters`]);
  expect(filtered.buttons).toContain('Clear the filters');
  const all = await shownPage(router, `/portal/${path}`, viewing);
  expect([all.rows, all.headings.at(-1)]).toEqual([[], empty]);
  expect(all.buttons).not.toContain('Clear the filters');
});

test('a new organisation sees the steps to its first customer, and not its customers', async () => {
  const readOverview = {
    credential: { active: 0, expiring: [] },
    token: { lastIssuedAt: null, lastRefusal: null },
    business: { exists: false },
    webhook: { status: null, lastSuccessAt: null },
    team: { admins: 1 },
  };
  const page = await shownPage(router, '/portal/', { session: { role: 'admin' }, answers: { readOverview } });
  expect(page).toMatchObject({
    headings: ['Welcome, Ada Lind', 'First steps'],
    links: ['Register a certificate → /portal/credentials/new'],
    reads: [['readOverview', {}]],
  });
  expect(page.text).toContain('0 of 5 done');
});

test('the last step to production lists what is missing, with the page that settles it', async () => {
  const overview = { ...overviewExample, team: { admins: 1 } };
  const viewing = { session: { role: 'admin' }, answers: { readOverview: overview } };
  const page = await shownPage(router, '/portal/', viewing);
  expect(page.links).toContain('At least two admins, in case one is locked out → /portal/team');
  expect(page.text).toContain('4 of 5 done');
  expect(page.text).toContain('Your organisation is approved');
  expect(page.links.join()).not.toMatch(/organisation is approved|webhook is active/);
});

test.each([
  ['/portal/team', 'developer', 'Invite a person'],
  ['/portal/webhooks', 'viewer', 'Send a test event'],
  [`/portal/webhooks/replays/${ID}`, 'viewer', 'Cancel the replay'],
  ['/portal/webhooks/deliveries', 'viewer', 'Replay all matches'],
])('at %s, a %s sees that it may not use: %s', async (path, role, button) => {
  const page = await shownPage(router, path, { session: { role } });
  expect(page.buttons).toContain(`${button} (disabled)`);
  expect(page.text).toMatch(/Your role does not allow this\. Ask an? /);
});
