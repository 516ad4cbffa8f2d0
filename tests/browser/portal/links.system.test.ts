// Every mail as it arrives from a real worker: its appearance and the targets of its links; also the links and hints of errors.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReceivedMail } from '../../../scripts/mail-receiver.ts';
import { inspect } from '../../harness/chromium.ts';
import { tokenForm } from '../../harness/clients.ts';
import { settled } from '../../harness/open-pages.ts';
import { until } from '../../harness/patience.ts';
import { writeEveryMail } from '../../harness/scenes/every-mail.ts';
import { openPortal, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import { pagesNamedFor } from '../../harness/site-pages.ts';

let portal: SiteScene;
let window: SiteWindow;
/** One of each, by its subject. */
let mails: Map<string, ReceivedMail>;
beforeAll(async () => {
  portal = await openPortal();
  const partner = await portal.database.addPartner();
  window = await portal.enter({ partnerId: partner.partnerId });
  await writeEveryMail(portal.database, partner, { issuer: portal.issuer, portalUrl: `${portal.origin}/portal` });
  const { owner } = portal.database;
  await until(async () => {
    const { rows } = await owner.query(`select count(*)::int as waiting from pgboss.job where name = 'mail.send'
      and state <> 'completed'`);
    return rows[0].waiting === 0;
  }, 'the worker has sent every mail');
  mails = new Map(portal.mailbox.mails().map((mail) => [mail.subject.replace(/stored-\S+/, 'one'), mail]));
});
afterAll(() => portal?.close());

const heading = () => window.page.getByRole('heading', { level: 1 });

/** Faults of the page that is open. */
async function findFault(): Promise<string[]> {
  await heading().waitFor();
  await settled(window.page);
  const shown = (await window.page.locator('body').textContent()) ?? '';
  const said = /[^.]*not found|There is no such[^.]*|is not working|could not be loaded|no longer|Try again/i.exec(
    shown,
  );
  return said === null ? [] : [`${window.page.url()} says: ${said[0]}`];
}

test('every mail is accessible as HTML, wide and narrow, in light and dark', async () => {
  expect(mails.size).toBeGreaterThanOrEqual(13);
  const { page } = await portal.visit();
  for (const [subject, { text, html = '' }] of mails) {
    expect(text, subject).toContain('Business Onboarding');
    await page.setContent(html);
    // The background of a page without styles; axe assumes white, even in dark mode.
    await page.evaluate(`document.documentElement.style.background = 'Canvas'`);
    const name = `mail-${subject.toLowerCase().replaceAll(/\W+/g, '-').slice(-40)}`;
    expect(await inspect(page, name, [600, 320]), subject).toEqual([]);
  }
});

test('every link of every mail opens a page', async () => {
  const links = new Set(
    portal.mailbox
      .mails()
      .flatMap(({ html = '' }) => [...html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link)),
  );
  expect(links.size).toBe(3 + 20 + 5 + 3);
  const faults = [];
  for (const link of links) {
    const answer = await window.page.goto(link);
    faults.push(...(answer?.status() === 200 ? await findFault() : [`${link} answers ${answer?.status()}`]));
  }
  expect(faults).toEqual([]);
  expect(window.complaints).toEqual([]);
});

test('the link of a refused token request, and each page named by an error or a hint, opens', async () => {
  const refused = await fetch(`${portal.issuer}/oauth2/token`, { method: 'POST', body: tokenForm('no assertion') });
  const { error_description: words } = (await refused.json()) as { error_description: string };
  const link = /http\S+$/.exec(words)?.[0] ?? 'no link';
  expect(link).toBe(`${portal.origin}/portal/credentials/requests`);
  await window.page.goto(link);
  expect(await findFault()).toEqual([]);
  const names = new Set(pagesNamedFor('portal').map(({ name }) => name.toLowerCase()));
  expect(names.size).toBeGreaterThan(0);
  for (const name of names) {
    await window.open('/');
    await window.page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${name}$`, 'i') })
      .click();
    await until(async () => (await heading().textContent())?.toLowerCase() === name, `the page has the name ${name}`);
    expect(await findFault(), name).toEqual([]);
  }
  expect(window.complaints).toEqual([]);
});
