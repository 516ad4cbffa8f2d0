// The tests that change one field of a body at a time, by their names: what stands in a name is what was sent and answered.
import { type TitledTests, titled } from './statement.ts';

const createTests = 'tests/contract/create/create-fields.test.ts';
const updateTests = 'tests/contract/update/update-fields.test.ts';

export const created = (...cases: string[]): TitledTests[] => titled(createTests, ...cases.map((one) => `* > ${one}`));
export const replaced = (...cases: string[]): TitledTests[] =>
  titled(updateTests, ...cases.map((one) => `PUT * > ${one}`));
export const patched = (...cases: string[]): TitledTests[] =>
  titled(updateTests, ...cases.map((one) => `PATCH * > ${one}`));

/** What a fault of form is called: on a create, and on every other route. */
export const ON_CREATE = 'Validation';
export const ON_UPDATE = 'ValidationControl.Error';

export const required = (pointer: string, code = ON_CREATE): string => `${pointer} absent is ${code}`;
export const optional = (pointer: string): string => `${pointer} absent is accepted`;

/** Long texts are named by their beginning and by how long they are as JSON, with its two quotation marks. */
const written = (length: number): string =>
  length > 58 ? `*(${length + 2} characters of JSON)` : `"${'x'.repeat(length)}"`;

export const atMost = (pointer: string, max: number, code = ON_CREATE): string[] => [
  `${pointer} at the limit is accepted: ${written(max)}`,
  `${pointer} over the limit is ${code}: ${written(max + 1)}`,
];

export const atLeast = (pointer: string, min: number, code = ON_CREATE): string[] => [
  `${pointer} at the lower limit is accepted: ${written(min)}`,
  `${pointer} under the lower limit is ${code}: ${written(min - 1)}`,
];

export const oneOf = (pointer: string, ...values: string[]): string[] => [
  ...values.map((value) => `${pointer} of the vocabulary is accepted: "${value}"`),
  `${pointer} outside the vocabulary is ValidationControl.Error: "Other"`,
  `${pointer} in another case is ValidationControl.Error: *`,
];

export const country = (pointer: string, code = ON_CREATE): string[] => [
  `${pointer} that exists is accepted: "NGA"`,
  ...['nga', 'NG', 'NGAA', '566'].map(
    (value) => `${pointer} that is not three upper-case letters is ${code}: "${value}"`,
  ),
  `${pointer} that nobody has is Country.NotFound: "ZZZ"`,
];

export const date = (pointer: string, code = ON_CREATE): string[] => [
  `${pointer} of the calendar is accepted: *`,
  ...['2019-3-28', '28-03-2019', '2019-02-29', '2019-03-28T00:00:00Z'].map(
    (value) => `${pointer} that is no date is ${code}: "${value}"`,
  ),
];

export const e164 = (pointer: string): string[] => [
  `${pointer} of seven digits is accepted: "+1234567"`,
  `${pointer} of fifteen digits is accepted: "+123456789012345"`,
  ...['2348031234567', '+234803', '+2348031234567890'].map(
    (value) => `${pointer} not in E.164 form is PhoneNumber.Invalid: "${value}"`,
  ),
  `${pointer} of another type is PhoneNumber.Invalid: 7`,
];

export const absoluteUrl = (pointer: string, code = ON_CREATE): string[] => [
  `${pointer} that is absolute is accepted: "http://company.example"`,
  `${pointer} that is absolute is accepted: "https://company.example:8443/a/b?c=d#e"`,
  ...['company.example', '/about', '//company.example', 'https://'].map(
    (value) => `${pointer} that is not absolute is ${code}: "${value}"`,
  ),
  `${pointer} of another scheme is ${code}: *`,
  `${pointer} that is malformed is ${code}: *`,
];

export const uuid = (pointer: string): string[] => [
  ...['x', '{0197b2c4-9d2b-7a11-8e55-0b6f0c5d7e21}'].map(
    (value) => `${pointer} that is no UUID is ${ON_CREATE}: "${value}"`,
  ),
  `${pointer} of another type is ${ON_CREATE}: 7`,
];

export const INDUSTRIES = [
  'CustomerRevenue',
  'ShareholderCapital',
  'BusinessLoans',
  'Grants',
  'Investments',
  'AssetSales',
  'CryptoProceeds',
  'IntercompanyTransfers',
  'Donations',
  'MarketplaceFees',
  'SubscriptionRevenue',
  'TradingIncome',
];
