// An attacker uses a browser that its user has left, or a cookie that was stolen before its owner signed out.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestPage, titleOf } from '../harness/browser.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { openSignInScene, type SignInScene } from './sign-in-scene.ts';

const MINUTE = 60_000;
const PASSWORD_PAGE = 'Sign in to the partner portal';
const WHOLE = [PASSWORD_PAGE, 'Your second factor', 'session'];

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

test('after half an hour of inactivity, the next sign-in asks for password and second factor, also for a step-up', async () => {
  const browser = scene.browser();
  const person = await scene.person();
  expect(await browser.signIn(person)).toEqual(WHOLE);
  scene.clock.move(31 * MINUTE);
  expect((await browser.call('GET', '')).status).toBe(401);
  expect(browser.asked(await browser.begin('?stepUp=1'))).toBe(PASSWORD_PAGE);
  expect(browser.asked(await browser.begin())).toBe(PASSWORD_PAGE);
  // The account pages depend on the same sign-in.
  expect((await browser.identity.open('/account')).status).toBe(401);
  expect(await browser.signIn(person)).toEqual(WHOLE);
});

test('an active sign-in needs no new authentication until it expires after twelve hours, however often it is renewed', async () => {
  const browser = scene.browser();
  const person = await scene.person();
  await browser.signIn(person);
  const first = (await browser.call('GET', '')).value;
  const began = scene.clock.now().getTime();
  const until = Date.parse(String(first.expiresAt));
  expect(until - began).toBeLessThanOrEqual(12 * 60 * MINUTE);
  let renewed = 0;
  while (scene.clock.now().getTime() + 26 * MINUTE < began + 12 * 60 * MINUTE) {
    scene.clock.move(25 * MINUTE);
    // Alternates between API and provider: a request to either keeps both alive.
    if (renewed % 2 === 0) expect((await browser.call('GET', '')).status).toBe(200);
    else expect(browser.asked(await browser.begin())).toBe('session');
    renewed++;
  }
  expect(renewed).toBeGreaterThan(20);
  // A step-up renews the second factor but does not extend the session.
  expect(await browser.signIn(person, '?stepUp=1')).toEqual(['Confirm that it is you', 'session']);
  const last = (await browser.call('GET', '')).value;
  expect(Date.parse(String(last.secondFactorAt))).toBeGreaterThan(until - 60 * MINUTE);
  expect(last.expiresAt).toBe(first.expiresAt);
  expect(browser.asked(await browser.begin())).toBe('session');
  expect((await browser.call('GET', '')).value).toMatchObject({
    expiresAt: first.expiresAt,
    secondFactorAt: last.secondFactorAt,
  });
  scene.clock.moveTo(new Date(until + 2000));
  expect((await browser.call('GET', '')).status).toBe(401);
  expect(browser.asked(await browser.begin())).toBe(PASSWORD_PAGE);
});

test('signing out at the API ends the sign-in and all its sessions at once, without a redirect', async () => {
  const browser = scene.browser();
  const person = await scene.person();
  await browser.signIn(person);
  // An attacker has copied all cookies, and the same sign-in has created another session.
  const stolen = browser.session();
  browser.setSession(undefined);
  expect(browser.asked(await browser.begin())).toBe('session');
  expect(browser.session()).not.toBe(stolen);
  expect((await browser.call('POST', '/sign-out')).status).toBe(200);
  expect(browser.session()).toBeUndefined();
  browser.setSession(stolen);
  expect((await browser.call('GET', '')).status).toBe(401);
  browser.setSession(undefined);
  expect(browser.asked(await browser.begin())).toBe(PASSWORD_PAGE);
  expect((await browser.identity.open('/account')).status).toBe(401);
});

test('an ID token states which factors were used and when: unchanged after a silent sign-in, without pwd after a step-up', async () => {
  const browser = scene.browser();
  const person = await scene.person();
  await browser.signIn(person);
  const claims = async (page: TestPage) => scene.portal.claimsOf(page.leftTo ?? `stayed on ${titleOf(page)}`);
  const first = await claims(await browser.identity.open(scene.portal.authorizeUrl()));
  expect(first.amr).toEqual(['pwd', 'otp', 'mfa']);
  scene.clock.move(20 * MINUTE);
  const silent = await claims(await browser.identity.open(scene.portal.authorizeUrl()));
  expect(silent).toMatchObject({ amr: first.amr, auth_time: first.auth_time });
  const page = await browser.identity.open(scene.portal.authorizeUrl({ prompt: 'login' }));
  const recovery = { recovery: person.codes[0] ?? '' };
  const again = await claims(await browser.identity.submit(page, /factor$/, recovery, { with: 'RecoveryCode' }));
  expect(again).toMatchObject({ amr: ['recovery'], signed_in_at: first.auth_time });
  expect(Number(again.auth_time)).toBeGreaterThanOrEqual(Number(first.auth_time) + 20 * 60);
});

test('an authorization code redeemed after signing out creates no session', async () => {
  const browser = scene.browser();
  await browser.signIn(await scene.person());
  const { rows } = await database.owner.query('select count(*)::int as open from sessions');
  // As if the user signed out in another window after the provider's redirect and before the API redeems the code.
  await database.owner.query(`create function sign_out_first() returns trigger language plpgsql as $$
    begin update onboarding.sign_ins set ended_at = now(); return new; end $$`);
  await database.owner.query(
    `create trigger sign_out_first after update on oidc_records for each row
     when (new.model = 'AuthorizationCode' and new.consumed_at is not null) execute function sign_out_first()`,
  );
  const before = browser.session();
  expect(browser.asked(await browser.begin())).toBe('refused with 400');
  expect(browser.session()).toBe(before);
  expect((await database.owner.query('select count(*)::int as open from sessions')).rows).toEqual(rows);
  await database.owner.query('drop trigger sign_out_first on oidc_records');
});
