// An attacker knows the password, and perhaps a recovery code or a passkey that belongs to someone else or was already used.
import { addSecondFactor, passkeySite } from '@onboarding/domain/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccounts, PASSWORD, type TestAccounts, VISITOR } from '../harness/accounts.ts';
import { createAuthenticator, type TestAuthenticator } from '../harness/authenticator.ts';
import { problemOf, type TestPage, titleOf } from '../harness/browser.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { openSignInScene, type SceneBrowser, type SceneUser, type SignInScene } from './sign-in-scene.ts';

const PASSWORD_FORM = /^\/sign-in\/[\w-]+$/;

let database: TestDatabase;
let scene: SignInScene;
let accounts: TestAccounts;
beforeAll(async () => {
  database = await cloneDatabase();
  scene = await openSignInScene(database);
  accounts = openAccounts(database, scene.identity.issuer);
});
afterAll(async () => {
  await accounts?.close();
  await scene?.close();
  await database?.close();
});

/** Enters the right password in a new browser and returns the page that asks for the second factor. */
async function halfIn(person: SceneUser, browser: SceneBrowser = scene.browser()) {
  const given = { email: person.email, password: PASSWORD };
  const page = await browser.identity.submit(await browser.begin(), PASSWORD_FORM, given);
  expect(titleOf(page)).toBe('Your second factor');
  return { browser, page };
}

interface HalfIn {
  browser: SceneBrowser;
  page: TestPage;
}

/** "in" if the provider redirects the browser to the application. */
const outcomeOf = (page: TestPage) => (page.leftTo === undefined ? (problemOf(page) ?? titleOf(page)) : 'in');
const useCode = async ({ browser, page }: HalfIn, recovery: string) =>
  outcomeOf(await browser.identity.submit(page, /\/factor$/, { recovery }, { with: 'RecoveryCode' }));
const usePasskey = async ({ browser, page }: HalfIn, answer: string) =>
  outcomeOf(await browser.identity.submit(page, /\/factor$/, { answer }, { with: 'Passkey' }));

const eventsOf = async ({ accountId }: SceneUser, kind: string) =>
  (await database.owner.query('select from account_events where account_id = $1 and kind = $2', [accountId, kind]))
    .rowCount;

const WRONG_CODE = 'This recovery code is wrong or has already been used. Try another one.';

describe('a recovery code', () => {
  test('is refused once used; one of another account is refused and stays valid for its owner', async () => {
    const [person, other] = [await scene.person(), await scene.person()];
    const [first = '', second = ''] = person.codes;
    const [theirs = ''] = other.codes;
    expect(await useCode(await halfIn(person), first)).toBe('in');
    for (const code of [first, first.toUpperCase(), ` ${first}`, theirs]) {
      expect(await useCode(await halfIn(person), code)).toBe(WRONG_CODE);
    }
    expect(await useCode(await halfIn(person), second)).toBe('in');
    expect(await useCode(await halfIn(other), theirs)).toBe('in');
    expect(await eventsOf(person, 'RecoveryCodeUsed')).toBe(2);
  });

  test('sent from eight browsers at once signs in only one of them', async () => {
    const person = await scene.person();
    const [code = ''] = person.codes;
    const browsers: HalfIn[] = [];
    for (let count = 0; count < 8; count++) browsers.push(await halfIn(person));
    const outcomes = await Promise.all(browsers.map((one) => useCode(one, code)));
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(1);
    expect(await eventsOf(person, 'RecoveryCodeUsed')).toBe(1);
    expect(await eventsOf(person, 'SignedIn')).toBe(1);
  });

  test('shares one limit of failed attempts with all second factors, from all addresses', async () => {
    const person = await scene.person();
    const browsers: HalfIn[] = [];
    for (let count = 0; count < 12; count++) browsers.push(await halfIn(person));
    scene.clock.stopAt(scene.clock.now());
    const outcomes: string[] = [];
    for (const [index, one] of browsers.entries()) {
      outcomes.push(
        index % 2 === 0
          ? await useCode(one, 'aaaa-aaaa-aaaa')
          : outcomeOf(await one.browser.identity.submit(one.page, /\/factor$/, { code: '000000' }, { with: 'Totp' })),
      );
    }
    scene.clock.move(0);
    expect(outcomes.filter((outcome) => outcome.startsWith('There were too many failed attempts'))).toHaveLength(6);
    expect(outcomes).not.toContain('in');
  });
});

