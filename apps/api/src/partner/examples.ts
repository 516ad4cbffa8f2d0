// Bodies and answers as the reference shows them. Tests send them and compare them with their schemas.
import type { BusinessProfileRecord, CreateAnswer } from '@onboarding/contract';

const CUSTOMER_ID = '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f';
const UBO_ID = '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01';

export const createExample = {
  email: 'office@lagos-trading.example',
  phoneNumber: '+2348031234567',
  companyName: 'Lagos Trading Ltd',
  tradingName: 'Lagos Trading',
  businessTypeCode: 'LLC',
  incorporationCountryIso3Code: 'NGA',
  industry: 'TradingIncome',
  description: 'Import and wholesale of office equipment.',
  website: 'https://lagos-trading.example',
  registrationNumber: 'RC1234567',
  registrationDate: '2019-03-28',
  addresses: [
    { streetLine1: '12 Marina Road', city: 'Lagos', state: 'Lagos', postalCode: '101241', countryCode: 'NGA' },
  ],
  financials: {
    monthlyTurnOver: 'UpTo100k',
    estimatedTransactionValue: 'UpTo15k',
    sourceOfFunds: 'CustomerRevenue',
    purposeOfAccount: 'SupplierPayments',
  },
  businessPersonList: [
    {
      firstName: 'Amara',
      lastName: 'Okafor',
      birthDate: '1984-05-17',
      nationality: 'NGA',
      email: 'amara.okafor@lagos-trading.example',
      phone: '+2348031234568',
      ownershipType: ['UBO', 'DIRECTOR'],
      percentageShare: 60,
      address: {
        streetLine1: '4 Bourdillon Road',
        city: 'Lagos',
        state: 'Lagos',
        postalCode: '101233',
        countryCode: 'NGA',
      },
      identities: [{ identityTypeCode: 'NATIOANL_ID', issuingCountry: 'NGA', identityValue: '12345678901' }],
    },
  ],
  partnerCustomerId: 'acme-000042',
};

export const createAnswerExample: CreateAnswer = {
  customerId: CUSTOMER_ID,
  partnerCustomerId: 'acme-000042',
  verificationStatus: 'PendingVerification',
  version: 1,
  ubos: [{ uboId: UBO_ID, email: 'amara.okafor@lagos-trading.example', firstName: 'Amara', lastName: 'Okafor' }],
};

export const recordExample: BusinessProfileRecord = {
  customerId: CUSTOMER_ID,
  partnerCustomerId: 'acme-000042',
  companyName: 'Lagos Trading Ltd',
  tradingName: 'Lagos Trading',
  email: 'office@lagos-trading.example',
  phoneNumber: '+2348031234567',
  businessTypeCode: 'LLC',
  incorporationCountryIso3Code: 'NGA',
  industry: 'TradingIncome',
  description: 'Import and wholesale of office equipment.',
  website: 'https://lagos-trading.example',
  registrationNumber: 'RC1234567',
  registrationDate: '2019-03-28',
  addresses: [
    {
      streetLine1: '12 Marina Road',
      streetLine2: null,
      city: 'Lagos',
      state: 'Lagos',
      postalCode: '101241',
      countryCode: 'NGA',
    },
  ],
  financials: {
    monthlyTurnOver: 'UpTo100k',
    estimatedTransactionValue: 'UpTo15k',
    sourceOfFunds: 'CustomerRevenue',
    purposeOfAccount: 'SupplierPayments',
  },
  businessPersonList: [
    {
      uboId: UBO_ID,
      firstName: 'Amara',
      lastName: 'Okafor',
      birthDate: '1984-05-17',
      taxResidenceCountry: null,
      nationality: 'NGA',
      email: 'amara.okafor@lagos-trading.example',
      phone: '+2348031234568',
      ownershipType: ['UBO', 'DIRECTOR'],
      percentageShare: 60,
      address: {
        streetLine1: '4 Bourdillon Road',
        streetLine2: null,
        city: 'Lagos',
        state: 'Lagos',
        postalCode: '101233',
        countryCode: 'NGA',
      },
      identities: [
        {
          identityId: '0193a2b4-7c11-7d40-9b55-6c7d8e9f0a12',
          identityTypeCode: 'NATIOANL_ID',
          issuingCountry: 'NGA',
          identityValueMasked: '****8901',
          issueDate: null,
          expiryDate: null,
          documentUploadId: null,
        },
      ],
      verificationStatus: 'NotStarted',
    },
  ],
  documents: [],
  verificationStatus: 'PendingVerification',
  canUpdate: true,
  createdAt: '2026-11-15T09:30:00.000Z',
  updatedAt: '2026-11-15T09:30:00.000Z',
  version: 1,
};
