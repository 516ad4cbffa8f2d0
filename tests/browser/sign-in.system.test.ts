// People in a real Chromium, by keyboard only, against real processes: identity, worker, mail server, an application.
import { readFileSync } from 'node:fs';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { runApplication } from '../harness/application.ts';
import { openChromium, type Window } from '../harness/chromium.ts';
import { runCtl } from '../harness/command-process.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { type RunningProcess, runIdentity } from '../harness/process.ts';
import { type Mailbox, startMailbox } from '../harness/servers/mail.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

const SECRET = 'a secret for the test, long enough by far';
const PASSWORD = 'seven lamps on a boat';
const NEW_PASSWORD = 'seven boats on a lamp';

let database: TestDatabase;
let mailbox: Mailbox;
let worker: RunningWorker;
let identity: RunningProcess;
let issuer: string;
let consoleUrl: string;
let browser: Awaited<ReturnType<typeof openChromium>>;
const ending: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  mailbox = await startMailbox();
  const [port, consolePort, portalPort] = [await freePort(), await freePort(), await freePort()];
  issuer = `http://localhost:${port}`;
  consoleUrl = `http://localhost:${consolePort}`;
  const portalUrl = `http://localhost:${portalPort}`;
  [worker, identity, browser] = await Promise.all([
    runWorker({ database, smtpUrl: mailbox.url }),
    runIdentity({
      databaseUrl: database.identityUrl,
      port,
      logName: 'identity',
      environment: {
        ISSUER: issuer,
        CONSOLE_URL: consoleUrl,
        PORTAL_URL: portalUrl,
        CONSOLE_CLIENT_SECRET: SECRET,
        PORTAL_CLIENT_SECRET: SECRET,
      },
    }),
    openChromium(),
  ]);
  for (const [realm, client, url] of [
    ['staff', 'staff-console', consoleUrl],
    ['partner', 'partner-portal', portalUrl],
  ] as const) {
    const application = await runApplication(issuer, { realm, client, url, secret: SECRET });
    ending.push(application.close);
  }
});

afterAll(async () => {
  await browser.close();
  await Promise.all([...ending.map((end) => end()), worker.stop(), identity.stop()]);
  await mailbox.close();
  await database.close();
});

/** Invites as an operator does; returns the link from the mail. */
async function invite(email: string): Promise<string> {
  const words = ['staff', 'invite', '--role', 'analyst', '--name', 'Ada Keys', '--email', email];
  const environment = { OPERATIONS_DATABASE_URL: database.operationsUrl, ISSUER: issuer };
  expect(await runCtl(words, environment)).toMatchObject({ code: 0 });
  return linkTo(email, 'invitation');
}

async function linkTo(email: string, path: string): Promise<string> {
  const link = new RegExp(`${issuer}/${path}/[\\w-]{43}`);
  const mail = await mailbox.waitFor((one) => one.to.includes(email) && link.test(one.text));
  return link.exec(mail.text)?.[0] ?? 'no link';
}

/** A code for a later time step, which is accepted too: the current one may have been used. */
const codeOf = (secret: string, stepsAhead = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * stepsAhead });

async function startSignIn(window: Window): Promise<void> {
  await window.page.goto(consoleUrl);
  await window.press('Sign in');
}

async function givePassword(window: Window, email: string, password: string): Promise<void> {
  await window.fill('E-mail address', email);
  await window.fill('Password', password);
  await window.press('Continue');
}

/** As the console would have opened it. */
async function openSession(email: string): Promise<void> {
  await database.owner.query(
    `insert into sessions (session_hash, session_id, account_id, realm, created_at, last_seen_at, expires_at, second_factor_at,
       address, user_agent)
     select sha256(account_id::text::bytea), gen_random_uuid(), account_id, realm, now(), now(), now() + interval '1 hour', now(),
       '192.0.2.44', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
     from accounts where email = $1`,
    [email],
  );
}

const claims = async (window: Window) => JSON.parse(await window.text('pre'));

