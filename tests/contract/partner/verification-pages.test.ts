// The tables on the pages about verification and the sandbox match the contract.
import { readFileSync } from 'node:fs';
import {
  ERRORS,
  type NextAction,
  REASON_CODES,
  REVIEW_FLAGS,
  REVIEW_REASONS,
  SANDBOX_NUMBERS,
  SANDBOX_OUTCOMES,
  SANDBOX_PEOPLE,
} from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { complianceRoutes } from '../../../apps/api/src/compliance/routes.ts';

const verification = readFileSync('docs/verification.md', 'utf8');
const reviewing = readFileSync('docs/reviewing.md', 'utf8');
const sandbox = readFileSync('docs/sandbox.md', 'utf8');

/** The rows of the table whose first column has this heading, cell by cell. */
function tableOf(page: string, heading: string): string[][] {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading}`));
  expect(start, `there is a table ${heading}`).toBeGreaterThan(0);
  const rest = lines.slice(start + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const firsts = (rows: string[][]) => rows.map(([first = '']) => first.replaceAll('`', ''));

describe('docs/verification.md', () => {
  test('lists every reason of the catalogue with its message and remediation', () => {
    const quoted = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');
    const expected = REASON_CODES.map((code) => {
      const reason: {
        target: string;
        outcomes: readonly string[];
        message: string;
        remediation: { action: NextAction; fields?: readonly string[]; documentCategories?: readonly string[] };
      } = REVIEW_REASONS[code];
      const { action, fields = [], documentCategories = [] } = reason.remediation;
      const helps = [
        `\`${action}\`${fields.length === 0 ? '' : `: ${quoted(fields)}`}`,
        ...(documentCategories.length === 0 ? [] : [`documents: ${quoted(documentCategories)}`]),
      ];
      return [`\`${code}\``, reason.target, reason.outcomes.join(', '), reason.message, helps.join('; ')];
    });
    expect(tableOf(verification, 'Code')).toEqual(expected);
  });
});

describe('docs/reviewing.md', () => {
  test('lists every flag', () => {
    expect(firsts(tableOf(reviewing, 'Flag'))).toEqual([...REVIEW_FLAGS]);
  });

  test('names every operation of the compliance API', () => {
    const calls = firsts(tableOf(reviewing, 'Call')).join('\n');
    for (const { path } of complianceRoutes) {
      const last = path.split('/').at(-1) ?? '';
      expect(calls, path).toContain(last);
    }
  });
});

describe('docs/sandbox.md', () => {
  test('lists every magic value and every outcome', () => {
    expect(firsts(tableOf(sandbox, '`registrationNumber`'))).toEqual([...SANDBOX_NUMBERS]);
    expect(firsts(tableOf(sandbox, 'E-mail begins with'))).toEqual([...SANDBOX_PEOPLE]);
    expect(firsts(tableOf(sandbox, '`outcome`'))).toEqual([...SANDBOX_OUTCOMES]);
  });

  test('names only codes that exist', () => {
    const codes = [...sandbox.matchAll(/`((?:Sandbox|Customer|Partner|Review)\.\w+)`/g)].map(([, code = '']) => code);
    expect(codes).toEqual(expect.arrayContaining(['Sandbox.StateConflict', 'Sandbox.NotReady']));
    expect(codes.filter((code) => !Object.hasOwn(ERRORS, code))).toEqual([]);
  });
});
