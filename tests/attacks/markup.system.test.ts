// Markup, templates, shell syntax and endless words in every text that a partner, its users, our staff, a receiver or a
// screening provider can write, on every page of both sites in a real browser: each text is shown, none takes effect.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validIdentity, validPerson } from '../harness/bodies.ts';
import { commandsOn, saveKey } from '../harness/new-certificate.ts';
import { settled } from '../harness/open-pages.ts';
import { until } from '../harness/patience.ts';
import { asStaff, storeDocument, whenExamined } from '../harness/scenes/businesses.ts';
import { addDeadLetter } from '../harness/scenes/operations-situations.ts';
import { addPartnerSystem, type PartnerSystem } from '../harness/scenes/partner-system.ts';
import { decided, screened } from '../harness/scenes/reviewed.ts';
import { openConsole, type SiteScene, type SiteWindow } from '../harness/scenes/site.ts';
import type { Customer } from '../harness/scenes/updates.ts';
import { answerWith } from '../harness/servers/receiver.ts';
import type { SignedIn } from '../harness/session.ts';
import { pagesOf, type Site } from '../harness/site-pages.ts';
import { storeDeliveries, storeEvents, storeReplay, WEBHOOKS } from '../harness/webhooks.ts';

type Person = SiteWindow & { person: SignedIn };

/** Breaks out of an attribute, a quoted shell word and a template; contains no blank at which a line could break. */
const ATTACK = `"><img/src="x"onerror=hurt()><script>hurt()</script>'{{7*7}}$(hurt)\`hurt\``;
const SHORT = '"><b/onclick=hurt()>';
/** Refused in every field. */
const UNSEEN = { 'a direction override': '\u202e', 'a null character': '\u0000' };

/** Every hostile text, by the field that holds it. */
const texts = new Map<string, string>();

/** As long as the field allows, in one word. */
function hostile(field: string, longest: number, start = ''): string {
  const text = `${start}~${field}~${ATTACK}`.padEnd(longest, 'W');
  expect(text.length, field).toBe(longest);
  texts.set(field, text);
  return text;
}

let scene: SiteScene;
let system: PartnerSystem;
let admin: Person;
let analyst: Person;
let supervisor: Person;
let operator: Person;
let folder: string;
/** In review, after the partner has changed every field. */
let reviewed: Customer;
/** Waits for the partner. */
let asked: Customer;
const ids: Record<string, string> = {};
/** Texts that took effect. */
const effects: string[] = [];

const address = (of: string) => ({
  streetLine1: hostile(`${of}Street`, 255),
  streetLine2: hostile(`${of}Floor`, 255),
  city: hostile(`${of}City`, 100),
  state: hostile(`${of}State`, 100),
  postalCode: SHORT,
  countryCode: 'NGA',
});

const email = (of: string) => `${of}'{{7*7}}\`hurt\`$HURT&|*@company.example`;

const personOf = (of: string) =>
  validPerson({
    firstName: hostile(`${of}First`, 100),
    lastName: hostile(`${of}Last`, 100),
    email: email(of),
    address: address(`${of}Home`),
  });

const fieldsOf = (of: string) => ({
  companyName: hostile(`${of}Company`, 255),
  tradingName: hostile(`${of}Trading`, 255),
  description: hostile(`${of}About`, 1000),
  website: hostile(`${of}Website`, 255, 'https://company.example/'),
  email: email(of),
  addresses: [address(`${of}Seat`)],
});

