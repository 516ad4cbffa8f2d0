/** Signs in as a demo person would with a browser: over the API's and the identity service's own pages. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { STEP_SECONDS, stepAt, totpCode } from '../seed/totp.ts';
import { type Browser, type Form, formsOf, openBrowser, type Page } from './cookie-jar.ts';
import { StackFailure } from './failure.ts';
import type { StackSettings } from './settings.ts';
import {
  readEnvironment,
  readStateFile,
  type StackEnvironment,
  type StackPerson,
  writeStateFile,
} from './state-files.ts';

type Realm = 'partner' | 'staff';

const usedCodes = z.record(z.string(), z.int());
const MOST_PAGES = 6;
const say = (line: string) => console.error(line);

/** The value of a Cookie header that is signed in as this person. */
export async function signIn(settings: StackSettings, email: string): Promise<string> {
  const environment = await readEnvironment(settings);
  const { person, realm } = findPerson(environment, email.toLowerCase());
  const site = realm === 'partner' ? environment.portal : environment.console;
  const name = `__Host-onboarding-${realm}`;
  say(`Signing in as ${person.email} (${realm}, ${person.role})`);
  const browser = openBrowser();
  // Once the session's cookie is there, the page that follows is of no interest.
  const done = (url: string) => url.startsWith(site) && browser.cookie(site, name) !== undefined;
  let page = await browser.open(`${site}/api/session/${realm}/sign-in`, undefined, done);
  for (let count = 0; browser.cookie(site, name) === undefined; count++) {
    if (count === MOST_PAGES) throw refusal(page, 'the same questions came again and again');
    page = await answerPage(settings, browser, page, person, done);
  }
  say('Signed in. Send this as the Cookie header; writes also need "Origin" (portal in env.json) and "X-CSRF: 1".');
  return `${name}=${browser.cookie(site, name)}`;
}

function findPerson(environment: StackEnvironment, email: string): { person: StackPerson; realm: Realm } {
  const users = environment.partners.flatMap((partner) => partner.users);
  const found = users.find((user) => user.email === email);
  if (found !== undefined) return { person: found, realm: 'partner' };
  const colleague = environment.staff.find((user) => user.email === email);
  if (colleague !== undefined) return { person: colleague, realm: 'staff' };
  const known = [...users, ...environment.staff].map((user) => user.email).join(', ');
  throw new StackFailure(`Nobody is called "${email}" here: choose one of ${known}`);
}

/** Fills in the form that the page shows, and answers with the page that comes next. */
async function answerPage(
  settings: StackSettings,
  browser: Browser,
  page: Page,
  person: StackPerson,
  done: (url: string) => boolean,
): Promise<Page> {
  const forms = formsOf(page);
  const asking = (name: string) => forms.find((form) => form.asked.includes(name));
  const send = (form: Form, values: Record<string, string>) => {
    const fields = new URLSearchParams(form.fields);
    for (const [name, value] of Object.entries(values)) if (form.asked.includes(name)) fields.set(name, value);
    return browser.open(form.action, fields, done);
  };
  const password = asking('password') ?? asking('email');
  if (password !== undefined) {
    say('  password');
    return send(password, { email: person.email, password: person.password });
  }
  const code = asking('code');
  if (code !== undefined) {
    const value = await freshCode(settings, person);
    say('  code of the authenticator app');
    return send(code, { code: value });
  }
  throw refusal(page, `${new URL(page.url).pathname} answered ${page.status} and asks for nothing that is known`);
}

/** A code works once, so after one was used the next is waited for. */
async function freshCode(settings: StackSettings, { email, totpSecret }: StackPerson): Promise<string> {
  const used = (await readStateFile(settings.usedCodesFile, usedCodes)) ?? {};
  const last = used[email] ?? 0;
  if (stepAt(new Date()) <= last) say('  waiting for the next code, because each works once (up to 30 seconds)');
  while (stepAt(new Date()) <= last) {
    await delay(STEP_SECONDS * 1000 - (Date.now() % (STEP_SECONDS * 1000)));
  }
  const step = stepAt(new Date());
  await writeStateFile(settings.usedCodesFile, { ...used, [email]: step });
  return totpCode(totpSecret, step);
}

/** The page's own words, since they say what to do. */
function refusal({ text }: Page, fallback: string): StackFailure {
  const words = /<(?:p|div|li)\b[^>]*(?:role="alert"|class="[^"]*(?:problem|error)[^"]*")[^>]*>([\s\S]*?)<\//i.exec(
    text,
  )?.[1];
  const heading = /<h1[^>]*>([\s\S]*?)<\/h1>/i.exec(text)?.[1];
  const shown = [heading, words]
    .filter((part) => part !== undefined)
    .map((part) => part.replaceAll(/<[^>]*>/g, '').trim());
  return new StackFailure(`The sign-in did not succeed: ${shown.length > 0 ? shown.join(': ') : fallback}`);
}
