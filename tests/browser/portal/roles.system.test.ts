// Access by role: walks the table of all pages of the portal, with real data.
import { PARTNER_ROLES, type PartnerRole } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount } from '../../harness/account-rows.ts';
import { settled } from '../../harness/open-pages.ts';
import { until } from '../../harness/patience.ts';
import { addPartnerSystem } from '../../harness/scenes/partner-system.ts';
import { openPortal, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import type { SignedIn } from '../../harness/session.ts';
import { pagesOf } from '../../harness/site-pages.ts';
import { disable, storeDeliveries, storeEvents, storeReplay, WEBHOOKS } from '../../harness/webhooks.ts';
import { CERTIFICATE, COLLEAGUE, COMPANY, type PageView, PORTAL_VIEWS } from './portal-access.ts';

type Person = SiteWindow & { person: SignedIn };

let portal: SiteScene;
const windows = new Map<string, Person>();
const ids: Record<string, string> = {};

beforeAll(async () => {
  portal = await openPortal();
  const partners = {
    new: (await portal.database.addPartner()).partnerId,
    'at work': await addPartnerAtWork(),
    stopped: (await portal.database.addPartner()).partnerId,
  };
  for (const [partner, partnerId] of Object.entries(partners))
    for (const role of PARTNER_ROLES) windows.set(`${role} of ${partner}`, await portal.enter({ partnerId, role }));
  await registerWebhook(windowOf('admin', 'stopped'));
  await disable(portal.database.owner, partners.stopped, new Date());
  await registerWebhook(windowOf('admin', 'at work'));
  await fillAtWork(partners['at work']);
});
afterAll(() => portal?.close());

function windowOf(role: PartnerRole, partner: PageView['partner']): Person {
  const window = windows.get(`${role} of ${partner}`);
  if (window === undefined) throw new Error(`Nobody is ${role} of the partner ${partner}`);
  return window;
}

let system: Awaited<ReturnType<typeof addPartnerSystem>>;
async function addPartnerAtWork(): Promise<string> {
  system = await addPartnerSystem(portal);
  const { partnerId } = system;
  const { rows } = await portal.database.owner.query(
    'update api_certificates set name = $2 where partner_id = $1 returning certificate_id',
    [partnerId, CERTIFICATE],
  );
  ids.certificateId = rows[0].certificate_id;
  ids.accountId = await addAccount(portal.database, { partnerId, role: 'viewer' });
  await portal.database.owner.query('update accounts set name = $2 where account_id = $1', [ids.accountId, COLLEAGUE]);
  return partnerId;
}

async function registerWebhook({ person }: Person): Promise<void> {
  const answer = await fetch(`${portal.origin}${WEBHOOKS}`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url: portal.receiver.url() }),
  });
  expect(answer.status).toBe(200);
}

/** A business with a document, a delivered event, and a replay in progress. */
async function fillAtWork(partnerId: string): Promise<void> {
  const { owner } = portal.database;
  const { customerId } = await system.create({ companyName: COMPANY });
  // As left by an upload and its check.
  await owner.query(
    `insert into documents (partner_id, document_id, customer_id, category, content_type, status, object_key, version_id, sha256,
       size_bytes, created_at, link_expires_at, uploaded_at, confirmed_at)
     select partner_id, $2::uuid, customer_id, 'BankStatement', 'application/pdf', 'Confirmed', 'documents/' || $2::uuid || '.pdf',
       'v1', repeat('0', 64), 4711, now(), now(), now(), now()
     from customers where customer_id = $1`,
    [customerId, uuidv7(new Date())],
  );
  await until(async () => {
    const { rows } = await owner.query(
      `select delivery_id from webhook_deliveries where partner_id = $1 and status = 'Delivered'`,
      [partnerId],
    );
    ids.id = rows[0]?.delivery_id;
    return rows.length > 0;
  }, 'an event is delivered');
  const at = new Date();
  const series = await storeReplay(owner, { partnerId, at, created: 3 });
  await storeDeliveries(owner, await storeEvents(owner, { partnerId, count: 3, from: at }), {
    status: 'Pending',
    series,
  });
  // Not due before the test ends.
  await owner.query(
    `update webhook_deliveries set next_attempt_at = now() + interval '1 day' where replay_series = $1`,
    [series],
  );
  Object.assign(ids, { customerId, series });
}

/** With the ids of existing data. */
const addressOf = ({ page, search }: PageView) =>
  `${page}${search === undefined ? '' : `?${search}`}`.replaceAll(/\$(\w+)/g, (_all, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`Nothing has the id ${name}`);
    return id;
  });

/** The names of the disabled controls of the page itself. */
async function disabledOn({ page }: SiteWindow): Promise<string[]> {
  const main = page.getByRole('main');
  const all = [
    ...(await main.getByRole('button', { disabled: true }).all()),
    ...(await main.getByRole('link', { disabled: true }).all()),
  ];
  const names = all.map(async (one) => (await one.getAttribute('aria-label')) ?? (await one.textContent()) ?? '');
  return [...new Set(await Promise.all(names))].sort();
}

test('the table names every page', () => {
  expect([...new Set(PORTAL_VIEWS.map(({ page }) => page))].sort()).toEqual(pagesOf('portal').sort());
});

const nameOf = ({ page, search, partner }: PageView) =>
  `${page}${search === undefined ? '' : `?${search}`}, ${partner}`;

test.each(PORTAL_VIEWS.map((view) => [nameOf(view), view] as const))(
  '%s: shows each role what it may see, and disables what it may not do',
  async (_name, view) => void (await Promise.all(PARTNER_ROLES.map((role) => lookAs(role, view)))),
);

async function lookAs(role: PartnerRole, view: PageView): Promise<void> {
  const { partner, shows, controls } = view;
  const window = windowOf(role, partner);
  const main = window.page.getByRole('main');
  const mine = (named: typeof shows) => Object.keys(named).filter((name) => named[name]?.includes(role));
  const others = (named: typeof shows) => Object.keys(named).filter((name) => !mine(named).includes(name));
  window.complaints.length = 0;
  await window.open(addressOf(view));
  await settled(window.page);
  const read = (words: string) => window.page.getByText(words).filter({ visible: true });
  for (const words of mine(shows)) await read(words).first().waitFor();
  for (const words of others(shows)) expect(await read(words).count(), `${role}: ${words}`).toBe(0);
  for (const name of Object.keys(controls ?? {})) {
    const control = main.getByRole('button', { name, exact: true }).or(main.getByRole('link', { name, exact: true }));
    await control.first().waitFor();
  }
  if (controls !== undefined) expect(await disabledOn(window), `disabled for ${role}`).toEqual(others(controls).sort());
  expect(window.complaints).toEqual([]);
}
