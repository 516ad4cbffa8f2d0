import { atMost, country, created, date, e164, optional, required } from '../field-tests.ts';
import { area, tagged } from '../statement.ts';

const surface = 'Partner API';
const PERSON = '/businessPersonList/0';
const RULES = 'tests/contract/create/create-rules.test.ts';
const DATES = 'tests/contract/create/create-dates.test.ts';

export const businessPerson = area('Business person', [
  {
    no: 108,
    also: [109],
    says: 'firstName is required, with at most 100 characters',
    surface,
    coveredBy: created(required(`${PERSON}/firstName`), ...atMost(`${PERSON}/firstName`, 100)),
  },
  {
    no: 110,
    also: [111],
    says: 'lastName is required, with at most 100 characters',
    surface,
    coveredBy: created(required(`${PERSON}/lastName`), ...atMost(`${PERSON}/lastName`, 100)),
  },
  {
    no: 112,
    also: [113, 114],
    says: 'birthDate is optional; a date before today, written YYYY-MM-DD',
    surface,
    coveredBy: [
      ...created(optional(`${PERSON}/birthDate`), ...date(`${PERSON}/birthDate`)),
      tagged(DATES, 'yesterday is accepted', 'today is refused', 'tomorrow is refused'),
    ],
  },
  {
    no: 115,
    also: [116],
    says: 'taxResidenceCountry is optional; an alpha-3 code of ISO 3166-1',
    surface,
    coveredBy: created(optional(`${PERSON}/taxResidenceCountry`), ...country(`${PERSON}/taxResidenceCountry`)),
  },
  {
    no: 117,
    also: [118, 119, 120],
    says: 'nationality is required: three upper-case letters, an alpha-3 code; if missing or blank, 400 ValidationControl.Error and nothing is created',
    surface,
    coveredBy: [
      ...created(
        required(`${PERSON}/nationality`, 'ValidationControl.Error'),
        `${PERSON}/nationality null is ValidationControl.Error: null`,
        `${PERSON}/nationality blank is ValidationControl.Error: ""`,
        ...country(`${PERSON}/nationality`),
      ),
      tagged('tests/contract/create/create-fields.test.ts'),
    ],
  },
  {
    no: 121,
    also: [122],
    says: 'email is required, with at most 255 characters',
    surface,
    coveredBy: created(required(`${PERSON}/email`), ...atMost(`${PERSON}/email`, 255)),
  },
  {
    no: 123,
    says: 'Two people of one request with the same e-mail are refused',
    surface,
    coveredBy: [tagged(RULES)],
  },
  {
    no: 124,
    also: [125],
    says: 'phone is optional; in E.164 form',
    surface,
    coveredBy: created(optional(`${PERSON}/phone`), ...e164(`${PERSON}/phone`)),
  },
  {
    no: 126,
    also: [127, 128, 129],
    says: 'ownershipType is required: a list of one or more of SHAREHOLDER, DIRECTOR and UBO',
    surface,
    coveredBy: created(
      required(`${PERSON}/ownershipType`),
      `${PERSON}/ownershipType of another type is Validation: "NGA"`,
      `${PERSON}/ownershipType without elements is Validation: []`,
      ...['SHAREHOLDER', 'DIRECTOR', 'UBO'].map(
        (value) => `${PERSON}/ownershipType of the vocabulary is accepted: ["${value}"]`,
      ),
      `${PERSON}/ownershipType with all values is accepted: *`,
      `${PERSON}/ownershipType outside the vocabulary is ValidationControl.Error: ["OWNER"]`,
    ),
  },
  {
    no: 130,
    also: [131],
    says: 'percentageShare is optional; a whole number from 1 to 100',
    surface,
    coveredBy: created(
      optional(`${PERSON}/percentageShare`),
      ...[1, 100].map((share) => `${PERSON}/percentageShare within 1 to 100 is accepted: ${share}`),
      ...[0, 101].map((share) => `${PERSON}/percentageShare out of 1 to 100 is ValidationControl.Error: ${share}`),
      `${PERSON}/percentageShare of another type is Validation: 33.5`,
    ),
  },
  {
    no: 132,
    says: 'Shares that add up to more than 100 in one request are refused',
    surface,
    coveredBy: [tagged(RULES, '100 of several people')],
  },
  {
    no: 133,
    says: 'address is required, with all required fields of an address',
    surface,
    coveredBy: created(required(`${PERSON}/address`), `${PERSON}/address without fields is refused: {}`),
  },
  {
    no: 134,
    says: 'The country of the address is the country of residence, which determines the accepted identities',
    surface,
    coveredBy: [tagged('tests/contract/create/create-identities.test.ts')],
  },
  {
    no: 135,
    also: [136],
    says: 'identities is required, with at least one',
    surface,
    coveredBy: created(
      required(`${PERSON}/identities`),
      `${PERSON}/identities without elements is Validation: []`,
      `${PERSON}/identities with an empty element is refused: [{}]`,
    ),
  },
]);
