// Four-eyes reviews by two analysts, in two browsers and by keyboard: an approval, a request for changes, evidence that changes
// before the confirmation, and a session that expires during a decision.
import type { PackageRecord, VerificationStatusRecord } from '@onboarding/contract';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts, PASSWORD, type TestAccounts } from '../../harness/accounts.ts';
import { validAddress, validIdentity, validPerson } from '../../harness/bodies.ts';
import { pressSequence } from '../../harness/chromium.ts';
import { until } from '../../harness/patience.ts';
import { addPartnerSystem, type PartnerSystem } from '../../harness/scenes/partner-system.ts';
import { flagged } from '../../harness/scenes/reviewed.ts';
import { openConsole, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import type { Customer } from '../../harness/scenes/updates.ts';
import type { SignedIn } from '../../harness/session.ts';
import { giveCode, givePassword } from '../../harness/sign-in-pages.ts';
import { pdfWithPages } from './pdfs.ts';

/** For a complete review by two analysts of a business with three people and five documents. */
const MOST_PRESSES = 40;
const WORDS = 'Please send the passport that replaces it; we need both sides.';

let scene: SiteScene;
let users: TestAccounts;
let system: PartnerSystem;
let partnerName: string;
let ada: SiteWindow;
let adasAccount: Awaited<ReturnType<TestAccounts['join']>>;
let ben: SiteWindow & { person: SignedIn };
beforeAll(async () => {
  scene = await openConsole({ storage: true });
  users = openAccounts(scene.database, scene.issuer);
  system = await addPartnerSystem(scene);
  const partners = await scene.database.owner.query('select name from partners where partner_id = $1', [
    system.partnerId,
  ]);
  partnerName = partners.rows[0].name;
  adasAccount = await users.join();
  ada = await scene.visit();
  await ada.page.goto(`${scene.origin}/console/queue`);
  const { secret } = adasAccount;
  const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });
  await givePassword(ada.page, adasAccount.email, PASSWORD);
  await giveCode(ada.page, code);
  ben = await scene.enter({ role: 'analyst' });
  // From now on, on every page they open; signing in uses separate windows.
  for (const { page } of [ada, ben]) {
    await page.addInitScript("addEventListener('pointerdown', () => sessionStorage.setItem('pointer', 'used'), true)");
  }
});
afterAll(async () => {
  await users?.close();
  await scene?.close();
});

let numbers = 0;
const passport = () => [{ ...validIdentity(), identityValue: `60607${String(++numbers).padStart(6, '0')}` }];
const person = (lastName: string, more: object = {}) =>
  validPerson({ firstName: 'Ines', lastName, address: validAddress(), identities: passport(), ...more });

const paper = (words: string) => pdfWithPages({ pages: [`BT /F1 12 Tf 20 360 Td (${words}) Tj ET`] });

/** Screened and flagged, with this number of documents. */
async function waiting(companyName: string, lastNames: string[], documents: number): Promise<Customer> {
  const customer = await system.create({
    companyName,
    registrationNumber: `RC${Date.now() % 1e6}${++numbers}`,
    businessPersonList: lastNames.map((one) => person(one, { percentageShare: 30 })),
  });
  const categories = ['CertificateOfIncorporation', 'BankStatement', 'ShareholderRegister', 'SourceOfFunds', 'Other'];
  for (const documentCategory of categories.slice(0, documents)) {
    const bytes = paper(`${documentCategory} of ${companyName}`);
    await system.upload(customer.customerId, { documentCategory, contentType: 'application/pdf', bytes });
  }
  await looked(customer);
  return customer;
}

