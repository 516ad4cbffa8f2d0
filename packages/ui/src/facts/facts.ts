// Facts from a table over all fields of a record, so that a new field of the contract does not compile until someone has
// decided where it is shown.
import type { AddressRecord, ReviewedBusiness } from '@onboarding/contract';
import type { ReactNode } from 'react';
import { addressWithCountry, countryName } from '../countries/countries.tsx';
import type { Column } from '../table/data-table.tsx';
import type { Fact } from '../values/index.ts';
import { businessTypeName, spelled } from '../words/index.ts';

/** Shown in another place of the page, or not at all. */
type Unlisted = 'elsewhere' | 'hidden';

/** The name of the field, with its value in words unless it is a text; or several facts. */
type Listed<Value> =
  | ([Value] extends [string | null] ? readonly [name: string] : never)
  | readonly [name: string, show: (value: NonNullable<Value>) => ReactNode]
  | ((value: Value) => readonly Fact[]);

/** Every field of a record, in the order on the screen. */
export type FactTable<T> = { readonly [Key in keyof T]-?: Listed<T[Key]> | Unlisted };

/** A missing record has the same facts, without values. */
export function factsOf<T extends object>(record: T | null, table: FactTable<T>): Fact[] {
  return (Object.keys(table) as (keyof T)[]).flatMap((key): readonly Fact[] => {
    const field = table[key];
    const value = (record?.[key] ?? null) as T[keyof T];
    if (typeof field === 'string') return [];
    if (typeof field === 'function') return field(value);
    const [name, show = asText] = field;
    return [[name, value === null || value === undefined ? null : show(value)]];
  });
}

/** The type of the table allows it only for text. */
const asText = (value: unknown) => value as string;

/** The columns of a list, from a table over the fields of its rows. */
export const columnsOf = <Row>(table: Readonly<Record<keyof Row, Column<Row> | Unlisted>>): Column<Row>[] =>
  Object.values<Column<Row> | Unlisted>(table).filter((field) => typeof field !== 'string');

export const FINANCIALS = {
  monthlyTurnOver: ['Monthly turnover', spelled],
  estimatedTransactionValue: ['Transaction value', spelled],
  sourceOfFunds: ['Source of funds', spelled],
  purposeOfAccount: ['Purpose of account', spelled],
} satisfies FactTable<NonNullable<ReviewedBusiness['financials']>>;

export const addressFacts =
  (toLine: (address: AddressRecord) => string) =>
  (addresses: readonly AddressRecord[]): Fact[] =>
    addresses.map((address, index) => [addresses.length > 1 ? `Address ${index + 1}` : 'Address', toLine(address)]);

/** What the sites have in common. Each adds the other fields, and may replace some: they keep their places. */
export const BUSINESS = {
  companyName: ['Company name'],
  tradingName: ['Trading name'],
  registrationNumber: ['Registration number'],
  registrationDate: ['Registered on'],
  incorporationCountryIso3Code: ['Country', countryName],
  businessTypeCode: ['Type', businessTypeName],
  industry: ['Industry', spelled],
  description: ['Description'],
  website: ['Website'],
  email: ['E-mail'],
  phoneNumber: ['Phone'],
  addresses: addressFacts(addressWithCountry),
  financials: (financials) => factsOf(financials, FINANCIALS),
  partnerCustomerId: 'elsewhere',
  businessPersonList: 'elsewhere',
  documents: 'elsewhere',
  verificationStatus: 'elsewhere',
  erasedAt: 'elsewhere',
} satisfies Partial<FactTable<ReviewedBusiness>>;