describe('a passkey', () => {
  const site = () => passkeySite(scene.identity.issuer);

  async function withPasskey(): Promise<{ person: SceneUser; passkey: TestAuthenticator }> {
    const person = await scene.person();
    const passkey = createAuthenticator();
    const challenge = 'a-challenge-of-the-registration';
    const answer = passkey.create({ challenge, ...site() });
    const shown = { kind: 'Passkey', site: site(), challenge, answer } as const;
    const { context } = accounts;
    expect(await context.db.transaction((tx) => addSecondFactor(tx, context, VISITOR, person.accountId, shown))).toBe(
      'Added',
    );
    return { person, passkey };
  }
  const challengeOn = ({ text }: TestPage) => /&quot;challenge&quot;:&quot;([\w-]+)&quot;/.exec(text)?.[1] ?? 'none';
  const REFUSED = 'The passkey was not accepted. Try again, or use another second factor.';

  test('of the account, with our challenge, our site and a higher count, is accepted', async () => {
    const { person, passkey } = await withPasskey();
    for (const count of [1, 2, 7]) {
      const asked = await halfIn(person);
      expect(await usePasskey(asked, passkey.use({ challenge: challengeOn(asked.page), ...site() }, count))).toBe('in');
    }
  });

  const WRONG: Record<string, (right: { challenge: string; passkey: TestAuthenticator }) => string> = {
    'that is not registered': ({ challenge }) => createAuthenticator().use({ challenge, ...site() }, 5),
    'with another origin': ({ challenge, passkey }) =>
      passkey.use({ challenge, ...site(), origin: 'https://id.example.evil.test' }, 5),
    'with our origin and another host': ({ challenge, passkey }) =>
      passkey.use({ challenge, ...site(), host: 'evil.test' }, 5),
    'with its own challenge': ({ passkey }) => passkey.use({ challenge: 'bXktb3du', ...site() }, 5),
    'with an unknown challenge': ({ passkey }) => passkey.use({ challenge: 'none', ...site() }, 5),
    'with the same count as before': ({ challenge, passkey }) => passkey.use({ challenge, ...site() }, 3),
    'with a lower count': ({ challenge, passkey }) => passkey.use({ challenge, ...site() }, 2),
    'with a count of zero': ({ challenge, passkey }) => passkey.use({ challenge, ...site() }, 0),
    'with a registration response': ({ challenge, passkey }) => passkey.create({ challenge, ...site() }),
    'with a signature over other bytes': ({ challenge, passkey }) => {
      const answer = JSON.parse(passkey.use({ challenge, ...site() }, 5));
      const other = JSON.parse(passkey.use({ challenge, ...site() }, 6));
      return JSON.stringify({ ...answer, response: { ...answer.response, signature: other.response.signature } });
    },
    'with an empty response': () => '{}',
  };
  test.each(Object.entries(WRONG))('%s is refused', async (_name, answerOf) => {
    const { person, passkey } = await withPasskey();
    const first = await halfIn(person);
    expect(await usePasskey(first, passkey.use({ challenge: challengeOn(first.page), ...site() }, 3))).toBe('in');
    const asked = await halfIn(person);
    expect(await usePasskey(asked, answerOf({ challenge: challengeOn(asked.page), passkey }))).toBe(REFUSED);
  });

  test('of another account is refused', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()];
    const asked = await halfIn(mine.person);
    const answer = theirs.passkey.use({ challenge: challengeOn(asked.page), ...site() }, 1);
    expect(await usePasskey(asked, answer)).toBe(REFUSED);
    const right = await halfIn(mine.person);
    expect(await usePasskey(right, mine.passkey.use({ challenge: challengeOn(right.page), ...site() }, 1))).toBe('in');
  });

  // A passkey without a counter is the harder case: its count cannot reveal the replay.
  test.each([0, 1])(
    'whose response (count %i) is replayed is refused, in the same sign-in and in another',
    async (count) => {
      const { person, passkey } = await withPasskey();
      const asked = await halfIn(person);
      const answer = passkey.use({ challenge: challengeOn(asked.page), ...site() }, count);
      const later = await halfIn(person);
      expect(await usePasskey(later, answer)).toBe(REFUSED);
      expect(await usePasskey(asked, answer)).toBe('in');
      expect(await usePasskey(asked, answer)).not.toBe('in');
      expect(await usePasskey(await halfIn(person), answer)).toBe(REFUSED);
    },
  );

  test('whose response is sent ten times at once creates one session', async () => {
    const { person, passkey } = await withPasskey();
    const asked = await halfIn(person);
    const answer = passkey.use({ challenge: challengeOn(asked.page), ...site() }, 0);
    await Promise.all(Array.from({ length: 10 }, () => usePasskey(asked, answer).catch(() => 'failed')));
    expect(await eventsOf(person, 'SignedIn')).toBe(1);
  });

  test('whose response confirmed the account pages cannot confirm them again', async () => {
    const { person, passkey } = await withPasskey();
    const signedIn = await halfIn(person);
    expect(await useCode(signedIn, person.codes[0] ?? '')).toBe('in');
    const { browser } = signedIn;
    const page = await browser.identity.open('/account/confirm?next=codes');
    const answer = passkey.use({ challenge: challengeOn(page), ...site() }, 0);
    const confirm = () => browser.identity.submit(page, /confirm/, { answer }, { with: 'Passkey' });
    expect(titleOf(await confirm())).toBe('Create new recovery codes?');
    expect(problemOf(await confirm())).toBe(REFUSED);
    expect(await eventsOf(person, 'SteppedUp')).toBe(1);
  });
});
