import { readFileSync } from 'node:fs';
import { SETTINGS } from '@onboarding/settings';
import { expect, test } from 'vitest';

test('docs/keys.md says how to replace every secret', () => {
  const page = readFileSync('docs/keys.md', 'utf8');
  const secrets = [...SETTINGS].filter(([, { secret }]) => secret === true).map(([name]) => name);
  expect(secrets.length).toBeGreaterThan(20);
  expect(secrets.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
