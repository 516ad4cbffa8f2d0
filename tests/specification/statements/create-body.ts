import {
  absoluteUrl,
  atLeast,
  atMost,
  country,
  created,
  date,
  e164,
  INDUSTRIES,
  oneOf,
  optional,
  required,
} from '../field-tests.ts';
import { area, differs, tagged } from '../statement.ts';

const surface = 'Partner API';

export const createBody = area('Create: the business', [
  {
    no: 15,
    also: [16],
    says: 'email is required, with at most 255 characters',
    surface,
    coveredBy: created(required('/email'), ...atMost('/email', 255)),
  },
  {
    no: 17,
    also: [18, 19],
    says: 'phoneNumber is optional; a plus sign and 7 to 15 digits, otherwise 400 PhoneNumber.Invalid',
    surface,
    coveredBy: created(optional('/phoneNumber'), ...e164('/phoneNumber')),
  },
  {
    no: 20,
    also: [21],
    says: 'companyName is required, with 2 to 255 characters',
    surface,
    coveredBy: created(required('/companyName'), ...atLeast('/companyName', 2), ...atMost('/companyName', 255)),
  },
  {
    no: 22,
    also: [23],
    says: 'tradingName is optional; at most 255 characters',
    surface,
    coveredBy: created(optional('/tradingName'), ...atMost('/tradingName', 255)),
  },
  {
    no: 24,
    also: [25, 26],
    says: 'businessTypeCode is required: a name of the vocabulary, in any case',
    surface,
    coveredBy: created(
      required('/businessTypeCode'),
      '/businessTypeCode as it is written is accepted: *',
      '/businessTypeCode in lower case is accepted: *',
      '/businessTypeCode in upper case and outer blanks is accepted: *',
      '/businessTypeCode that nobody knows is BusinessType.NotFound: *',
    ),
  },
  {
    no: 27,
    also: [28],
    says: 'incorporationCountryIso3Code is required: an alpha-3 code of ISO 3166-1',
    surface,
    coveredBy: created(required('/incorporationCountryIso3Code'), ...country('/incorporationCountryIso3Code')),
  },
  {
    no: 29,
    also: [30],
    says: 'industry is required: one of its values',
    surface,
    coveredBy: created(required('/industry'), ...oneOf('/industry', ...INDUSTRIES)),
  },
  {
    no: 31,
    also: [32],
    says: 'description is optional; at most 1,000 characters',
    surface,
    coveredBy: created(optional('/description'), ...atMost('/description', 1000)),
  },
  {
    no: 33,
    also: [34, 35],
    says: 'website is required: an absolute URL, http or https as decided, with at most 255 characters',
    surface,
    decided: differs('`website`'),
    coveredBy: created(required('/website'), ...absoluteUrl('/website'), ...atMost('/website', 255)),
  },
  {
    no: 36,
    also: [37],
    says: 'registrationNumber is required, with at most 10 characters on create',
    surface,
    coveredBy: [
      ...created(required('/registrationNumber'), ...atMost('/registrationNumber', 10)),
      tagged('tests/contract/create/create-rules.test.ts'),
    ],
  },
  {
    no: 38,
    also: [39],
    says: 'registrationDate is optional; an existing date, written YYYY-MM-DD',
    surface,
    coveredBy: created(optional('/registrationDate'), ...date('/registrationDate')),
  },
  {
    no: 40,
    says: 'addresses is optional: a list of addresses',
    surface,
    coveredBy: created(
      optional('/addresses'),
      '/addresses of another type is Validation: *',
      '/addresses with an empty element is refused: [{}]',
      '/addresses with an element of another type is Validation: *',
    ),
  },
  {
    no: 41,
    says: 'financials is optional: an object with all its fields',
    surface,
    coveredBy: created(
      optional('/financials'),
      '/financials of another type is Validation: *',
      '/financials without fields is refused: {}',
    ),
  },
  {
    no: 42,
    also: [43],
    says: 'businessPersonList is optional; its people are created in the transaction of the business',
    surface,
    coveredBy: [
      ...created(optional('/businessPersonList'), '/businessPersonList with an empty element is refused: [{}]'),
      tagged('tests/contract/create/create-bounds.test.ts'),
      tagged('tests/faults/one-transaction.test.ts', 'people'),
    ],
  },
  {
    no: 44,
    also: [45, 46, 47],
    says: 'partnerCustomerId is the partner’s own reference; create, both updates and every read return it',
    surface,
    coveredBy: [
      tagged('tests/journeys/create-and-read.test.ts'),
      tagged('tests/contract/update/update-names-and-warnings.test.ts'),
      tagged('tests/contract/partner/list.test.ts'),
    ],
  },
  {
    no: 48,
    says: 'A create without partnerCustomerId is Customer.PartnerCustomerIdRequired',
    surface,
    coveredBy: created(
      required('/partnerCustomerId', 'Customer.PartnerCustomerIdRequired'),
      '/partnerCustomerId null is Customer.PartnerCustomerIdRequired: null',
      '/partnerCustomerId blank is Customer.PartnerCustomerIdRequired: *',
    ),
  },
  {
    no: 49,
    says: 'An invalid partnerCustomerId is Customer.PartnerCustomerIdInvalid',
    surface,
    coveredBy: created(
      '/partnerCustomerId within its form is accepted: *',
      '/partnerCustomerId outside its form is Customer.PartnerCustomerIdInvalid: *',
      '/partnerCustomerId of another type is Customer.PartnerCustomerIdInvalid: *',
    ),
  },
]);
