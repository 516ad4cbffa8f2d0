import {
  absoluteUrl,
  atLeast,
  atMost,
  country,
  date,
  e164,
  INDUSTRIES,
  ON_UPDATE,
  oneOf,
  optional,
  replaced,
  required,
} from '../field-tests.ts';
import { area, differs, tagged } from '../statement.ts';

const surface = 'Partner API';
const NAMES = 'tests/contract/update/update-names-and-warnings.test.ts';

export const updateBody = area('Replace (PUT): the business', [
  {
    no: 50,
    also: [51, 52],
    says: 'customerId is required and must be the id in the path, otherwise 400 Partner.BusinessProfileIdMismatch',
    surface,
    coveredBy: [tagged(NAMES)],
  },
  {
    no: 53,
    also: [54],
    says: 'businessEmail is required, with at most 255 characters',
    surface,
    coveredBy: replaced(required('/businessEmail', ON_UPDATE), ...atMost('/businessEmail', 255, ON_UPDATE)),
  },
  {
    no: 55,
    also: [56],
    says: 'phoneNumber is required, in E.164 form',
    surface,
    coveredBy: replaced(required('/phoneNumber', ON_UPDATE), ...e164('/phoneNumber')),
  },
  {
    no: 57,
    also: [58],
    says: 'name is required, with 2 to 255 characters',
    surface,
    coveredBy: replaced(
      required('/name', ON_UPDATE),
      ...atLeast('/name', 2, ON_UPDATE),
      ...atMost('/name', 255, ON_UPDATE),
    ),
  },
  {
    no: 59,
    also: [60],
    says: 'tradingName is optional; at most 255 characters',
    surface,
    coveredBy: replaced(optional('/tradingName'), ...atMost('/tradingName', 255, ON_UPDATE)),
  },
  {
    no: 61,
    also: [62],
    says: 'businessTypeCode is required: a name of the vocabulary',
    surface,
    coveredBy: replaced(
      required('/businessTypeCode', ON_UPDATE),
      '/businessTypeCode as it is written is accepted: *',
      '/businessTypeCode in lower case is accepted: *',
      '/businessTypeCode that nobody knows is BusinessType.NotFound: *',
    ),
  },
  {
    no: 63,
    also: [64],
    says: 'incorporationCountryIso3Code is required: an alpha-3 code of ISO 3166-1',
    surface,
    coveredBy: replaced(
      required('/incorporationCountryIso3Code', ON_UPDATE),
      ...country('/incorporationCountryIso3Code', ON_UPDATE),
    ),
  },
  {
    no: 65,
    also: [66],
    says: 'industry is required; as decided, one of its values, all of which are shorter than 100 characters',
    surface,
    decided: differs('`industry` of a PUT'),
    coveredBy: replaced(
      required('/industry', ON_UPDATE),
      ...oneOf('/industry', ...INDUSTRIES),
      // All values in one text, which is longer than that.
      '/industry outside the vocabulary is ValidationControl.Error: "CustomerRevenue,Share*characters of JSON)',
    ),
  },
  {
    no: 67,
    also: [68],
    says: 'description is optional; at most 1,000 characters',
    surface,
    coveredBy: replaced(optional('/description'), ...atMost('/description', 1000, ON_UPDATE)),
  },
  {
    no: 69,
    also: [70, 71],
    says: 'website is required: an absolute URL, http or https as decided, with at most 255 characters',
    surface,
    decided: differs('`website`'),
    coveredBy: replaced(
      required('/website', ON_UPDATE),
      ...absoluteUrl('/website', ON_UPDATE),
      ...atMost('/website', 255, ON_UPDATE),
    ),
  },
  {
    no: 72,
    also: [73],
    says: 'registrationNumber is required, with at most 100 characters on update',
    surface,
    coveredBy: replaced(required('/registrationNumber', ON_UPDATE), ...atMost('/registrationNumber', 100, ON_UPDATE)),
  },
  {
    no: 74,
    also: [75],
    says: 'registrationDate is optional; an existing date, written YYYY-MM-DD',
    surface,
    coveredBy: replaced(optional('/registrationDate'), ...date('/registrationDate', ON_UPDATE)),
  },
  {
    no: 76,
    says: 'addresses is optional',
    surface,
    coveredBy: [
      ...replaced('/addresses absent stays as it is', '/addresses with an empty element is refused: [{}]'),
      tagged(NAMES),
    ],
  },
  {
    no: 77,
    says: 'financials is optional',
    surface,
    coveredBy: [
      ...replaced('/financials absent stays as it is', '/financials without fields is refused: {}'),
      tagged(NAMES),
    ],
  },
  {
    no: 78,
    also: [79],
    says: 'businessPersonList is optional; each person in it has a nationality',
    surface,
    coveredBy: [...replaced(optional('/businessPersonList')), tagged('tests/contract/update/update-people.test.ts')],
  },
]);
