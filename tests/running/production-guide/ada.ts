// Does what the guide leaves to a user of the partner, with a browser without JavaScript.
import { stepAt, totpCode } from '../../../scripts/seed/totp.ts';
import { formsOf, openBrowser, type Page } from '../../../scripts/stack/cookie-jar.ts';
import { WEBHOOKS } from '../../harness/webhooks.ts';

const PASSWORD = 'four random words here';
const SESSION = '__Host-onboarding-partner';

/** Accepts the invitation, signs in to the portal, and registers the receiver; returns its secret. */
export async function registerReceiver(
  invitation: { email: string; text: string },
  portal: string,
  url: string,
): Promise<string> {
  const browser = openBrowser();
  let steps = 0;
  let secret = '';
  const code = () => totpCode(secret, stepAt(new Date()) + steps++);
  const isSite = (next: string) => next.startsWith(`${portal}/portal`);
  async function answer(page: Page, field: string, value: () => string): Promise<Page> {
    const form = formsOf(page).find(({ asked }) => asked.includes(field));
    if (form === undefined) throw new Error(`No ${field} is asked for:\n${page.text}`);
    const fields = new URLSearchParams(form.fields);
    if (form.asked.includes('email')) fields.set('email', invitation.email);
    fields.set(field, value());
    return browser.open(form.action, fields, isSite);
  }
  const link = /^http\S+\/invitation\/\S+$/m.exec(invitation.text)?.[0] ?? '';
  const enrolment = await answer(await browser.open(link), 'password', () => PASSWORD);
  secret = /id="secret">([^<]+)</.exec(enrolment.text)?.[1]?.replaceAll(/\s/g, '') ?? '';
  await answer(enrolment, 'code', code);
  let next = await browser.open(`${portal}/api/session/partner/sign-in`, undefined, isSite);
  const cookie = () => browser.cookie(portal, SESSION);
  for (const field of ['password', 'code']) {
    if (cookie() === undefined) next = await answer(next, field, field === 'code' ? code : () => PASSWORD);
  }
  const saved = await fetch(portal + WEBHOOKS, {
    method: 'PUT',
    headers: { cookie: `${SESSION}=${cookie()}`, origin: portal, 'x-csrf': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  if (!saved.ok) throw new Error(`The webhook is not saved: ${saved.status} ${await saved.text()}`);
  const { value } = (await saved.json()) as { value: { webhookSecret: string } };
  return value.webhookSecret;
}
