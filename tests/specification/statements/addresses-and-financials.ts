import { atMost, country, created, INDUSTRIES, oneOf, optional, required } from '../field-tests.ts';
import { area, type Evidence } from '../statement.ts';

const surface = 'Partner API';

/** Of the business and of a person. */
const ofBoth = (cases: (parent: string) => string[]): Evidence[] =>
  created(...['/addresses/0', '/businessPersonList/0/address'].flatMap(cases));

export const addresses = area('Address', [
  {
    no: 80,
    also: [81],
    says: 'streetLine1 is required, with at most 255 characters',
    surface,
    coveredBy: ofBoth((at) => [required(`${at}/streetLine1`), ...atMost(`${at}/streetLine1`, 255)]),
  },
  {
    no: 82,
    also: [83],
    says: 'streetLine2 is optional; at most 255 characters',
    surface,
    coveredBy: ofBoth((at) => [optional(`${at}/streetLine2`), ...atMost(`${at}/streetLine2`, 255)]),
  },
  {
    no: 84,
    also: [85],
    says: 'city is required, with at most 100 characters',
    surface,
    coveredBy: ofBoth((at) => [required(`${at}/city`), ...atMost(`${at}/city`, 100)]),
  },
  {
    no: 86,
    also: [87],
    says: 'state is required, with at most 100 characters',
    surface,
    coveredBy: ofBoth((at) => [required(`${at}/state`), ...atMost(`${at}/state`, 100)]),
  },
  {
    no: 88,
    also: [89],
    says: 'postalCode is required, with at most 20 characters',
    surface,
    coveredBy: ofBoth((at) => [required(`${at}/postalCode`), ...atMost(`${at}/postalCode`, 20)]),
  },
  {
    no: 90,
    also: [91],
    says: 'countryCode is required: three upper-case letters, an alpha-3 code of ISO 3166-1',
    surface,
    coveredBy: ofBoth((at) => [required(`${at}/countryCode`), ...country(`${at}/countryCode`)]),
  },
]);

export const financials = area('Financials', [
  {
    no: 92,
    also: [93],
    says: 'monthlyTurnOver is required: one of its five values',
    surface,
    coveredBy: created(
      required('/financials/monthlyTurnOver'),
      ...oneOf('/financials/monthlyTurnOver', 'UpTo15k', 'UpTo50k', 'UpTo100k', 'UpTo500k', 'Above500k'),
    ),
  },
  {
    no: 94,
    also: [95],
    says: 'estimatedTransactionValue is required: one of its five values',
    surface,
    coveredBy: created(
      required('/financials/estimatedTransactionValue'),
      ...oneOf('/financials/estimatedTransactionValue', 'UpTo5k', 'UpTo15k', 'UpTo50k', 'UpTo100k', 'Above100k'),
    ),
  },
  {
    no: 96,
    also: [97],
    says: 'sourceOfFunds is required: one of the twelve values of industry',
    surface,
    coveredBy: created(required('/financials/sourceOfFunds'), ...oneOf('/financials/sourceOfFunds', ...INDUSTRIES)),
  },
  {
    no: 98,
    also: [99],
    says: 'purposeOfAccount is required: one of its fifteen values',
    surface,
    coveredBy: created(
      required('/financials/purposeOfAccount'),
      ...oneOf(
        '/financials/purposeOfAccount',
        'CustomerCollections',
        'Payroll',
        'SupplierPayments',
        'MarketplaceSettlements',
        'EscrowHolding',
        'SubscriptionBilling',
        'CrossBorderTrade',
        'FxSettlement',
        'CryptoOnRamp',
        'CryptoOffRamp',
        'Donations',
        'InvestmentHolding',
        'AffiliatePayouts',
        'MerchantPayouts',
        'InternalTreasury',
      ),
    ),
  },
]);
