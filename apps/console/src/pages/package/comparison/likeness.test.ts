import { expect, test } from 'vitest';
import { type Compare, exactly, lists, mails, numbers, sites, texts } from './likeness.ts';

const cases: [what: string, compare: Compare<string>, ours: string, theirs: string, likeness: string][] = [
  ['a name in other letters', texts, 'Kadoma Textiles, LTD.', 'kadoma textiles ltd', 'same'],
  ['a name without accents', texts, 'Société Générale', 'Societe Generale', 'same'],
  ['a name with typing errors', texts, 'Kadoma Textiles Ltd', 'Kadomah Textile Limited', 'similar'],
  ['another name', texts, 'Kadoma Textiles Ltd', 'Volta Salt Ltd', 'different'],
  ['names of one letter', texts, 'A', 'B', 'different'],
  ['a number with other separators', numbers, 'RC 104-882', 'rc104882', 'same'],
  ['a number without its prefix', numbers, '104882', 'RC104882', 'similar'],
  ['a short part of a number', numbers, '4882', 'RC104882', 'different'],
  ['another number', numbers, 'RC104882', 'RC104883', 'different'],
  ['an e-mail address in other letters', mails, 'Info@Kadoma.example', 'info@kadoma.example', 'same'],
  ['another mailbox of a domain', mails, 'info@kadoma.example', 'ceo@kadoma.example', 'similar'],
  ['another mailbox of a public provider', mails, 'amara@gmail.com', 'tunde@gmail.com', 'different'],
  ['a domain that ends the same', mails, 'info@kadoma.example', 'info@notkadoma.example', 'different'],
  ['a website with another scheme', sites, 'https://www.kadoma.example/', 'http://kadoma.example', 'same'],
  ['another page of a website', sites, 'https://kadoma.example/shop', 'https://kadoma.example', 'similar'],
  ['another website', sites, 'https://kadoma.example', 'https://volta.example', 'different'],
  ['the same code', exactly, 'NGA', 'NGA', 'same'],
  ['another code', exactly, 'NGA', 'GHA', 'different'],
];

test.each(cases.map(([what, compare, ours, theirs, likeness]) => ({ what, compare, ours, theirs, likeness })))(
  '$what is $likeness, whichever is ours',
  ({ compare, ours, theirs, likeness }) => {
    expect(compare(ours, theirs)).toBe(likeness);
    expect(compare(theirs, ours)).toBe(likeness);
  },
);

test.each([
  [['UBO', 'DIRECTOR'], ['DIRECTOR', 'UBO'], 'same'],
  [['UBO'], ['DIRECTOR', 'UBO'], 'similar'],
  [['DIRECTOR', 'UBO'], ['UBO'], 'similar'],
  [['UBO'], ['DIRECTOR'], 'different'],
])('the roles %j and %j are %s', (ours, theirs, likeness) => {
  expect(lists(ours, theirs)).toBe(likeness);
});
