// Variables mean the same on every page, so that commands of several pages can be copied into one terminal.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const pages = globSync(['README.md', 'docs/**/*.md', 'packages/*/README.md']).filter(
  (path) => !path.includes('node_modules'),
);
const commands = pages.flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(/^```sh\b.*?\n(.*?)^```$/gms)].map(([, block = '']) => ({ path, block })),
);

test('$API is the origin of the API on every page', () => {
  const set = commands.flatMap(({ path, block }) =>
    [...block.matchAll(/^(?:export )?API=(\S+)/gm)].map(([, value = '']) => ({ path, value })),
  );
  const used = commands.flatMap(({ path, block }) =>
    [...block.matchAll(/\$API(?!\w)(\S*)/g)].map(([, rest = '']) => ({ path, rest })),
  );
  expect(set.length).toBeGreaterThan(3);
  expect(used.length).toBeGreaterThan(15);
  expect(set.filter(({ value }) => !/^https?:\/\/[\w.:-]+$/.test(value))).toEqual([]);
  // Followed by an API path, or on its own as an Origin header.
  expect(used.filter(({ rest }) => !/^(\/api\/|"$)/.test(rest))).toEqual([]);
});
