import { expect, test } from 'vitest';
import { type Country, type CountryStatus, decisionsFor, isHighRisk, statusOf } from './country-status.ts';

const country = (standing: Country['standing'], prohibited?: string, highRisk?: string) =>
  ({
    standing,
    prohibited: prohibited === undefined ? null : { standing: prohibited },
    highRisk: highRisk === undefined ? null : { standing: highRisk },
  }) as Country;

test.each<[Country['standing'], string | undefined, CountryStatus, string[]]>([
  ['Open', undefined, 'open', ['close', 'prohibit']],
  ['Open', 'Unlisted', 'open', ['close', 'prohibit']],
  ['Closed', undefined, 'closed', ['open', 'prohibit']],
  ['New', undefined, 'new', ['open', 'close', 'prohibit']],
  ['Open', 'Listed', 'prohibited', ['allow']],
  ['New', 'Listed', 'prohibited', ['allow']],
  ['Open', 'Undecided', 'undecided', ['allow', 'prohibit']],
])(
  'a country that is %s, on the prohibited list as %s, has the status %s',
  (standing, prohibited, status, decisions) => {
    const shown = country(standing, prohibited);
    expect(statusOf(shown)).toBe(status);
    expect(decisionsFor(shown)).toEqual([...decisions, 'high-risk']);
  },
);

test('only a high-risk country can be returned to ordinary risk', () => {
  const listed = country('Open', undefined, 'Listed');
  const cleared = country('Open', undefined, 'Unlisted');
  expect([isHighRisk(listed), decisionsFor(listed).at(-1)]).toEqual([true, 'ordinary-risk']);
  expect([isHighRisk(cleared), decisionsFor(cleared).at(-1)]).toEqual([false, 'high-risk']);
});