const asBen = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await fetch(`${scene.origin}/api/compliance/v1${path}`, {
    method,
    headers: { ...ben.person.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return ((await answer.json()) as { value: T }).value;
};
const packageOf = ({ customerId }: Customer) => asBen<PackageRecord>('GET', `/packages/${customerId}`);
const statusOf = async ({ path }: Customer) =>
  (await system.call('GET', `${path}/verification-status`)).value as VerificationStatusRecord;

const looked = (customer: Customer) =>
  until(async () => {
    const { screeningPending, flagsPending } = await packageOf(customer);
    return !screeningPending && !flagsPending;
  }, 'it is screened and flagged');

/** A keyboard that counts key presses; a chord counts as one. */
function keyboardOf({ page }: SiteWindow) {
  let presses = 0;
  return {
    count: () => presses,
    async press(...keys: string[]) {
      for (const key of keys) {
        presses++;
        await page.keyboard.press(key);
      }
    },
    async sequence(...keys: string[]) {
      presses += keys.length;
      await pressSequence(page, ...keys);
    },
    async type(text: string) {
      presses += text.length;
      await page.keyboard.type(text);
    },
  };
}

async function expectNoPointer(): Promise<void> {
  for (const { page } of [ada, ben]) expect(await page.evaluate("sessionStorage.getItem('pointer')")).toBeNull();
}

/** Waits until the control has the focus. */
const focused = (
  page: Page,
  name: string | RegExp,
  role: 'button' | 'radio' | 'combobox' | 'textbox' | 'group' = 'button',
) =>
  // Attached, not visible: the library draws its own radio buttons and hides the browser's.
  page.getByRole(role, { name }).and(page.locator(':focus')).waitFor({ state: 'attached' });

/** Takes the next package, and waits until it is the expected one. */
async function takeNext({ page }: SiteWindow, keys: ReturnType<typeof keyboardOf>, { customerId, body }: Customer) {
  await keys.press('n');
  await page.waitForURL(`**/packages/${customerId}**`);
  await page.getByRole('heading', { level: 1, name: body.companyName }).waitFor();
  // Keys have no effect until the form is shown.
  await page.getByRole('radio', { name: 'Approve', exact: true }).waitFor({ state: 'attached' });
}

/** Opens each document with a key, and waits until the trail records it. */
async function openDocuments({ page }: SiteWindow, keys: ReturnType<typeof keyboardOf>, count: number) {
  for (let n = 0; n < count; n++) {
    const opened = page.waitForResponse((answer) => answer.url().endsWith('/file') && answer.ok());
    await keys.press(']');
    await opened;
    // The end of a file is only sent once the trail records it.
    await page.getByText('identical to the upload').waitFor();
  }
}

/** From any page to the colleagues' proposals, and to the only package there. */
async function openToConfirm(
  { page }: SiteWindow,
  keys: ReturnType<typeof keyboardOf>,
  { customerId, body }: Customer,
) {
  await keys.sequence('g', 'c');
  await page.waitForURL('**/queue?view=confirm');
  await page.getByRole('link', { name: body.companyName }).waitFor();
  await keys.press('j', 'Enter');
  await page.waitForURL(`**/packages/${customerId}**`);
}

/** Opens the confirmation dialog for the decision or proposal, with the focus on Cancel. */
async function ask({ page }: SiteWindow, keys: ReturnType<typeof keyboardOf>, name: string) {
  await keys.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(name, { exact: true }).waitFor();
  await expect.poll(() => dialog.textContent()).toContain(partnerName);
  await focused(page, 'Cancel');
}

/** Opens the dialog, moves past Cancel and confirms. */
async function decide(window: SiteWindow, keys: ReturnType<typeof keyboardOf>, name: string) {
  await ask(window, keys, name);
  await keys.press('Tab', 'Enter');
}

test('two analysts approve a business with three people and five documents with 40 key presses and no pointer', async () => {
  const customer = await waiting('Kadoma Textiles Ltd', ['Obi', 'Bello', 'Duarte'], 5);
  for (const window of [ada, ben]) await window.open('/queue');
  const first = keyboardOf(ada);
  await takeNext(ada, first, customer);
  await openDocuments(ada, first, 5);
  for (const name of ['Obi', 'Bello', 'Duarte']) {
    await first.press('p');
    await focused(ada.page, `Verdict on Ines ${name}`, 'group');
    await first.press('Tab', 'Enter');
    await ada.page.getByRole('button', { name: `Approve Ines ${name}`, pressed: true }).waitFor();
  }
  await first.press('d');
  await focused(ada.page, 'Approve', 'radio');
  await first.press('Space');
  await ada.page.getByRole('region', { name: 'What the partner will see' }).getByText('Approved').waitFor();
  expect(await ada.look('decision')).toEqual([]);
  // Enter, pressed out of habit, cancels: nothing is decided.
  await ada.page.keyboard.press('Control+Enter');
  await focused(ada.page, 'Cancel');
  expect(await ada.look('decision-dialog')).toEqual([]);
  await ada.page.keyboard.press('Enter');
  await ada.page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await packageOf(customer)).decisions).toEqual([]);
  await decide(ada, first, 'Kadoma Textiles Ltd');
  await ada.page.getByText('Approval proposed. A colleague must confirm it.').waitFor();
  await focused(ada.page, 'Take next');
  expect(await ada.look('proposed')).toEqual([]);

  const second = keyboardOf(ben);
  await openToConfirm(ben, second, customer);
  const unopened = ben.page.getByRole('status').filter({ hasText: 'Open these before you confirm' });
  await unopened.getByText('Bank statement').waitFor();
  expect(await ben.look('second-analyst')).toEqual([]);
  // Before that, there is no dialog.
  await ben.page.keyboard.press('Control+Enter');
  await ben.page.getByText('You have not opened every document yet.').waitFor();
  await expect.poll(() => ben.page.getByRole('dialog').count()).toBe(0);
  expect(await ben.look('second-analyst-refused')).toEqual([]);
  await openDocuments(ben, second, 5);
  await ben.page.getByText('You have opened every document that the proposer opened.').waitFor();
  await decide(ben, second, 'Kadoma Textiles Ltd');
  await ben.page.getByText('Approved. The partner has been notified.').waitFor();
  expect(await statusOf(customer)).toMatchObject({ verificationStatus: 'Approved', nextAction: 'None' });
  expect(await ben.look('confirmed')).toEqual([]);
  await focused(ben.page, 'Next to confirm');
  await ben.page.keyboard.press('n');
  await ben.page.getByText('Nothing else waits for your confirmation.').first().waitFor();
  await expectNoPointer();
  expect(first.count() + second.count()).toBeLessThanOrEqual(MOST_PRESSES);
});

