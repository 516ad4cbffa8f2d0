import { expect, test } from 'vitest';
import { targetsOf } from './target.ts';

const NOBODY = { uboId: 'u', birthDate: null, nationality: 'NGA', residence: null };
const asked = (companyName: string, tradingName: string | null, [first, last]: [string, string] = ['Ada', 'Okoro']) =>
  targetsOf({ companyName, tradingName, incorporationCountry: 'NGA' }, [
    { ...NOBODY, firstName: first, lastName: last },
  ]).map(({ questions }) => questions.map(({ name }) => name));

test('queries a plain name once, and skips an identical trading name', () => {
  expect(asked('Lagos Trading Ltd', 'Lagos Trading Ltd')).toEqual([['Lagos Trading Ltd'], ['Ada Okoro']]);
  expect(asked('Lagos Trading Ltd', null)).toEqual([['Lagos Trading Ltd'], ['Ada Okoro']]);
});

test('queries a name with Latin lookalikes both unchanged and in Latin letters, with at most four queries', () => {
  expect(asked('Lаgos Ltd', 'Ｌａｇｏｓ Brand', ['Sаnctia', 'Listed'])).toEqual([
    ['Lаgos Ltd', 'Lagos Ltd', 'Ｌａｇｏｓ Brand', 'Lagos Brand'],
    ['Sаnctia Listed', 'Sanctia Listed'],
  ]);
});

test('removes invisible characters from a query, unless the name has no others', () => {
  expect(asked('Sanc\u200btia Ltd', '\u202eBrand')).toEqual([['Sanctia Ltd', 'Brand'], ['Ada Okoro']]);
  expect(asked('\u200b', null)[0]).toEqual(['\u200b']);
});
