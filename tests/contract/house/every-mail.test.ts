// Every kind of mail has the same content in plain text and in HTML, and working links.
import { globSync, readFileSync } from 'node:fs';
import { openMail } from '@onboarding/domain/mails';
import { openKeyRing } from '@onboarding/platform/crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount } from '../../harness/account-rows.ts';
import { createBrowser, titleOf } from '../../harness/browser.ts';
import { tokenForm } from '../../harness/clients.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { SITES, startTestIdentity, type TestIdentity } from '../../harness/identity.ts';
import { AWKWARD, writeEveryMail, writeStaffMails } from '../../harness/scenes/every-mail.ts';
import { isPageOf } from '../../harness/site-pages.ts';
import { TEST_KEY_RING } from '../../harness/values.ts';

const PORTAL = `${SITES.partner.url}/portal`;
let database: TestDatabase;
let identity: TestIdentity;
let mails: ReturnType<typeof openMail>[];
/** The partner of each mail, null for our own staff. */
let owners: (string | null)[];
let partnerId: string;
beforeAll(async () => {
  database = await cloneDatabase();
  identity = await startTestIdentity(database);
  const partner = await database.addPartner();
  await addAccount(database, { partnerId: partner.partnerId });
  await writeEveryMail(database, partner, { issuer: identity.issuer, portalUrl: PORTAL });
  await writeStaffMails(database, `${SITES.staff.url}/console`);
  ({ partnerId } = partner);
  const { rows } = await database.owner.query(
    `select data, group_id from pgboss.job where name = 'mail.send' order by id`,
  );
  owners = rows.map(({ group_id: owner }) => owner);
  mails = rows.map(({ data }) => openMail(openKeyRing(TEST_KEY_RING), data));
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

const linksIn = (text: string) => text.match(/^https?:\/\/\S+$/gm) ?? [];
const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const SOURCES = globSync('packages/domain/src/**/*.ts', { exclude: ['**/*.test.ts'] }).map((file) => ({
  file,
  source: readFileSync(file, 'utf8'),
}));

/** Patterns from the sources, in which a placeholder matches any text. */
function subjectsOfSources(): RegExp[] {
  const letters = SOURCES.flatMap(({ source }) => [...source.matchAll(/\bsubject:([^;]*?)\bparagraphs:/g)]);
  return letters
    .flatMap(([, between = '']) => [...between.matchAll(/'([^']+)'|`([^`]+)`/g)])
    .map(([, plain, template]) => (plain ?? template ?? '').split(/\$\{[^}]*\}/).map((part) => RegExp.escape(part)))
    .map((parts) => new RegExp(`^${parts.join('.+')}$`));
}

const TO_STAFF = ['A colleague sent your proposal back', 'Reviews that need you'];

test('every mail to a partner’s users is queued under that partner, whose mails are sent one at a time', () => {
  for (const [at, { subject }] of mails.entries()) {
    expect(owners[at], subject).toBe(TO_STAFF.includes(subject) ? null : partnerId);
  }
});

test('every letter in the sources is among the tested mails, and every mail is a letter', () => {
  const subjects = subjectsOfSources();
  expect(subjects.length).toBeGreaterThanOrEqual(12);
  expect(subjects.filter((subject) => !mails.some((mail) => subject.test(mail.subject)))).toEqual([]);
  expect(mails.filter((mail) => !subjects.some((subject) => subject.test(mail.subject)))).toEqual([]);
  const senders = SOURCES.filter(({ source }) => /\bsendMail\(/.test(source));
  expect(senders.map(({ file }) => file)).toEqual(['packages/domain/src/mails/index.ts']);
});

test('an invitation names the organisation, the inviter, what it is for and how long the link works', () => {
  const [invitation] = mails.filter(
    ({ subject }) => subject === `Your invitation to ${AWKWARD} on Business Onboarding`,
  );
  expect(invitation?.text).toMatch(
    /^Our operators have invited you to O'Neil & "Söhne" <b> on Business Onboarding\.$/m,
  );
  expect(invitation?.text).toMatch(/^Business Onboarding verifies businesses for O'Neil/m);
  expect(invitation?.text).toMatch(/until \d{4}-\d\d-\d\d \d\d:\d\d UTC \(7 days\)/);
  expect(invitation?.html).toContain('>Accept the invitation</a>');
});

test('every mail has the same text and links in plain text and in HTML', () => {
  expect(mails.some(({ text }) => text.includes(AWKWARD))).toBe(true);
  for (const { subject, text, html = '' } of mails) {
    const paragraphs = [...html.matchAll(/<p\b[^>]*>(.*?)<\/p>/gs)].map(([, inside = '']) =>
      unescaped(inside.replaceAll('<br>\n', '\n').replaceAll(/<\/?a\b[^>]*>/g, '')),
    );
    expect(`${paragraphs.join('\n\n')}\n`, subject).toBe(text);
    // A button repeats the link below it.
    const targets = new Set([...html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => unescaped(link)));
    expect([...targets], subject).toEqual(linksIn(text));
    expect(unescaped(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''), subject).toBe(subject);
  }
});

describe('every link opens a page:', () => {
  const links = () => mails.flatMap(({ subject, text }) => linksIn(text).map((link) => ({ subject, link })));

  test('links in mails to the portal', () => {
    const into = links().filter(({ link }) => link.startsWith(`${PORTAL}/`));
    // The listed customers, and five other pages.
    expect(new Set(into.map(({ link }) => link)).size).toBe(3 + 20 + 5);
    expect(into.filter(({ link }) => !isPageOf('portal', new URL(link).pathname))).toEqual([]);
  });

  test('links in mails to the console', () => {
    const into = links().filter(({ subject }) => TO_STAFF.includes(subject));
    expect(into.map(({ link }) => isPageOf('console', new URL(link).pathname))).toEqual([true, true]);
  });

  test('all other links in mails, which go to the identity service', async () => {
    const others = links().filter(({ subject, link }) => !TO_STAFF.includes(subject) && !link.startsWith(`${PORTAL}/`));
    const opened = [];
    for (const { subject, link } of others) {
      const page = await createBrowser(identity.issuer).open(link);
      opened.push([subject, page.status, titleOf(page)]);
    }
    expect(opened.sort()).toEqual([
      ['Choose a new password', 200, 'Choose a new password'],
      [`Your invitation to ${AWKWARD} on Business Onboarding`, 200, 'Welcome to Business Onboarding'],
      [`Your invitation to ${AWKWARD} on Business Onboarding`, 200, 'Welcome to Business Onboarding'],
    ]);
  });

  test('the link in the error of a refused token request', async () => {
    const refused = await fetch(`${identity.issuer}/oauth2/token`, { method: 'POST', body: tokenForm('nothing') });
    const { error_description: words } = (await refused.json()) as { error_description: string };
    const link = /\S+$/.exec(words)?.[0] ?? '';
    expect(link).toMatch(new RegExp(`^${PORTAL}/`));
    expect(isPageOf('portal', new URL(link).pathname)).toBe(true);
  });
});
