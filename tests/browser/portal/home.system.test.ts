// The home page with data: what a sandbox shows a newcomer, and what production requires.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEndpoint } from '../../harness/dispatching.ts';
import { addPartnerSystem, type PartnerSystem } from '../../harness/scenes/partner-system.ts';
import { decided } from '../../harness/scenes/reviewed.ts';
import { openPortal, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';

let portal: SiteScene;
let system: PartnerSystem;
beforeAll(async () => {
  portal = await openPortal();
  system = await addPartnerSystem(portal);
});
afterAll(() => portal?.close());

/** Sandbox and production require https, so this changes the name of the environment in the session's response. */
async function enterAs(environment: 'sandbox' | 'production', role: 'developer' | 'admin'): Promise<SiteWindow> {
  const window = await portal.enter({ partnerId: system.partnerId, role });
  await window.context.route('**/api/session/partner', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { value: Record<string, unknown> };
    await route.fulfill({ response: answer, json: { ...body, value: { ...body.value, environment } } });
  });
  return window;
}

// A string, because it uses browser types.
const COLOUR = 'element => getComputedStyle(element.parentElement).backgroundColor';

test('the sandbox names the registration number that gets the first business approved', async () => {
  const window = await enterAs('sandbox', 'developer');
  await window.open('/');
  await window.page.getByText('2 of 5 done').waitFor();
  await window.page.getByText('SBXAPPROVE makes the sandbox approve the customer', { exact: false }).waitFor();
  const command = window.page.getByRole('region', { name: 'the command that creates a customer' });
  await expect.poll(() => command.textContent()).toContain('SBXAPPROVE');
  expect(window.complaints).toEqual([]);
  await window.context.close();
});

test('with data, it shows the latest outcomes, expiring certificates, and the remaining steps before going live', async () => {
  const { partnerId } = system;
  for (const [companyName, outcome] of [
    ['Kadoma Textiles Ltd', 'RequestChanges'],
    ['Harbour Foods Ltd', 'Approve'],
  ] as const) {
    const reasons = outcome === 'Approve' ? [] : [{ code: 'Business.NameMismatch' }];
    await decided(portal.database, await system.create({ companyName }), { outcome, reasons });
  }
  await portal.database.owner.query(
    `update api_certificates set not_after = now() + interval '9 days 1 hour' where partner_id = $1`,
    [partnerId],
  );
  await addEndpoint(portal.database, portal.receiver.url(), new Date(), partnerId);
  await portal.database.owner.query('update webhook_lanes set last_success_at = now() where partner_id = $1', [
    partnerId,
  ]);
  const window = await enterAs('production', 'admin');
  await window.open('/');
  await window.page.getByText('4 of 5 done').waitFor();
  const main = window.page.getByRole('main');
  await main.getByRole('link', { name: 'Harbour Foods Ltd' }).waitFor();
  await main.getByRole('link', { name: 'Kadoma Textiles Ltd' }).waitFor();
  await main.getByText('9 days left').waitFor();
  const colourOf = (text: string) =>
    main.locator('.mantine-Badge-root').getByText(text, { exact: true }).evaluate(COLOUR);
  const elsewhere = await portal.enter({ partnerId, role: 'viewer' });
  await elsewhere.open('/customers?q=kadoma');
  const badge = elsewhere.page.getByRole('row').locator('.mantine-Badge-root').getByText('Changes requested');
  expect(await colourOf('Changes requested'), 'a status has one colour').toBe(await badge.evaluate(COLOUR));
  const conditions = await main.getByRole('listitem').filter({ hasText: 'At least two admins' }).first().textContent();
  expect(conditions).toContain('The webhook is active');
  await main.getByRole('link', { name: 'At least two admins, in case one is locked out' }).waitFor();
  expect(await window.look('home-at-work')).toEqual([]);
  // A second admin is the last condition.
  await portal.enter({ partnerId, role: 'admin' });
  await window.page.reload();
  await window.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await expect.poll(() => main.getByText('First steps').count()).toBe(0);
  expect(window.complaints).toEqual([]);
});
