// Notices reach an analyst on any page, without a reload.
import type { DecisionAnswer, PackageRecord } from '@onboarding/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asStaff } from '../../harness/scenes/businesses.ts';
import { addPartnerSystem } from '../../harness/scenes/partner-system.ts';
import { openConsole, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import type { SignedIn } from '../../harness/session.ts';

type Staff = SiteWindow & { person: SignedIn };

let scene: SiteScene;
let ada: Staff;
let ben: Staff;
const ids: Record<string, string> = {};
beforeAll(async () => {
  scene = await openConsole();
  [ada, ben] = [await scene.enter({ role: 'analyst' }), await scene.enter({ role: 'analyst' })];
  for (const [{ person }, name] of [
    [ada, 'Ada Lind'],
    [ben, 'Ben Okoro'],
  ] as const) {
    await scene.database.owner.query('update accounts set name = $2 where account_id = $1', [person.accountId, name]);
  }
  const partner = await addPartnerSystem(scene, 'Acme Payments');
  for (const companyName of ['Kano Mills', 'Jos Minerals', 'The Very Long Trading Company of Ouagadougou and Sons']) {
    const { customerId } = await partner.create({ companyName, tradingName: companyName });
    ids[companyName] = customerId;
  }
});
afterAll(() => scene?.close());

const claim = (staff: Staff, name: string) => asStaff(scene, staff.person, 'POST', `/packages/${ids[name]}/claim`);

async function proposeRejection(staff: Staff, name: string): Promise<string> {
  const found = (await asStaff(scene, staff.person, 'GET', `/packages/${ids[name]}`)) as PackageRecord;
  const seenVersion = found.evidenceVersion;
  const reasons = [{ code: 'Business.NameMismatch' }];
  const body = { outcome: 'Reject', reasons, seenVersion };
  const made = await asStaff(scene, staff.person, 'POST', `/packages/${ids[name]}/decisions`, body);
  return (made as DecisionAnswer).decisionId;
}

const bell = ({ page }: SiteWindow, name: string) => page.getByRole('button', { name, exact: true });

test('the bell counts new notices without a reload, its list opens the package, and opened notices are no longer new', async () => {
  const { page } = ben;
  await ben.page.clock.install();
  await ben.open('/search');
  await bell(ben, 'Notices').waitFor();
  await bell(ben, 'Notices').click();
  await page.getByText('Nothing needs you now.', { exact: false }).waitFor();
  expect(await ben.look('notices-none')).toEqual([]);
  await page.keyboard.press('Escape');

  await claim(ada, 'Kano Mills');
  await proposeRejection(ada, 'Kano Mills');
  await claim(ben, 'The Very Long Trading Company of Ouagadougou and Sons');
  await scene.database.owner.query(`update reviews set queued_at = now() - interval '50 hours' where claimed_by = $1`, [
    ben.person.accountId,
  ]);
  await claim(ben, 'Jos Minerals');
  const decisionId = await proposeRejection(ben, 'Jos Minerals');
  await asStaff(scene, ada.person, 'POST', `/packages/${ids['Jos Minerals']}/decisions/${decisionId}/send-back`, {
    text: 'The name is the same in the register.',
  });
  await page.clock.fastForward(31_000);
  await bell(ben, 'Notices, 3 new').waitFor();
  expect(await ben.look('notices-new')).toEqual([]);
  await bell(ben, 'Notices, 3 new').click();
  const list = page.getByRole('dialog', { name: 'Notices' });
  await list.getByText('Ada Lind sent your proposal back').waitFor();
  await list.getByText('Ada Lind proposes to reject it').waitFor();
  await list.getByText('2 h late').waitFor();
  expect(await ben.look('notices')).toEqual([]);
  await bell(ben, 'Notices').waitFor();
  await list.getByRole('link', { name: 'Jos Minerals' }).click();
  await page.waitForURL(new RegExp(`/packages/${ids['Jos Minerals']}`));
  await list.waitFor({ state: 'detached' });
  await bell(ben, 'Notices').waitFor();
  expect(ben.complaints).toEqual([]);
});

test('without notices in the API, as in the release before, the frame has no bell', async () => {
  const { page } = ada;
  await page.route('**/notices/counts', (route) => route.fulfill({ status: 404, json: {} }));
  await ada.open('/queue');
  await page.getByRole('heading', { name: 'Queue' }).waitFor();
  expect(await page.getByRole('button', { name: /^Notices/ }).count()).toBe(0);
  await page.unroute('**/notices/counts');
});

test('an auditor, who has no packages, has no bell', async () => {
  const auditor = await scene.enter({ role: 'auditor' });
  await auditor.open('/queue');
  await auditor.page.getByRole('heading', { name: 'Queue' }).waitFor();
  expect(await auditor.page.getByRole('button', { name: /^Notices/ }).count()).toBe(0);
  expect(auditor.complaints).toEqual([]);
});
