// An attacker knows an e-mail address and tries passwords: they must neither get in nor lock the owner out.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../harness/accounts.ts';
import { problemOf, type TestPage, titleOf } from '../harness/browser.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { openSignInScene, type SceneBrowser, type SceneUser, type SignInScene } from './sign-in-scene.ts';

const PASSWORD_FORM = /^\/sign-in\/[\w-]+$/;
const WHOLE = ['Sign in to the partner portal', 'Your second factor', 'session'];
const BLOCKED = 'There were too many failed attempts';

let database: TestDatabase;
let scene: SignInScene;
beforeAll(async () => {
  database = await cloneDatabase();
  scene = await openSignInScene(database);
});
afterAll(async () => {
  await scene?.close();
  await database?.close();
});

/** Submits wrong passwords until one is refused unchecked; counts the checked ones. */
async function guess(
  person: SceneUser,
  browser: SceneBrowser,
  times = 12,
): Promise<{ looked: number; last: TestPage }> {
  let page = await browser.begin();
  const form = page;
  let looked = 0;
  // Stops the clock: on a slow machine, one attempt may take longer than the first block.
  scene.clock.stopAt(scene.clock.now());
  for (let tries = 0; tries < times; tries++) {
    page = await browser.identity.submit(form, PASSWORD_FORM, { email: person.email, password: `guess ${tries}` });
    if (page.status === 429) break;
    looked++;
  }
  scene.clock.move(0);
  return { looked, last: page };
}

const password = async (person: SceneUser, browser: SceneBrowser) => {
  const page = await browser.identity.submit(await browser.begin(), PASSWORD_FORM, {
    email: person.email,
    password: PASSWORD,
  });
  return problemOf(page) ?? titleOf(page);
};

/** Guesses until unknown devices are blocked for several minutes. */
async function storm(person: SceneUser): Promise<void> {
  for (let waits = 2; waits <= 512; waits *= 2) {
    const { last } = await guess(person, scene.browser());
    expect(last.status).toBe(429);
    if (waits < 512) scene.clock.move(waits * 1000);
  }
}

test('wrong passwords from an unknown device block unknown devices, but not step-ups and account pages of a signed-in user', async () => {
  const person = await scene.person();
  const admin = scene.browser();
  await admin.signIn(person);
  const page = await admin.begin('?stepUp=1');
  const confirm = await admin.identity.open('/account/confirm?next=codes');
  await storm(person);
  expect(await password(person, scene.browser())).toContain(BLOCKED);
  const stepped = await admin.identity.submit(page, /\/factor$/, { code: scene.code(person) }, { with: 'Totp' });
  expect([problemOf(stepped), new URL(stepped.leftTo ?? 'http://stayed').pathname]).toEqual([
    undefined,
    '/api/session/partner/callback',
  ]);
  const confirmed = await admin.identity.submit(confirm, /confirm/, { code: scene.code(person) }, { with: 'Totp' });
  expect([problemOf(confirmed), titleOf(confirmed)]).toEqual([undefined, 'Create new recovery codes?']);
  expect(await password(person, scene.browser())).toContain(BLOCKED);
});

test('a device on which the user has signed in before has its own attempts; a forged cookie or one of another user does not count', async () => {
  const person = await scene.person();
  const known = scene.browser();
  expect(await known.signIn(person)).toEqual(WHOLE);
  await known.call('POST', '/sign-out');
  const another = scene.browser();
  await another.signIn(await scene.person());
  await another.call('POST', '/sign-out');
  await storm(person);
  expect(await password(person, scene.browser())).toContain(BLOCKED);
  expect(await password(person, another)).toContain(BLOCKED);
  const forged = scene.browser();
  forged.identity.setCookie('device', Buffer.from('\0\u0002k1 known').toString('base64url'));
  expect(await password(person, forged)).toContain(BLOCKED);
  expect(await known.signIn(person)).toEqual(WHOLE);
  // A known device has no more attempts than others.
  await known.call('POST', '/sign-out');
  const own = await guess(person, known);
  expect([own.looked, own.last.status]).toEqual([6, 429]);
});

test('a new password makes all devices unknown', async () => {
  const person = await scene.person();
  const known = scene.browser();
  await known.signIn(person);
  await known.call('POST', '/sign-out');
  await database.owner.query('update accounts set password_changed_at = $2 where account_id = $1', [
    person.accountId,
    scene.clock.now(),
  ]);
  await storm(person);
  expect(await password(person, known)).toContain(BLOCKED);
});

test('failed attempts expire: a day after an attack, the free attempts are back', async () => {
  const person = await scene.person();
  await storm(person);
  scene.clock.move(900_000);
  const late = await guess(person, scene.browser());
  expect([late.looked, late.last.status]).toEqual([1, 429]);
  scene.clock.move(24 * 3_600_000);
  const rested = await guess(person, scene.browser());
  expect([rested.looked, rested.last.status]).toEqual([6, 429]);
});