async function send(person: SignedIn, method: string, path: string, body: unknown): Promise<never> {
  const answer = await fetch(`${scene.origin}/api${path}`, {
    method,
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.status, `${method} ${path}: ${text}`).toBe(200);
  return JSON.parse(text).value as never;
}

async function enter(options: Parameters<SiteScene['enter']>[0], name: string): Promise<Person> {
  const entered = await scene.enter(options);
  const { owner } = scene.database;
  const { accountId, sessionId } = entered.person;
  await owner.query('update accounts set name = $2 where account_id = $1', [accountId, hostile(name, 100)]);
  await owner.query('update sessions set user_agent = $2 where session_id = $1', [
    sessionId,
    hostile(`${name}Agent`, 200),
  ]);
  await entered.context.exposeFunction('hurt', () => effects.push(`a script on ${entered.page.url()}`));
  entered.page.on('dialog', (dialog) => {
    effects.push(`a dialog on ${entered.page.url()}`);
    void dialog.dismiss();
  });
  return entered;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'markup-'));
  scene = await openConsole({ environment: { RATE_LIMIT_SESSION: '1000000' } });
  system = await addPartnerSystem(scene, hostile('partner', 200));
  const { partnerId } = system;
  ids.partnerId = partnerId;
  admin = await enter({ realm: 'partner', partnerId, role: 'admin' }, 'admin');
  analyst = await enter({ role: 'analyst' }, 'analyst');
  supervisor = await enter({ role: 'supervisor' }, 'lead');
  operator = await enter({ role: 'operator' }, 'operator');
  await fillOrganisation();
  await fillOperations();
  await fillReview();
  await fillAsked();
  await fillDeliveries();
});
afterAll(async () => {
  await scene?.close();
  await rm(folder, { recursive: true, force: true });
});

async function fillOrganisation(): Promise<void> {
  const { owner } = scene.database;
  const invited = { name: hostile('invited', 100), email: 'invited@people.example', role: 'viewer' };
  await send(admin.person, 'POST', '/customer/v1/partner-profile/people', invited);
  const account = await owner.query('select account_id from accounts where name = $1', [invited.name]);
  const certificate = await owner.query(
    'update api_certificates set name = $2, subject = $3 where partner_id = $1 returning certificate_id',
    [ids.partnerId, hostile('certificate', 100), hostile('subject', 300, 'CN=')],
  );
  ids.accountId = account.rows[0].account_id;
  ids.certificateId = certificate.rows[0].certificate_id;
}

async function fillOperations(): Promise<void> {
  const reason = (field: string) => ({ reason: hostile(field, 500) });
  const partner = `/operations/v1/partners/${ids.partnerId}`;
  await send(operator.person, 'POST', `${partner}/deactivate`, reason('deactivation'));
  await send(operator.person, 'POST', `${partner}/activate`, reason('activation'));
  await send(operator.person, 'POST', '/operations/v1/countries/CHE/high-risk', reason('country'));
  const colleague = { name: hostile('colleague', 100), email: 'colleague@service.example', role: 'auditor' };
  await send(operator.person, 'POST', '/operations/v1/accounts', colleague);
  const found = await scene.database.owner.query('select account_id from accounts where name = $1', [colleague.name]);
  ids.colleagueId = found.rows[0].account_id;
  await addDeadLetter(scene.database, { error: hostile('letter', 300) });
}

async function fillReview(): Promise<void> {
  reviewed = await system.create({ ...fieldsOf('old'), businessPersonList: [personOf('oldOwner')] });
  ids.customerId = reviewed.customerId;
  ids.uboId = reviewed.uboIds[0] ?? '';
  const path = `/packages/${reviewed.customerId}`;
  const asAnalyst = (method: string, operation: string, body?: unknown) =>
    asStaff(scene, analyst.person, method, `${path}${operation}`, body);
  await whenExamined(scene, reviewed);
  await asAnalyst('POST', '/claim');
  const { evidenceVersion: seenVersion } = (await asAnalyst('GET', '')) as { evidenceVersion: string };
  const reasons = [{ code: 'Business.NameMismatch', message: hostile('firstReason', 500) }];
  await asAnalyst('POST', '/decisions', { outcome: 'RequestChanges', reasons, seenVersion });
  const changed = await system.call('PATCH', reviewed.path, {
    ...fieldsOf('new'),
    registrationNumber: hostile('newNumber', 100),
    businessPersonList: [{ uboId: reviewed.uboIds[0], ...personOf('newOwner') }, personOf('added')],
  });
  expect(changed.status).toBe(200);
  await storeDocument(scene, reviewed, { category: 'CertificateOfIncorporation' });
  await whenExamined(scene, reviewed);
  const screeningId = await screened(scene.database, reviewed, { uboId: reviewed.uboIds[0], hits: [hit()] });
  await asAnalyst('POST', '/claim');
  await asAnalyst('POST', '/notes', { text: hostile('note', 4000) });
  const entry = `/screenings/${screeningId}/hits/${encodeURIComponent('Q1')}/finding`;
  const finding = { listName: texts.get('list'), finding: 'NotTheSame', note: hostile('finding', 1000) };
  await asAnalyst('POST', entry, finding);
}

