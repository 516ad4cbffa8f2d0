import { expect, test } from 'vitest';
import { nameBlocks, nameKey, registrationKey } from './fingerprint.ts';

test.each([
  ['RC 123-4567', 'RC1234567'],
  ['rc1234567', 'RC1234567'],
  ['0012/34', '001234'],
  ['１２３', '123'],
  ['№ 7', 'NO7'],
  ['---', ''],
])('the registration number %s is compared as %s', (written, key) => {
  expect(registrationKey(written)).toBe(key);
});

test('leading zeros of a registration number are significant', () => {
  expect(registrationKey('0123')).not.toBe(registrationKey('123'));
});

test.each([
  ['Lagos Trading Ltd', 'lagos trading'],
  ['LAGOS  TRADING, LIMITED.', 'lagos trading'],
  ['Lagos-Trading (Nigeria) Co. Ltd.', 'lagos trading nigeria'],
  ['Société Générale S.A.', 'societe generale'],
  ['Societe Generale S. A.', 'societe generale'],
  ["L'Étoile SARL", 'letoile'],
  ['Müller GmbH & Co. KG', 'muller'],
  ['Wisła Sp. z o.o.', 'wisla'],
  ['London Zoo Ltd', 'london zoo'],
  ['J. P. Morgan & Sons Pty Ltd', 'jp morgan sons'],
  ['Public Limited Company', 'public'],
  ['Limited', 'limited'],
  ['Ｆｕｌｌ Ｗｉｄｔｈ Inc', 'full width'],
  ['株式会社サンプル', '株式会社サンプル'],
  ['Wisła Sp. zo.o.', 'wisla'],
  ['दिल्ली ट्रेडिंग Pvt. Ltd.', 'दिल्ली ट्रेडिंग'],
  ['Co-op Bank plc', 'co op bank'],
  ['…', ''],
])('the name %s is compared as %s', (written, key) => {
  expect(nameKey(written)).toBe(key);
});

test.each([
  ['lagos trading', ['^lagostr', '$trading', '^lago+trad', '$agos+ding']],
  ['acme', ['^ac', '$me']],
  [
    'jp morgan sons',
    ['^jpmorga', '$gansons', '^jp+morg', '^jp+sons', '^morg+sons', '$jp+rgan', '$jp+sons', '$rgan+sons'],
  ],
  ['x', ['^x', '$x']],
  ['', []],
])('the name %s is searched by its blocks', (key, blocks) => {
  expect(nameBlocks(key)).toEqual(blocks);
});
