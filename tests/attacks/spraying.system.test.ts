// One password on many accounts, from many addresses: only a few attempts each, so that no account and no address is blocked.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../harness/accounts.ts';
import { problemOf, titleOf } from '../harness/browser.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { openSignInScene, type SceneUser, type SignInScene } from './sign-in-scene.ts';

const ACCOUNTS = 200;
const ADDRESSES = 50;
const PASSWORD_FORM = /^\/sign-in\/[\w-]+$/;

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

/** Half of the addresses have an account. */
async function targets(): Promise<string[]> {
  const { partnerId } = await database.addPartner();
  const { rows } = await database.owner.query<{ email: string }>(
    `insert into accounts (account_id, realm, partner_id, role, email, email_key, name, status, password_hash, password_changed_at, created_at)
     select gen_random_uuid(), 'partner', $1, 'viewer', i || '@sprayed.example', i || '@sprayed.example', 'Someone', 'Active',
       '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b0tY2rW5V1aGy3K4bPm0sTgN2w', now(), now()
     from generate_series(1, $2) i returning email`,
    [partnerId, ACCOUNTS / 2],
  );
  return [...rows.map(({ email }) => email), ...Array.from({ length: ACCOUNTS / 2 }, (_, i) => `${i}@nobody.example`)];
}

async function attempts(outcome: string): Promise<number> {
  const text = await (await fetch(scene.identity.metricsUrl)).text();
  const line = new RegExp(
    `^onboarding_sign_in_attempts_total\\{[^}]*step="password",outcome="${outcome}"[^}]*\\} (\\d+)`,
    'm',
  );
  return Number(line.exec(text)?.[1] ?? 0);
}

async function signsIn(person: SceneUser): Promise<string> {
  const browser = scene.browser();
  const given = { email: person.email, password: PASSWORD };
  return titleOf(await browser.identity.submit(await browser.begin(), PASSWORD_FORM, given));
}

test('counts and refuses every attempt, does not reveal which addresses have accounts, and still lets others sign in', async () => {
  const person = await scene.person();
  const emails = await targets();
  const answers = new Map<string, number>();
  const perAddress = ACCOUNTS / ADDRESSES;
  for (let address = 0; address < ADDRESSES; address++) {
    const browser = scene.browser();
    const form = await browser.begin();
    for (const email of emails.filter((_, index) => index % ADDRESSES === address)) {
      const page = await browser.identity.submit(form, PASSWORD_FORM, { email, password: 'Onboarding-2026!' });
      const said = `${email.endsWith('@nobody.example') ? 'nobody' : 'account'} ${page.status} ${problemOf(page)}`;
      answers.set(said, (answers.get(said) ?? 0) + 1);
    }
  }
  expect(perAddress).toBe(4);
  const wrong = '400 The e-mail address or the password is wrong. Check both, or choose “Forgotten password” below.';
  expect(Object.fromEntries(answers)).toEqual({ [`account ${wrong}`]: 100, [`nobody ${wrong}`]: 100 });
  expect([await attempts('refused'), await attempts('passed')]).toEqual([ACCOUNTS, 0]);
  const { rowCount } = await database.owner.query(`select from account_events where kind = 'Refused'`);
  expect(rowCount).toBe(ACCOUNTS);
  expect(await signsIn(person)).toBe('Your second factor');
  expect(await attempts('passed')).toBe(1);
});
