import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/pooler.md', 'utf8');
const WORKERS = 3;

test("the connection counts on the page add up and fit PostgreSQL's default", () => {
  const pools = [...page.matchAll(/pool_size=(\d+)$/gm)].reduce((sum, [, size]) => sum + Number(size), 0);
  expect(page).toContain(
    `**${pools + WORKERS} server connections**: ${pools} from the pooler and ${WORKERS} that listen`,
  );
  const sums = [...page.matchAll(/\| ([\d × +]+) = (\d+) +\|$/gm)];
  expect(sums).toHaveLength(2);
  for (const [, terms = '', sum] of sums) {
    const products = terms
      .split('+')
      .map((term) => term.split('×').reduce((product, factor) => product * Number(factor), 1));
    expect(
      products.reduce((one, other) => one + other),
      terms,
    ).toBe(Number(sum));
    expect(Number(sum)).toBeLessThanOrEqual(92);
  }
});