test('changes are requested although the session expires meanwhile, the partner responds, and the business is approved', async () => {
  const customer = await waiting('Lagos Ferries Ltd', ['Okafor'], 1);
  await ada.open('/queue');
  const keys = keyboardOf(ada);
  await takeNext(ada, keys, customer);
  await keys.press('p');
  await focused(ada.page, 'Verdict on Ines Okafor', 'group');
  await keys.press('d');
  await focused(ada.page, 'Approve', 'radio');
  await keys.press('ArrowRight');
  await focused(ada.page, 'Changes', 'radio');
  await keys.press('Tab');
  await focused(ada.page, 'Reason', 'combobox');
  await keys.type('expired');
  await ada.page.getByRole('option', { name: 'The identity document of the person has expired.' }).waitFor();
  await keys.press('Enter');
  await focused(ada.page, 'Your message to the partner', 'textbox');
  await keys.type(WORDS);
  const reads = ada.page.getByRole('region', { name: 'What the partner will see' });
  await reads.getByText(WORDS).waitFor();
  await reads.getByText(/Ines Okafor · Upload documents/).waitFor();
  expect(await ada.look('changes')).toEqual([]);

  // The dialog is open before the session expires: otherwise a background request would report it first.
  await ask(ada, keys, 'Lagos Ferries Ltd');
  await keys.press('Tab');
  for (const table of ['sessions', 'sign_ins']) {
    await scene.database.owner.query(
      `update ${table} set last_seen_at = now() - interval '31 minutes' where account_id = $1`,
      [adasAccount.accountId],
    );
  }
  await keys.press('Enter');
  const ended = ada.page.getByRole('dialog', { name: 'Your session has ended' });
  await ended.waitFor();
  const [popup] = await Promise.all([
    ada.context.waitForEvent('page'),
    ended.getByRole('button', { name: 'Sign in again' }).press('Enter'),
  ]);
  const closed = popup.waitForEvent('close');
  await givePassword(popup, adasAccount.email, PASSWORD);
  await popup.getByLabel('One of your recovery codes').fill(adasAccount.codes[0] ?? '');
  await popup.getByRole('button', { name: 'Use a recovery code' }).click();
  await closed;
  await ended.waitFor({ state: 'detached' });
  await expect.poll(() => ada.page.getByRole('textbox', { name: 'Your message' }).inputValue()).toBe(WORDS);
  await ada.page.keyboard.press('Escape');
  await ada.page.getByRole('dialog').waitFor({ state: 'detached' });
  await decide(ada, keys, 'Lagos Ferries Ltd');
  await ada.page.getByText('The partner has been asked for changes.').waitFor();
  expect(await statusOf(customer)).toMatchObject({
    verificationStatus: 'ChangesRequested',
    reasons: [{ code: 'Person.IdentityExpired', message: WORDS, uboId: customer.uboIds[0] }],
  });

  const [known] = customer.body.businessPersonList as { email: string }[];
  const answered = await system.call('PATCH', customer.path, {
    businessPersonList: [person('Okafor', { email: known?.email })],
  });
  expect(answered.status).toBe(200);
  await looked(customer);
  await ben.open('/queue');
  const bens = keyboardOf(ben);
  await takeNext(ben, bens, customer);
  await ben.page.getByText('You have not opened this document yet').waitFor();
  await openDocuments(ben, bens, 1);
  await bens.press('d');
  await focused(ben.page, 'Approve', 'radio');
  await bens.press('Space');
  await ben.page.getByRole('region', { name: 'What the partner will see' }).getByText('Approved').waitFor();
  await decide(ben, bens, 'Lagos Ferries Ltd');
  await ben.page.getByText('Approval proposed. A colleague must confirm it.').waitFor();
  await openToConfirm(ada, keys, customer);
  await ada.page.getByRole('heading', { name: 'Ada Lind proposes approval' }).waitFor();
  await openDocuments(ada, keys, 1);
  await ada.page.getByText('You have opened every document that the proposer opened.').waitFor();
  await decide(ada, keys, 'Lagos Ferries Ltd');
  await ada.page.getByText('Approved. The partner has been notified.').waitFor();
  expect(await statusOf(customer)).toMatchObject({ verificationStatus: 'Approved', attempt: 2, reasons: [] });
  await expectNoPointer();
});