/** As a provider that does not check its lists might return it. */
const hit = () => ({
  listName: hostile('list', 300),
  entityId: 'Q1',
  name: hostile('hit', 300),
  score: 0.9,
  url: 'javascript:hurt()',
  birthDates: [hostile('hitBirth', 100)],
  countries: [hostile('hitCountry', 100)],
  aliases: [hostile('hitAlias', 300)],
  topics: [hostile('hitTopic', 100)],
});

async function fillAsked(): Promise<void> {
  const owner = { ...personOf('askedOwner'), identities: [validIdentity()] };
  asked = await system.create({ ...fieldsOf('asked'), businessPersonList: [owner] });
  ids.askedId = asked.customerId;
  await decided(scene.database, asked, {
    outcome: 'RequestChanges',
    reasons: [
      { code: 'Business.NameMismatch', message: hostile('askedReason', 500) },
      { code: 'Person.DetailsMismatch', uboId: asked.uboIds[0], message: hostile('askedPerson', 500) },
    ],
  });
}

async function fillDeliveries(): Promise<void> {
  const { owner } = scene.database;
  const { partnerId } = system;
  scene.receiver.answer(answerWith(500, {}, hostile('answer', 4000)));
  const url = hostile('webhook', 2048, `${scene.receiver.url()}/`);
  await send(admin.person, 'POST', WEBHOOKS.replace('/api', ''), { url });
  await storeEvents(owner, { partnerId, count: 1, from: new Date(), outgoing: true });
  await until(async () => {
    const { rows } = await owner.query(
      'select delivery_id from webhook_deliveries where partner_id = $1 and attempt_count > 0',
      [partnerId],
    );
    ids.id = rows[0]?.delivery_id;
    return rows.length > 0;
  }, 'a delivery was attempted');
  const at = new Date();
  ids.series = await storeReplay(owner, { partnerId, at, created: 1 });
  const events = await storeEvents(owner, { partnerId, count: 1, from: at });
  await storeDeliveries(owner, events, { status: 'Delivered', series: ids.series });
}

/** Runs in the page: finds hostile texts that cannot be read in full, or that became elements. */
const LOOK = `(markers) => {
  const wrong = [];
  const all = [document.body.textContent, ...[...document.querySelectorAll('[title]')].map(({ title }) => title),
    ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value)].join('\\n');
  const seen = markers.filter(([field]) => all.includes('~' + field + '~')).map(([field]) => field);
  for (const [field, text] of markers)
    if (seen.includes(field) && ![text, JSON.stringify(text).slice(1, -1)].some((one) => all.includes(one))) wrong.push(field + ' is not shown as a whole');
  if (document.querySelector('img[src="x"], [onerror], [onclick], [onload]') !== null) wrong.push('a text became an element');
  if ([...document.scripts].some(({ textContent }) => textContent.includes('hurt'))) wrong.push('a text became a script');
  if ([...document.links].some(({ href }) => href.startsWith('javascript:') && href.includes('hurt'))) wrong.push('a link runs a script');
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) wrong.push('scrolls sideways to ' + wide);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const field = /~(\\w+)~/.exec(node.data)?.[1];
    if (field === undefined) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const right = Math.max(...[...range.getClientRects()].map((rect) => rect.right));
    for (let box = node.parentElement; box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.overflowX === 'auto' || style.overflowX === 'scroll' || style.clip !== 'auto') break;
      const clipped = style.overflowX !== 'visible' && right > box.getBoundingClientRect().right + 1;
      const down = style.overflowY === 'hidden' && box.scrollHeight > box.clientHeight + 1;
      if ((clipped || down) && !box.closest('[title]')?.title.includes('~' + field + '~')) {
        wrong.push(field + ' is cut off in ' + box.tagName + '.' + box.className);
        break;
      }
      if (clipped || down) break;
      if (/^(TD|TH|DD|LI|SECTION|ARTICLE|MAIN)$/.test(box.tagName) && right > box.getBoundingClientRect().right + 1)
        wrong.push(field + ' runs out of its ' + box.tagName);
    }
  }
  return { wrong: [...new Set(wrong)], seen };
}`;

