import { country, created, date, ON_CREATE, optional, required, uuid } from '../field-tests.ts';
import { area, tagged } from '../statement.ts';

const surface = 'Partner API';
const IDENTITY = '/businessPersonList/0/identities/0';
const IDENTITIES = 'tests/contract/create/create-identities.test.ts';
const DATES = 'tests/contract/create/create-dates.test.ts';

export const identity = area('Identity', [
  {
    no: 137,
    also: [138],
    says: 'identityTypeCode is required: one of eight values, including NATIOANL_ID in exactly this spelling',
    surface,
    coveredBy: [
      ...created(
        required(`${IDENTITY}/identityTypeCode`),
        ...[
          'PASSPORT',
          'NATIOANL_ID',
          'DRIVING_LICENCE',
          'IDENTITY_CARD',
          'RESIDENCE_CARD',
          'VOTER_CARD',
          'BVN',
          'OTHERS',
        ].map((type) => `${IDENTITY}/identityTypeCode ${type} is accepted in *`),
        `${IDENTITY}/identityTypeCode outside the vocabulary is ValidationControl.Error: *`,
      ),
      tagged(IDENTITIES),
    ],
  },
  {
    no: 139,
    also: [140],
    says: 'issuingCountry is required: an alpha-3 code of ISO 3166-1',
    surface,
    coveredBy: created(required(`${IDENTITY}/issuingCountry`), ...country(`${IDENTITY}/issuingCountry`)),
  },
  {
    no: 141,
    also: [142],
    says: 'identityValue is required, with at most 255 characters',
    surface,
    coveredBy: created(
      required(`${IDENTITY}/identityValue`),
      // No country has numbers as long as that: they get past the limit, and as far as the rule for numbers.
      `${IDENTITY}/identityValue at the limit is ValidationControl.Error: *(257 characters of JSON)`,
      `${IDENTITY}/identityValue over the limit is ${ON_CREATE}: *(258 characters of JSON)`,
    ),
  },
  {
    no: 143,
    also: [144],
    says: 'documentUploadId is optional; a UUID of an uploaded document of this customer',
    surface,
    coveredBy: [
      ...created(
        optional(`${IDENTITY}/documentUploadId`),
        ...uuid(`${IDENTITY}/documentUploadId`),
        `${IDENTITY}/documentUploadId that names no document is Document.NotFound: *`,
      ),
      tagged('tests/contract/update/update-documents.test.ts', 'Confirmed'),
    ],
  },
  {
    no: 145,
    also: [146],
    says: 'issueDate is optional; written YYYY-MM-DD, not after today',
    surface,
    coveredBy: [
      ...created(optional(`${IDENTITY}/issueDate`), ...date(`${IDENTITY}/issueDate`)),
      tagged(DATES, 'today is accepted', 'tomorrow is refused'),
    ],
  },
  {
    no: 147,
    also: [148, 149],
    says: 'expiryDate is optional; written YYYY-MM-DD, after today, and after issueDate if both are sent',
    surface,
    coveredBy: [
      ...created(optional(`${IDENTITY}/expiryDate`), ...date(`${IDENTITY}/expiryDate`)),
      tagged(
        DATES,
        'today is refused',
        'tomorrow is accepted',
        'on the day after issueDate is accepted',
        'equal to issueDate is refused (and issueDate is then in the future)',
        'before issueDate is refused (and issueDate is then in the future)',
      ),
    ],
  },
  {
    no: 150,
    also: [151],
    says: 'idBackDocumentUploadId is optional; a UUID, which is not stored',
    surface,
    coveredBy: [
      ...created(
        optional(`${IDENTITY}/idBackDocumentUploadId`),
        ...uuid(`${IDENTITY}/idBackDocumentUploadId`),
        `${IDENTITY}/idBackDocumentUploadId that is a UUID is accepted: *`,
      ),
      tagged(IDENTITIES),
    ],
  },
  {
    no: 152,
    says: 'An identity is validated by the rules of the country of residence',
    surface,
    coveredBy: [tagged(IDENTITIES)],
  },
  {
    no: 153,
    says: 'The dates that the country requires must be sent',
    surface,
    coveredBy: [tagged(IDENTITIES, 'absent')],
  },
  {
    no: 154,
    says: 'The number must match the format of that document',
    surface,
    coveredBy: [tagged(IDENTITIES)],
  },
]);
