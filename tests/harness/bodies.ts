// Valid create bodies. Their personal data is recognisable, so that the search for leaks knows what to look for: e-mail
// addresses end in .example, birth dates are before 1970, identity numbers start with 70707.
let counter = 0;
/** Each is used once: analysts get a flag if two people share an identity. */
let identityNumber = Math.floor(Math.random() * 1_000_000);

export function validAddress() {
  return {
    streetLine1: '4 Bourdillon Road',
    streetLine2: 'Flat 2',
    city: 'Lagos',
    state: 'Lagos',
    postalCode: '101233',
    countryCode: 'NGA',
  };
}

export function validIdentity() {
  return {
    identityTypeCode: 'NATIOANL_ID',
    issuingCountry: 'NGA',
    identityValue: `70707${String(++identityNumber % 1_000_000).padStart(6, '0')}`,
  };
}

export function validPerson(overrides: Record<string, unknown> = {}) {
  counter++;
  return {
    firstName: 'Amara',
    lastName: 'Okafor',
    birthDate: '1961-05-17',
    taxResidenceCountry: 'NGA',
    nationality: 'NGA',
    email: `person-${counter}@people.example`,
    phone: '+2348031234568',
    ownershipType: ['UBO'],
    percentageShare: 20,
    address: validAddress(),
    identities: [validIdentity()],
    ...overrides,
  };
}

export function validBody(overrides: Record<string, unknown> = {}) {
  return {
    email: 'office@company.example',
    phoneNumber: '+2348031234567',
    companyName: 'Lagos Trading Ltd',
    tradingName: 'Lagos Trading',
    businessTypeCode: 'LLC',
    incorporationCountryIso3Code: 'NGA',
    industry: 'TradingIncome',
    description: 'Import and wholesale of office equipment.',
    website: 'https://company.example',
    registrationNumber: 'RC1234567',
    registrationDate: '2019-03-28',
    addresses: [validAddress()],
    financials: {
      monthlyTurnOver: 'UpTo100k',
      estimatedTransactionValue: 'UpTo15k',
      sourceOfFunds: 'CustomerRevenue',
      purposeOfAccount: 'SupplierPayments',
    },
    businessPersonList: [validPerson()],
    partnerCustomerId: newReference(),
    ...overrides,
  };
}

export function newReference(): string {
  return `ref-${crypto.randomUUID()}`;
}