test('a proposal that ends without a decision is reported on every open page, and its buttons disappear', async () => {
  const customer = await waiting('Volta Salt Ltd', ['Mensah'], 0);
  const { customerId } = customer;
  const supervisor = await scene.enter({ role: 'supervisor' });
  for (const [window, name] of [
    [ben, 'Ben Osei'],
    [supervisor, 'Sade Supervisor'],
  ] as const) {
    await scene.database.owner.query('update accounts set name = $2 where account_id = $1', [
      window.person.accountId,
      name,
    ]);
  }
  const propose = async (outcome: string, reasons?: object[]) => {
    const { evidenceVersion: seenVersion } = await packageOf(customer);
    await asBen('POST', `/packages/${customerId}/decisions`, { seenVersion, outcome, reasons });
  };
  const ended = ({ page }: SiteWindow) => page.getByRole('alert').filter({ hasText: /The proposal (was|is)/ });
  const proposed = ({ page }: SiteWindow, words: string) => page.getByRole('heading', { name: words }).waitFor();
  const expectNoButton = ({ page }: SiteWindow) =>
    expect.poll(() => page.getByRole('button', { name: /^Confirm/ }).count()).toBe(0);
  await asBen('POST', `/packages/${customerId}/claim`);
  await propose('Approve');
  for (const window of [ben, supervisor]) await window.open(`/packages/${customerId}`);
  await proposed(supervisor, 'Ben Osei proposes approval');

  await ben.page.getByRole('button', { name: 'Withdraw' }).press('Enter');
  await ended(supervisor).getByText('Ben Osei withdrew the proposal').waitFor();
  await expectNoButton(supervisor);
  expect(await supervisor.look('withdrawn')).toEqual([]);
  await ben.page.getByRole('radio', { name: 'Approve', exact: true }).waitFor({ state: 'attached' });
  await expect.poll(() => ended(ben).count()).toBe(0);
  await ben.page.getByRole('radio', { name: 'Reject' }).press('Space');
  const reason = ben.page.getByRole('combobox', { name: 'Reason' });
  // As users do: focus opens the list, then typing filters it and selects the first match. Text typed before the list opens
  // selects none.
  await reason.focus();
  await ben.page.getByRole('option').nth(1).waitFor();
  await reason.fill('accept');
  const first = ben.page.locator('[role=option][data-combobox-selected]');
  await first.getByText('The business cannot be accepted under our policies.').waitFor();
  await reason.press('Enter');
  await ben.page.getByRole('region', { name: 'What the partner will see' }).getByText('Rejected').waitFor();
  expect(await ben.look('decision-reject')).toEqual([]);

  await propose('Approve');
  await proposed(supervisor, 'Ben Osei proposes approval');
  await expect.poll(() => ended(supervisor).count()).toBe(0);
  await proposed(ben, 'You propose approval');
  await supervisor.page.getByRole('button', { name: 'Disagree, send back' }).press('Enter');
  const disagree = supervisor.page.getByRole('dialog', { name: 'Send this proposal back?' });
  await focused(supervisor.page, 'What should Ben Osei reconsider?', 'textbox');
  await disagree.getByRole('button', { name: 'Send back' }).press('Enter');
  await disagree.getByText('Say why, so that the next proposal can be better.').waitFor();
  expect(await supervisor.look('send-back')).toEqual([]);
  await disagree.getByRole('textbox').fill('The salt works have another owner.');
  await disagree.getByRole('button', { name: 'Send back' }).press('Enter');
  await supervisor.page.getByText('Sent back to Ben Osei, with your note.').waitFor();
  await focused(supervisor.page, 'Next to confirm');
  await ended(ben).getByText('Supervisor sent your proposal back').waitFor();
  await ended(ben).getByText('The salt works have another owner.').waitFor();
  expect(await ben.look('sent-back')).toEqual([]);
  await ben.open('/queue?view=mine');
  await ben.page.getByText('Sent back', { exact: true }).waitFor();
  expect(await ben.look('queue-sent-back')).toEqual([]);
  await ben.open(`/packages/${customerId}`);
  await ended(ben).getByText('The salt works have another owner.').waitFor();

  await propose('Approve');
  await proposed(supervisor, 'Ben Osei proposes approval');
  await propose('RequestChanges', [{ code: 'Business.AddressUnverified' }]);
  await ended(supervisor)
    .getByText('Ben Osei’s proposal was voided because the package was released, or changes were requested')
    .waitFor();
  await expectNoButton(supervisor);
  expect(supervisor.complaints).toEqual([]);
  await supervisor.context.close();
  await scene.database.owner.query(`update accounts set name = 'Ada Lind' where account_id = $1`, [
    ben.person.accountId,
  ]);
});

