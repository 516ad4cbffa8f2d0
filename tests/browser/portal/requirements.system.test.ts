// A partner's user reads what a country requires, and their system sends the body that the page shows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validPerson } from '../../harness/bodies.ts';
import { residentOf } from '../../harness/scenes/countries.ts';
import { addPartnerSystem, type PartnerSystem } from '../../harness/scenes/partner-system.ts';
import { decided } from '../../harness/scenes/reviewed.ts';
import { openPortal, type SiteScene, type SiteWindow } from '../../harness/scenes/site.ts';
import type { Customer } from '../../harness/scenes/updates.ts';

let portal: SiteScene;
let system: PartnerSystem;
let window: SiteWindow;
beforeAll(async () => {
  portal = await openPortal();
  system = await addPartnerSystem(portal);
  window = await portal.enter({ partnerId: system.partnerId, role: 'viewer' });
});
afterAll(() => portal?.close());

const search = () => Object.fromEntries(new URL(window.page.url()).searchParams);
const rowsOf = (table: string) => window.page.getByRole('region', { name: table }).getByRole('row');
const BY_TYPE = 'Documents by business type';

async function choose(label: string, text: string, option: string): Promise<void> {
  await window.page.getByRole('combobox', { name: label }).fill(text);
  await window.page.getByRole('option', { name: option, exact: true }).click();
}

describe('the page', () => {
  test('shows the accepted identity documents of a country, with number, example and dates, and the version of the rules', async () => {
    await window.open('/requirements');
    await window.page.getByRole('heading', { name: 'No country chosen yet' }).waitFor();
    expect(await window.look('requirements-nothing-chosen')).toEqual([]);
    await choose('Country', 'niger', 'Nigeria');
    await expect.poll(search).toEqual({ country: 'NGA' });
    await window.page.getByText('Rule set for Nigeria, version 1, in force since', { exact: false }).waitFor();
    await window.page.getByText('Country-specific rules').waitFor();
    const [, first = '', ...others] = await rowsOf(
      'Identity documents for people who live in Nigeria',
    ).allTextContents();
    for (const words of ['NATIOANL_ID', '11 digits', '12345678901', 'None needed']) expect(first).toContain(words);
    expect(others.find((row) => row.includes('PASSPORT'))).toMatch(/1 letter, then 8 digits.*A12345678Expiry$/);
    expect((await rowsOf(BY_TYPE).allTextContents()).length).toBe(19);
    expect(await window.look('requirements')).toEqual([]);
  });

  test('shows a body for the chosen business type that the Partner API accepts unchanged', async () => {
    await choose('Business type', 'trust', 'Trust');
    await expect.poll(search).toEqual({ country: 'NGA', type: 'Trust' });
    await expect.poll(() => rowsOf(BY_TYPE).count()).toBe(2);
    const [, trust] = await rowsOf(BY_TYPE).allTextContents();
    expect(trust).toBe(
      'TrustMemorandum and articles, Proof of business address, Source of funds, Ownership chartIdentity front, Proof of person address',
    );
    const body = JSON.parse((await window.page.getByRole('region', { name: 'the example body' }).textContent()) ?? '');
    expect(body).toMatchObject({ businessTypeCode: 'Trust', incorporationCountryIso3Code: 'NGA' });
    expect(await system.call('POST', '/api/partner/v1/business-profiles', body)).toMatchObject({
      status: 200,
      value: { verificationStatus: 'PendingVerification' },
    });
    await window.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await window.page.getByRole('button', { name: 'Copy the example body' }).click();
    expect(JSON.parse(await window.page.evaluate<string>('navigator.clipboard.readText()'))).toEqual(body);
  });

  test('shows where the general rule applies, and accepts a code in lower case', async () => {
    await window.open('/requirements?country=che');
    await window.page.getByText('The general rule for passports applies').waitFor();
    await expect.poll(search).toEqual({ country: 'CHE' });
    const rows = await rowsOf('Identity documents for people who live in Switzerland').allTextContents();
    expect(rows[1]).toMatch(/5 to 9 letters or digits.*AB1234567Issue and expiry$/);
    expect(rows).toHaveLength(2);
    expect(await window.look('requirements-general')).toEqual([]);
  });

  test('shows which countries are not served, even if one was closed while the page was open', async () => {
    await choose('Country', 'islamic republic of iran', 'Islamic Republic of Iran (not served)');
    await window.page.getByRole('heading', { name: 'Islamic Republic of Iran is not served' }).waitFor();
    expect(await window.look('requirements-not-served')).toEqual([]);
    await window.page.route(/\/requirements\/GHA$/, (route) =>
      route.continue({ url: route.request().url().replace('GHA', 'ATA') }),
    );
    await choose('Country', 'ghana', 'Ghana');
    await window.page.getByRole('heading', { name: 'Ghana is not served' }).waitFor();
    await window.page.unrouteAll();
  });

  test('says that an unknown country code does not exist, and asks for another', async () => {
    await window.open('/requirements?country=XXX&type=Nothing');
    await window.page.getByRole('heading', { name: 'No country has the code XXX' }).waitFor();
    expect(await window.look('requirements-unknown')).toEqual([]);
    await window.page.getByRole('button', { name: 'Choose another country' }).click();
    await window.page.getByRole('heading', { name: 'No country chosen yet' }).waitFor();
    // An unknown business type is ignored.
    await choose('Country', 'ghana', 'Ghana');
    await expect.poll(() => rowsOf(BY_TYPE).count()).toBe(19);
  });
});

describe('one customer', () => {
  let asked: Customer;
  beforeAll(async () => {
    asked = await system.create({
      companyName: 'Asked Trading Ltd',
      businessPersonList: [validPerson(), residentOf('CHE')],
    });
    await decided(portal.database, asked, {
      outcome: 'RequestChanges',
      reasons: [
        { code: 'Document.Missing' },
        { code: 'Business.NameMismatch' },
        { code: 'Person.IdentityExpired', uboId: asked.uboIds[1] },
      ],
    });
  });

  test('links to the accepted documents wherever documents or identities are requested', async () => {
    await window.open(`/customers/${asked.customerId}`);
    const links = window.page.getByRole('link', { name: /^What is accepted in/ });
    await links.first().waitFor();
    const addresses = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
    expect(new Set(addresses)).toEqual(
      new Set(['/portal/requirements?country=NGA&type=LLC', '/portal/requirements?country=CHE&type=LLC']),
    );
    expect(await window.look('customer-accepted')).toEqual([]);
    await links.last().click();
    await window.page.getByRole('heading', { name: 'Each person who lives in Switzerland' }).waitFor();
    await window.open(`/customers/${asked.customerId}?tab=people`);
    await window.page.getByRole('link', { name: /^What is accepted in CHE, where/ }).click();
    await window.page.getByRole('heading', { name: 'Each person who lives in Switzerland' }).waitFor();
    await window.open(`/customers/${asked.customerId}?tab=documents`);
    await window.page.getByRole('link', { name: 'What reviews usually ask for' }).click();
    await expect.poll(search).toEqual({ country: 'NGA', type: 'LLC' });
    await expect.poll(() => rowsOf(BY_TYPE).count()).toBe(2);
    expect(window.complaints).toEqual([]);
  });
});
