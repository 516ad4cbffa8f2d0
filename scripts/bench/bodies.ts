/** The business of the benchmarks: three people with one identity each. */
export function benchBody(reference: string) {
  return {
    email: `office-${reference}@bench.example`,
    phoneNumber: '+2348031234567',
    companyName: `Bench Trading ${reference}`,
    tradingName: 'Bench Trading',
    businessTypeCode: 'LLC',
    incorporationCountryIso3Code: 'NGA',
    industry: 'TradingIncome',
    description: 'Import and wholesale of office equipment for small and medium companies.',
    website: 'https://bench.example',
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
    businessPersonList: [1, 2, 3].map((index) => ({
      firstName: 'Amara',
      lastName: 'Okafor',
      birthDate: '1961-05-17',
      nationality: 'NGA',
      email: `person-${index}@bench.example`,
      phone: '+2348031234568',
      ownershipType: ['UBO', 'DIRECTOR'],
      percentageShare: 30,
      address: {
        streetLine1: '4 Bourdillon Road',
        city: 'Lagos',
        state: 'Lagos',
        postalCode: '101233',
        countryCode: 'NGA',
      },
      identities: [
        {
          identityTypeCode: 'NATIOANL_ID',
          issuingCountry: 'NGA',
          identityValue: `70707${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`,
        },
      ],
    })),
    partnerCustomerId: reference,
  };
}
