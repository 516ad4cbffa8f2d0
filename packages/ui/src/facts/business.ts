import type { AddressRecord, BusinessProfileRecord } from '@onboarding/contract';
import type { Fact } from '../values/index.ts';
import { addressLine, businessTypeName, spelled } from '../words/index.ts';
import { type FactTable, factsOf } from './fact-table.ts';

export const FINANCIALS = {
  monthlyTurnOver: ['Monthly turnover', spelled],
  estimatedTransactionValue: ['Transaction value', spelled],
  sourceOfFunds: ['Source of funds', spelled],
  purposeOfAccount: ['Purpose of account', spelled],
} satisfies FactTable<NonNullable<BusinessProfileRecord['financials']>>;

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
  incorporationCountryIso3Code: ['Country'],
  businessTypeCode: ['Type', businessTypeName],
  industry: ['Industry', spelled],
  description: ['Description'],
  website: ['Website'],
  email: ['E-mail'],
  phoneNumber: ['Phone'],
  addresses: addressFacts(addressLine),
  financials: (financials) => factsOf(financials, FINANCIALS),
  partnerCustomerId: 'elsewhere',
  businessPersonList: 'elsewhere',
  documents: 'elsewhere',
  verificationStatus: 'elsewhere',
  erasedAt: 'elsewhere',
} satisfies Partial<FactTable<BusinessProfileRecord>>;