test('a confirmation is refused if the evidence has changed, and shows the change; a void proposal has no buttons', async () => {
  const customer = await waiting('Niger Mills Ltd', ['Eze'], 0);
  const { customerId } = customer;
  const supervisor = await scene.enter({ role: 'supervisor' });
  await asBen('POST', `/packages/${customerId}/claim`);
  const { evidenceVersion: seenVersion } = await packageOf(customer);
  await asBen('POST', `/packages/${customerId}/decisions`, { seenVersion, outcome: 'Approve' });
  const { page } = supervisor;
  // Blocks updates of the page.
  await page.route('**/state', (route) => route.abort());
  await supervisor.open(`/packages/${customerId}`);
  await page.getByRole('heading', { name: 'Ada Lind proposes approval' }).waitFor();
  await flagged(scene.database, customer, [{ code: 'NoOwner', facts: { people: 1 } }]);
  const keys = keyboardOf(supervisor);
  await decide(supervisor, keys, 'Niger Mills Ltd');
  const changed = page.getByRole('alert', { name: 'The evidence has changed', exact: true });
  await changed.getByText('A flag was raised. The only person named is not an owner').waitFor();
  await expect.poll(() => page.getByText('The evidence has changed since you read the package').count()).toBe(1);
  expect(await supervisor.look('evidence-changed')).toEqual([]);
  // Cannot be confirmed until the change has been reviewed.
  await keys.press('Control+Enter');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await changed.getByRole('button', { name: 'I have reviewed this' }).press('Enter');
  await changed.waitFor({ state: 'detached' });
  await keys.press('Control+Enter');
  await page.getByRole('dialog').waitFor();

  await page.unroute('**/state');
  const bytes = paper('A bank statement that nobody has seen');
  await system.upload(customerId, { documentCategory: 'BankStatement', contentType: 'application/pdf', bytes });
  await page
    .getByRole('alert')
    .filter({ hasText: 'The proposal is void' })
    .getByText(/a new document was confirmed/)
    .waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('button', { name: /^Confirm/ }).count()).toBe(0);
  expect(await supervisor.look('voided')).toEqual([]);
  for (const { complaints } of [ada, ben, supervisor]) expect(complaints).toEqual([]);
});