describe('a person with an authenticator app', () => {
  const email = 'ada.keys@staff.example';
  let window: Window;
  let codes: string[];
  const findings: string[] = [];
  const look = async (name: string) => findings.push(...(await window.inspect(name)));

  beforeAll(async () => {
    window = await browser.newWindow();
  });

  test('accepts the invitation from the mail: password, app, recovery codes', async () => {
    const link = await invite(email);
    await window.page.goto(link);
    expect(await window.heading()).toBe('Welcome to Business Onboarding');
    await look('01-invitation');
    await window.fill(/^New password/, 'too short');
    await window.press('Continue');
    expect(await window.problem()).toContain('too short');
    await look('02-invitation-problem');
    await window.fill(/^New password/, PASSWORD);
    const typed = window.page.getByLabel(/^New password/);
    await window.tabTo(/^Show/);
    await window.page.keyboard.press('Enter');
    expect(await typed.getAttribute('type')).toBe('text');
    await window.tabTo(/^Hide/);
    await window.page.keyboard.press('Enter');
    expect(await typed.getAttribute('type')).toBe('password');
    await window.press('Continue');
    expect(await window.heading()).toBe('Set up your second factor');
    await look('03-second-factor-setup');
    const secret = (await window.text('#secret')).replaceAll(' ', '');
    await window.fill(/^Code shown in the app now/, '000000');
    await window.press('Finish with this app');
    expect(await window.problem()).toContain('The code is wrong');
    await look('04-second-factor-setup-problem');
    expect((await window.text('#secret')).replaceAll(' ', '')).toBe(secret);
    await window.fill(/^Code shown in the app now/, codeOf(secret));
    await window.press('Finish with this app');
    expect(await window.heading()).toBe('Your recovery codes');
    codes = await window.page.locator('.codes li').allTextContents();
    expect(codes).toHaveLength(10);
    await window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await window.tabTo('Copy');
    await window.page.keyboard.press('Enter');
    await window.page.getByText('Copied.').waitFor();
    expect(await window.page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'));
    await window.tabTo('Download');
    const [download] = await Promise.all([window.page.waitForEvent('download'), window.page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe('recovery-codes.txt');
    expect(readFileSync(await download.path(), 'utf8')).toContain(codes.join('\r\n'));
    await look('05-recovery-codes');
    await window.press(/^I have saved them/);
    expect(await window.heading()).toBe('Home');
    await window.page.goto(link);
    expect(await window.heading()).toBe('This link no longer works');
    await look('06-link-used');

    await startSignIn(window);
    expect(await window.heading()).toBe('Signed in');
    expect(await claims(window)).toMatchObject({ realm: 'staff', amr: ['pwd', 'otp', 'mfa'] });
    await window.page.goto(consoleUrl);
    await window.press('Sign out');
    await window.press('Sign out');
    await startSignIn(window);
    expect(await window.heading()).toBe('Sign in to the staff console');
    await look('07-sign-in');
    await givePassword(window, email, 'not the password');
    expect(await window.problem()).toContain('is wrong');
    await look('08-sign-in-problem');
    await window.fill('Password', PASSWORD);
    await window.press('Continue');
    expect(await window.heading()).toBe('Your second factor');
    await look('09-second-factor');
    await window.fill(/^Code from your authenticator app/, codeOf(secret, 1));
    await window.press('Continue');
    expect(await window.heading()).toBe('Signed in');
    expect(await claims(window)).toMatchObject({ realm: 'staff', amr: ['pwd', 'otp', 'mfa'] });
  });

  test('adds a passkey on the account page and signs in with it', async () => {
    await window.plugInAuthenticator();
    await openSession(email);
    await window.press('Account');
    expect(await window.heading()).toBe('Your account');
    expect(await window.text('main')).toMatch(/Chrome on Linux\s+From 192\.0\.2\.44/);
    await look('10-account');
    await window.press('Add a passkey');
    await look('11-add-passkey');
    await window.press('Set up a passkey');
    expect(await window.heading()).toBe('Your account');
    await look('12-account-two-factors');

    await window.page.goto(consoleUrl);
    await window.press('Sign out');
    expect(await window.heading()).toBe('Sign out?');
    await look('13-sign-out');
    await window.press('Sign out');
    expect(await window.heading()).toBe('Home');

    await startSignIn(window);
    await givePassword(window, email, PASSWORD);
    expect(await window.heading()).toBe('Your second factor');
    await look('14-second-factor-passkey');
    await window.press('Use a passkey');
    expect(await window.heading()).toBe('Signed in');
    expect(await claims(window)).toMatchObject({ amr: ['pwd', 'hwk', 'mfa'] });
  });

  test('is asked only for the second factor again, and may use a recovery code', async () => {
    await window.press('Confirm');
    expect(await window.heading()).toBe('Confirm that it is you');
    await look('15-confirm');
    await window.fill(/^One of your recovery codes/, 'wrong-wrong-wrong-wrong');
    await window.press('Use a recovery code');
    expect(await window.problem()).toContain('wrong or has already been used');
    await look('16-confirm-problem');
    await window.fill(/^One of your recovery codes/, codes[0] ?? '');
    await window.press('Use a recovery code');
    expect(await window.heading()).toBe('Signed in');
  });

  test('resets a forgotten password with the link in the mail, and still needs the second factor', async () => {
    await window.page.goto(consoleUrl);
    await window.press('Sign out');
    await window.press('Sign out');
    await startSignIn(window);
    await window.press('Forgotten password');
    expect(await window.heading()).toBe('Forgotten password');
    await look('17-forgotten-password');
    await window.fill(/^E-mail address/, email);
    await window.press('Send me a link');
    expect(await window.heading()).toBe('Check your inbox');
    await look('18-reset-sent');
    await window.page.goto(await linkTo(email, 'reset'));
    expect(await window.heading()).toBe('Choose a new password');
    await look('19-reset');
    await window.fill(/^New password/, NEW_PASSWORD);
    await window.press('Set this password');
    expect(await window.heading()).toBe('Your password has been changed');
    await look('20-reset-done');
    await window.press('Continue to sign-in');
    await window.press('Sign in');
    await givePassword(window, email, NEW_PASSWORD);
    expect(await window.heading()).toBe('Your second factor');
    await window.press('Use a passkey');
    expect(await window.heading()).toBe('Signed in');
  });

  test('uses everything on the account page, and signs out everywhere', async () => {
    await window.press('Account');
    await window.press('Change your password');
    expect(await window.heading()).toBe('Change your password');
    await look('21-change-password');
    await window.press('Back to your account');
    await window.press('Create new recovery codes');
    await look('22-new-codes');
    await window.press('Create new codes');
    await expect.poll(() => window.page.locator('.codes li').count()).toBe(10);
    await window.press(/^I have saved them/);
    await window.press('Add an authenticator app');
    expect(await window.heading()).toBe('Add an authenticator app');
    await look('23-add-app');
    await window.page.goto(`${issuer}/account`);
    await window.press(/^Remove Authenticator app/);
    expect(await window.text('.entries')).toContain('your only second factor');
    await window.press('Sign out everywhere');
    expect(await window.heading()).toBe('You are signed out');
    expect((await database.owner.query('select 1 from sessions')).rows).toEqual([]);
    await look('24-signed-out');
    await window.page.goto(`${issuer}/account`);
    expect(await window.heading()).toBe('You are not signed in');
    await look('25-not-signed-in');
    await startSignIn(window);
    expect(await window.heading()).toBe('Sign in to the staff console');
  });

  test('sees what to do if a link has expired, a page does not exist or sign-ins are blocked', async () => {
    for (const [path, heading, name] of [
      ['/sign-in/unknown', 'This sign-in has expired', '26-sign-in-ended'],
      ['/oauth2/authorize?client_id=unknown', 'You cannot sign in this way', '27-refused'],
      ['/oauth2/sign-out/success', 'You are signed out', '28-signed-out'],
      ['/nowhere', 'Page not found', '29-no-page'],
    ] as const) {
      await window.page.goto(issuer + path);
      expect(await window.heading()).toBe(heading);
      await look(name);
    }
    await startSignIn(window);
    // The first block lasts two seconds, which may pass before the next password is typed; each later one lasts longer.
    let tries = 0;
    do await givePassword(window, 'nobody@staff.example', 'wrong');
    while (++tries < 10 && !(await window.problem()).includes('Try again'));
    expect(await window.problem()).toMatch(/Try again in \d+ seconds?/);
    await look('30-blocked');
  });

  test('sees no page with a serious accessibility fault or horizontal scrolling on a narrow screen', () => {
    expect(findings).toEqual([]);
  });
});

describe('a person with a passkey only', () => {
  test('accepts the invitation and signs in without any code', async () => {
    const email = 'pat.key@staff.example';
    const window = await browser.newWindow();
    await window.plugInAuthenticator();
    await window.page.goto(await invite(email));
    await window.fill(/^New password/, PASSWORD);
    await window.press('Continue');
    await window.press('Set up a passkey');
    expect(await window.heading()).toBe('Your recovery codes');
    await window.press(/^I have saved them/);
    await window.press('Sign in');
    expect(await window.heading()).toBe('Signed in');
    expect(await claims(window)).toMatchObject({ amr: ['pwd', 'hwk', 'mfa'] });
    await window.page.goto(consoleUrl);
    await window.press('Sign out');
    await window.press('Sign out');
    await startSignIn(window);
    await givePassword(window, email, PASSWORD);
    await window.press('Use a passkey');
    expect(await window.heading()).toBe('Signed in');
    expect(await claims(window)).toMatchObject({ amr: ['pwd', 'hwk', 'mfa'] });
  });

  test('sees when the passkey is not available, and can use a recovery code', async () => {
    const email = 'sam.key@staff.example';
    const first = await browser.newWindow();
    await first.plugInAuthenticator();
    await first.page.goto(await invite(email));
    await first.fill(/^New password/, PASSWORD);
    await first.press('Continue');
    await first.press('Set up a passkey');
    const [code = ''] = await first.page.locator('.codes li').allTextContents();
    await first.close();

    const window = await browser.newWindow();
    await window.plugInAuthenticator();
    await startSignIn(window);
    await givePassword(window, email, PASSWORD);
    await window.tabTo('Use a passkey');
    await window.page.keyboard.press('Enter');
    await window.page.getByText('The passkey could not be used.').waitFor();
    expect(await window.inspect('31-passkey-failed')).toEqual([]);
    await window.fill(/^One of your recovery codes/, code);
    await window.press('Use a recovery code');
    expect(await window.heading()).toBe('Signed in');
  });
});