interface Looked {
  wrong: string[];
  seen: string[];
}

/** Opens a page at the narrowest width the site supports and expects these texts, all unharmed. */
async function inspectPage(site: Site, person: Person, path: string, fields: readonly string[]): Promise<void> {
  const { page, complaints } = person;
  complaints.length = effects.length = 0;
  await page.setViewportSize({ width: site === 'portal' ? 320 : 1024, height: 900 });
  const filled = path.replaceAll(/\$(\w+)/g, (_all, name: string) => ids[name] ?? `no id ${name}`);
  await page.goto(`${scene.origin}/${site}${filled}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await settled(page);
  const look = () => page.evaluate<Looked>(`(${LOOK})(${JSON.stringify([...texts])})`);
  await expect.poll(async () => (await look()).seen).toEqual(expect.arrayContaining([...fields]));
  expect([...(await look()).wrong, ...complaints, ...effects]).toEqual([]);
}

/** The names of the test fields of an address, a person and a business. */
const addressFields = (of: string) => ['Street', 'Floor', 'City', 'State'].map((field) => `${of}${field}`);
const nameFields = (of: string) => ['First', 'Last'].map((field) => `${of}${field}`);
const businessFields = (of: string) => [
  ...['Company', 'Trading', 'About', 'Website'].map((field) => `${of}${field}`),
  ...addressFields(`${of}Seat`),
];

/** The fields shown on each page. Each page also shows the names of the partner and of the user. */
const PORTAL: Record<string, string[]> = {
  '/': ['askedCompany'],
  '/customers': ['newCompany', 'newTrading', 'askedCompany', 'askedTrading'],
  '/customers/$customerId': [...businessFields('new'), 'newNumber'],
  '/customers/$customerId?tab=people': [
    ...['newOwner', 'added'].flatMap((of) => [...nameFields(of), ...addressFields(`${of}Home`)]),
  ],
  '/customers/$customerId?tab=documents': ['newCompany'],
  '/customers/$customerId?tab=timeline': ['newCompany'],
  '/customers/$askedId': [
    ...businessFields('asked'),
    ...nameFields('askedOwner'),
    ...addressFields('askedOwnerHome'),
    ...['askedReason', 'askedPerson'],
  ],
  '/requirements': [],
  '/webhooks': ['webhook'],
  '/webhooks?changes=all': ['webhook'],
  '/webhooks?action=replace': ['webhook'],
  '/webhooks/events': [],
  '/webhooks/deliveries': [],
  '/webhooks/deliveries/$id': ['answer', 'webhook'],
  '/webhooks/replays/$series': [],
  '/credentials': ['certificate', 'subject'],
  '/credentials?revoke=$certificateId': ['certificate', 'subject'],
  '/credentials/new': [],
  '/credentials/requests': ['certificate'],
  '/team': ['invited'],
  '/team/$accountId': ['invited'],
  '/team/$accountId?ask=disable': ['invited'],
  '/team/$accountId?ask=role': ['invited'],
  '/activity': ['invited', 'certificate'],
  '/you': ['adminAgent'],
};

const HIT = ['list', 'hit', 'hitBirth', 'hitCountry', 'hitAlias', 'hitTopic', 'finding'];
const ON_PARTNER = ['partner', 'admin', 'invited', 'certificate', 'subject', 'deactivation', 'activation'];
const CONSOLE: Record<string, [who: () => Person, fields: string[]]> = {
  '/queue': [() => analyst, ['askedCompany']],
  '/queue?view=mine': [() => analyst, ['newCompany', 'partner']],
  '/search?q=~newCompany~': [() => analyst, ['newCompany', 'newTrading', 'newNumber', 'partner']],
  '/packages/$customerId': [
    () => analyst,
    [
      ...['old', 'new'].flatMap((of) => [...businessFields(of), ...nameFields(`${of}Owner`)]),
      ...[...addressFields('oldOwnerHome'), ...addressFields('newOwnerHome'), ...nameFields('added'), ...HIT],
      ...['partner', 'newNumber'],
    ],
  ],
  '/packages/$customerId?tab=people&person=$uboId': [
    () => analyst,
    [...nameFields('newOwner'), ...addressFields('newOwnerHome'), ...nameFields('added'), ...HIT],
  ],
  '/packages/$customerId?tab=history': [() => analyst, ['firstReason', 'note', 'analyst']],
  '/packages/$customerId/trail': [() => supervisor, ['analyst']],
  '/packages/$askedId': [() => supervisor, businessFields('asked')],
  '/lead': [() => supervisor, ['analyst']],
  '/reads': [() => supervisor, ['analyst', 'newCompany', 'askedCompany']],
  '/partners': [() => operator, ['partner']],
  '/partners/$partnerId': [() => operator, ON_PARTNER],
  '/partners/$partnerId?ask=revoke&certificate=$certificateId': [() => operator, ON_PARTNER],
  '/partners/$partnerId?ask=disable&person=$accountId': [() => operator, ON_PARTNER],
  '/partners/$partnerId?ask=deactivate': [() => operator, ON_PARTNER],
  '/staff': [() => operator, ['analyst', 'lead', 'operator', 'colleague']],
  '/staff/$colleagueId': [() => operator, ['colleague']],
  '/staff/$colleagueId?ask=disable': [() => operator, ['colleague']],
  '/reference?country=CHE': [() => operator, ['country']],
  // Only the kind of an error is shown.
  '/jobs': [() => operator, []],
};

test('the tables name every page of both sites, and every text is shown on at least one page', () => {
  const patternsOf = (table: object) => Object.keys(table).map((path) => path.split('?')[0] ?? '');
  const pages = (site: Site) => pagesOf(site).map((page) => page.replaceAll(/\$\w+/g, '$'));
  const visited = (table: object) => patternsOf(table).map((path) => path.replaceAll(/\$\w+/g, '$'));
  expect(pages('portal').filter((page) => !visited(PORTAL).includes(page))).toEqual([]);
  // The console's home page redirects.
  expect(pages('console').filter((page) => !visited(CONSOLE).includes(page))).toEqual(['/']);
  const shown = [...Object.values(PORTAL).flat(), ...Object.values(CONSOLE).flatMap(([, fields]) => fields)];
  expect([...texts.keys()].filter((field) => !shown.includes(field))).toEqual(UNSHOWN);
});

/** Sessions of our staff are not shown; of a dead letter, only the kind of its error is. */
const UNSHOWN = ['analystAgent', 'leadAgent', 'operatorAgent', 'letter'];

describe('no text takes effect, is cut off or widens the page', () => {
  test.each(Object.entries(PORTAL))('portal page %s', (path, fields) =>
    inspectPage('portal', admin, path, ['partner', 'admin', ...fields]),
  );

  test.each(Object.entries(CONSOLE))('console page %s', (path, [who, fields]) =>
    inspectPage('console', who(), path, fields),
  );
});

describe('a copied command passes on every text and executes none', () => {
  /** Stubs that record their arguments, in place of curl and of the programs that the texts name. */
  async function traps(): Promise<string> {
    const bin = await mkdtemp(join(folder, 'bin-'));
    const trap = (name: string, script: string) =>
      writeFile(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    await trap('hurt', `touch '${join(bin, 'was-hurt')}'`);
    await trap(
      'curl',
      `cat > '${join(bin, 'body')}'; for one; do printf '%s\\0' "$one"; done > '${join(bin, 'arguments')}'`,
    );
    return bin;
  }

  async function shell(bin: string, command: string): Promise<void> {
    const env = { PATH: `${bin}:${process.env.PATH}`, API: scene.origin, TOKEN: 'token' };
    await promisify(execFile)('sh', ['-n', '-c', command], { env, cwd: bin });
    const running = promisify(execFile)('sh', ['-eu', '-c', command], { env, cwd: bin });
    running.child.stdin?.end();
    await running;
    expect(await readdir(bin)).not.toContain('was-hurt');
  }

  test('update request of a customer', async () => {
    const { page, context } = admin;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${scene.origin}/portal/customers/${asked.customerId}`);
    await page.getByRole('button', { name: 'Copy for curl: the curl command' }).click();
    await page.getByRole('button', { name: 'Copied: the curl command' }).waitFor();
    const bin = await traps();
    await shell(bin, await page.evaluate<string>('navigator.clipboard.readText()'));
    const sent = JSON.parse(await readFile(join(bin, 'body'), 'utf8'));
    expect(sent.companyName).toContain(texts.get('askedCompany'));
    expect(sent.businessPersonList).toMatchObject([
      {
        firstName: texts.get('askedOwnerFirst'),
        email: email('askedOwner'),
        address: { streetLine1: texts.get('askedOwnerHomeStreet'), postalCode: SHORT },
      },
    ]);
    const called = (await readFile(join(bin, 'arguments'), 'utf8')).split('\0');
    expect(called).toContain(`${scene.origin}${asked.path}`);
  });

  test('commands for a new certificate whose name is a shell command', async () => {
    const { page } = admin;
    await page.goto(`${scene.origin}/portal/credentials/new`);
    await page.getByLabel('Name').fill(`x;hurt $(hurt) \`hurt\` '"${ATTACK.slice(0, 40)}`);
    await page.getByRole('button', { name: 'Generate key pair' }).click();
    const bin = await traps();
    await saveKey(page, bin);
    await shell(bin, await commandsOn(page));
    const called = (await readFile(join(bin, 'arguments'), 'utf8')).split('\0');
    expect(called).toContainEqual(expect.stringMatching(/^client_assertion=[\w-]+\.[\w-]+\.[\w-]+$/));
  });
});

