// The identity service's pages, filled in as a person would in a real browser.
import type { Page } from 'playwright-core';

export async function givePassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel(/^Code from your authenticator app/).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}
