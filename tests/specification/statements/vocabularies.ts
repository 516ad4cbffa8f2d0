import { created, INDUSTRIES, oneOf } from '../field-tests.ts';
import { area } from '../statement.ts';

const surface = 'Partner API';
const typeCode = (...cases: string[]) => created(...cases.map((one) => `/businessTypeCode ${one}`));

export const vocabularies = area('Vocabularies', [
  {
    no: 100,
    also: [101],
    says: 'industry has twelve values; any other is ValidationControl.Error',
    surface,
    coveredBy: created(
      ...oneOf('/industry', ...INDUSTRIES),
      '/industry outside the vocabulary is ValidationControl.Error: *',
    ),
  },
  {
    no: 102,
    says: 'Names of business types are in Pascal case and matched in any case: LLC, Llc and llc are the same',
    surface,
    coveredBy: typeCode(
      'as it is written is accepted: "LLC"',
      'in mixed case is accepted: "Llc"',
      'in lower case is accepted: "llc"',
      'in upper case and outer blanks is accepted: *',
    ),
  },
  {
    no: 103,
    says: 'A business type with an underscore in its name is unknown',
    surface,
    coveredBy: typeCode(
      'with an underscore is BusinessType.NotFound: *',
      'that nobody knows is BusinessType.NotFound: "SOLE_PROPRIETOR"',
    ),
  },
  {
    no: 104,
    also: [105, 106, 107],
    says: 'SoleProprietor, NonProfit, LLC and FinancialInstitution are business types',
    surface,
    coveredBy: typeCode(
      ...['SoleProprietor', 'NonProfit', 'LLC', 'FinancialInstitution'].map(
        (name) => `as it is written is accepted: "${name}"`,
      ),
    ),
  },
]);
