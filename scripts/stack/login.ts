/** Signs in as a demo person with a browser would: on the pages of the API and the identity service. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Realm } from '@onboarding/contract';
import { z } from 'zod';
import { STEP_SECONDS, stepAt, totpCode } from '../seed/totp.ts';
import { StackFailure } from '../servers/failure.ts';
import { readStateFile, writeStateFile } from '../servers/state-file.ts';
import { type Form, formsOf, openBrowser, type Page } from './cookie-jar.ts';
import type { StackSettings } from './settings.ts';
import { readEnvironment, type StackEnvironment, type StackUser } from './state-files.ts';

const usedCodes = z.record(z.string(), z.int());

/** A Cookie header with a session of this person; reports each step to `say`. */
export async function signIn(settings: StackSettings, email: string, say: (line: string) => void): Promise<string> {
  const environment = await readEnvironment(settings);
  const { person, realm } = findPerson(environment, email.toLowerCase());
  const site = realm === 'partner' ? environment.portal : environment.console;
  const name = `__Host-onboarding-${realm}`;
  say(`Signing in as ${person.email} (${realm}, ${person.role})`);
  const browser = openBrowser();
  // Once the session cookie is set, the next page does not matter.
  const done = (url: string) => url.startsWith(site) && browser.cookie(site, name) !== undefined;
  let page = await browser.open(`${site}/api/session/${realm}/sign-in`, undefined, done);
  const asked = new Map<Question, number>();
  while (browser.cookie(site, name) === undefined) {
    const question = questionOf(page);
    const times = (asked.get(question.kind) ?? 0) + 1;
    // A wrong password stays wrong, and each attempt delays the next; a code may have been used elsewhere.
    if (times > MOST_TRIES[question.kind]) throw refusal(page);
    asked.set(question.kind, times);
    say(`  ${question.kind}`);
    page = await browser.open(question.form.action, await answersTo(settings, question, person), done);
  }
  say('Signed in. Send this as the Cookie header; writes also need "Origin" (portal in env.json) and "X-CSRF: 1".');
  return `${name}=${browser.cookie(site, name)}`;
}

/** What a user enters on the sign-in pages of a browser. */
export async function credentialsOf(settings: StackSettings, email: string): Promise<string> {
  const { person } = findPerson(await readEnvironment(settings), email.toLowerCase());
  return `Email     ${person.email}\nPassword  ${person.password}\nCode      ${await freshCode(settings, person)}`;
}

function findPerson(environment: StackEnvironment, email: string): { person: StackUser; realm: Realm } {
  const users = environment.partners.flatMap((partner) => partner.users);
  const found = users.find((user) => user.email === email);
  if (found !== undefined) return { person: found, realm: 'partner' };
  const colleague = environment.staff.find((user) => user.email === email);
  if (colleague !== undefined) return { person: colleague, realm: 'staff' };
  const known = [...users, ...environment.staff].map((user) => user.email).join(', ');
  throw new StackFailure(`There is no demo person "${email}": choose one of ${known}`);
}

type Question = 'password' | 'code of the authenticator app';
const MOST_TRIES: Record<Question, number> = { password: 1, 'code of the authenticator app': 2 };

/** What the page asks for. */
function questionOf(page: Page): { kind: Question; form: Form } {
  const forms = formsOf(page);
  const asking = (name: string) => forms.find((form) => form.asked.includes(name));
  const password = asking('password');
  if (password !== undefined) return { kind: 'password', form: password };
  const code = asking('code');
  if (code !== undefined) return { kind: 'code of the authenticator app', form: code };
  throw refusal(page);
}

async function answersTo(
  settings: StackSettings,
  { kind, form }: { kind: Question; form: Form },
  person: StackUser,
): Promise<URLSearchParams> {
  const fields = new URLSearchParams(form.fields);
  if (kind === 'password') {
    fields.set('email', person.email);
    fields.set('password', person.password);
  } else fields.set('code', await freshCode(settings, person));
  return fields;
}

/** A code works once, so after using one it waits for the next. */
async function freshCode(settings: StackSettings, { email, totpSecret }: StackUser): Promise<string> {
  const used = (await readStateFile(settings.usedCodesFile, usedCodes)) ?? {};
  const last = used[email] ?? 0;
  if (stepAt(new Date()) <= last)
    console.error('  waiting for the next code, because each can be used only once (up to 30 seconds)');
  while (stepAt(new Date()) <= last) {
    await delay(STEP_SECONDS * 1000 - (Date.now() % (STEP_SECONDS * 1000)));
  }
  const step = stepAt(new Date());
  await writeStateFile(settings.usedCodesFile, { ...used, [email]: step });
  return totpCode(totpSecret, step);
}

/** The page's own text, since it says what to do. */
function refusal({ url, status, text }: Page): StackFailure {
  const words = [/<h1[^>]*>([\s\S]*?)<\/h1>/i, /<p\b[^>]*>([\s\S]*?)<\/p>/i].map((element) =>
    element
      .exec(text)?.[1]
      ?.replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  const shown = words.filter((part) => part !== undefined && part !== '').join(': ');
  return new StackFailure(
    `The sign-in failed: ${shown === '' ? `${new URL(url).pathname} answered ${status}` : shown}`,
  );
}