describe('rejects invisible characters', () => {
  const reason = (odd: string) => ({ reason: `Contract${odd} signed` });
  const WRITES: Record<string, [who: () => Person, method: string, path: string, body: (odd: string) => object]> = {
    "in a person's name": [
      () => admin,
      'POST',
      '/customer/v1/partner-profile/people',
      (odd) => ({ name: `Grace${odd}`, email: 'grace@people.example', role: 'viewer' }),
    ],
    "in a certificate's name": [
      () => admin,
      'POST',
      '/customer/v1/partner-profile/api-credentials',
      (odd) => ({ name: `Server${odd} 1`, certificate: 'none' }),
    ],
    'in the address of a webhook': [
      () => admin,
      'PUT',
      WEBHOOKS.replace('/api', ''),
      (odd) => ({ url: `${scene.receiver.url()}/a${odd}b` }),
    ],
    'in a note': [
      () => analyst,
      'POST',
      '/compliance/v1/packages/$customerId/notes',
      (odd) => ({ text: `No${odd}te` }),
    ],
    'in the message of a decision': [
      () => analyst,
      'POST',
      '/compliance/v1/packages/$customerId/decisions/preview',
      (odd) => ({
        outcome: 'RequestChanges',
        reasons: [{ code: 'Business.NameMismatch', message: `Wro${odd}ng` }],
        seenVersion: 'any',
      }),
    ],
    "in a partner's name": [() => operator, 'POST', '/operations/v1/partners', (odd) => ({ name: `Acme${odd} Ltd` })],
    "in a colleague's name": [
      () => operator,
      'POST',
      '/operations/v1/accounts',
      (odd) => ({ name: `Ada${odd} Lind`, email: 'ada@service.example', role: 'auditor' }),
    ],
    'in the reason for a country': [() => operator, 'POST', '/operations/v1/countries/KEN/close', reason],
    'in the reason for a partner': [() => operator, 'POST', '/operations/v1/partners/$partnerId/deactivate', reason],
  };

  test.each(Object.entries(WRITES))('%s', async (_where, [who, method, path, body]) => {
    const address = path.replaceAll(/\$(\w+)/g, (_all, name: string) => ids[name] ?? '');
    for (const [what, odd] of Object.entries(UNSEEN)) {
      const answer = await fetch(`${scene.origin}/api${address}`, {
        method,
        headers: { ...who().person.headers, 'content-type': 'application/json' },
        body: JSON.stringify(body(odd)),
      });
      const text = await answer.text();
      expect(answer.status, `${what}: ${text}`).toBe(400);
      expect(text, what).toContain('direction, invisible');
    }
  });
});
