// The portal's page for a new certificate, as a person in a real browser uses it.
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Saves the private key of the generated key pair, and returns the path of the file. */
export async function saveKey(page: Page, folder: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download .*-key\.pem$/ }).click(),
  ]);
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  await page.getByText('You have the private key').waitFor();
  return file;
}

export const commandsOn = async (page: Page) =>
  (await page.getByRole('region', { name: 'the commands that get a token' }).textContent()) ?? '';
