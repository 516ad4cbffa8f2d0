// The names of the contract's lists of values in both SDKs: a type, and a constant with the values.
import {
  ACCOUNT_PURPOSES,
  AUDIT_ACTOR_KINDS,
  BUSINESS_TYPES,
  DOCUMENT_CATEGORIES,
  DOCUMENT_CONTENT_TYPES,
  DOCUMENT_REFUSALS,
  DOCUMENT_STATUSES,
  ERROR_CODES,
  IDENTITY_RULES,
  IDENTITY_TYPES,
  INDUSTRIES,
  INPUT_TYPES,
  MONTHLY_TURNOVERS,
  NEXT_ACTIONS,
  OWNERSHIP_TYPES,
  REASON_CODES,
  SANDBOX_OUTCOMES,
  SOURCES_OF_FUNDS,
  TRANSACTION_VALUES,
  VERDICTS,
  VERIFICATION_STATUSES,
  WARNING_CODES,
} from '@onboarding/contract';
import { codesOf } from '../../apps/api/src/http/route-errors.ts';
import { partnerRoutes } from '../../apps/api/src/partner/routes.ts';
import { sandboxRoutes } from '../../apps/api/src/sandbox/routes.ts';

export interface Vocabulary {
  type: string;
  constant: string;
  values: readonly string[];
  description: string;
  /** The only field with it, if another vocabulary has the same values. */
  field?: string;
}

const codes = codesOf([...partnerRoutes, ...sandboxRoutes]);

export const VOCABULARIES: readonly Vocabulary[] = [
  {
    // An answer is already called VerificationStatus.
    ...{ type: 'VerificationStatusValue', constant: 'VERIFICATION_STATUSES', values: VERIFICATION_STATUSES },
    description: 'Where a business, or a person, stands in the review.',
  },
  {
    ...{ type: 'NextAction', constant: 'NEXT_ACTIONS', values: NEXT_ACTIONS },
    description: 'What you are expected to do next.',
  },
  {
    ...{ type: 'ReasonCode', constant: 'REASON_CODES', values: REASON_CODES },
    description: 'Why changes were requested, or a business was rejected.',
  },
  {
    ...{ type: 'DocumentCategory', constant: 'DOCUMENT_CATEGORIES', values: DOCUMENT_CATEGORIES },
    description: 'What a document is.',
  },
  {
    ...{ type: 'DocumentStatus', constant: 'DOCUMENT_STATUSES', values: DOCUMENT_STATUSES },
    description: 'Where a document stands between its upload link and its outcome.',
  },
  {
    ...{ type: 'DocumentRefusal', constant: 'DOCUMENT_REFUSALS', values: DOCUMENT_REFUSALS },
    description: 'Why a document is Rejected or Quarantined.',
  },
  {
    ...{ type: 'DocumentContentType', constant: 'DOCUMENT_CONTENT_TYPES', values: DOCUMENT_CONTENT_TYPES },
    description: 'The types of files that can be uploaded.',
  },
  {
    ...{ type: 'BusinessTypeCode', constant: 'BUSINESS_TYPE_CODES', values: BUSINESS_TYPES },
    description: 'The initial types of business. listBusinessTypes returns the current ones.',
  },
  { type: 'Industry', constant: 'INDUSTRIES', values: INDUSTRIES, description: 'The main source of revenue.' },
  {
    ...{ type: 'SourceOfFunds', constant: 'SOURCES_OF_FUNDS', values: SOURCES_OF_FUNDS, field: 'sourceOfFunds' },
    description: 'Where the money of a business comes from.',
  },
  {
    ...{ type: 'MonthlyTurnOver', constant: 'MONTHLY_TURN_OVERS', values: MONTHLY_TURNOVERS },
    description: 'How much a business turns over in a month.',
  },
  {
    ...{ type: 'EstimatedTransactionValue', constant: 'ESTIMATED_TRANSACTION_VALUES', values: TRANSACTION_VALUES },
    description: 'The value of a usual transaction.',
  },
  {
    ...{ type: 'PurposeOfAccount', constant: 'PURPOSES_OF_ACCOUNT', values: ACCOUNT_PURPOSES },
    description: 'What a business uses its account for.',
  },
  {
    ...{ type: 'OwnershipType', constant: 'OWNERSHIP_TYPES', values: OWNERSHIP_TYPES },
    description: 'What a person is to a business.',
  },
  {
    ...{ type: 'IdentityTypeCode', constant: 'IDENTITY_TYPE_CODES', values: IDENTITY_TYPES },
    description: 'What an identity document is. NATIOANL_ID is spelled as in the API.',
  },
  {
    ...{ type: 'IdentityRules', constant: 'IDENTITY_RULES', values: IDENTITY_RULES },
    description: 'Which rules apply to the identity documents of residents of a country.',
  },
  {
    ...{ type: 'InputType', constant: 'INPUT_TYPES', values: INPUT_TYPES },
    description: 'How a form asks for an identity document.',
  },
  {
    ...{ type: 'ActorKind', constant: 'ACTOR_KINDS', values: AUDIT_ACTOR_KINDS },
    description: 'Who can do something to a business.',
  },
  {
    ...{ type: 'SimulationOutcome', constant: 'SIMULATION_OUTCOMES', values: SANDBOX_OUTCOMES },
    description: 'What simulated analysts do in a sandbox.',
  },
  {
    ...{ type: 'Verdict', constant: 'VERDICTS', values: VERDICTS },
    description: 'What simulated analysts find about a person.',
  },
  {
    ...{ type: 'KnownErrorCode', constant: 'ERROR_CODES', values: ERROR_CODES.filter((code) => codes.has(code)) },
    description: 'The codes of errors.',
  },
  {
    ...{ type: 'WarningCode', constant: 'WARNING_CODES', values: WARNING_CODES },
    description: 'The codes of warnings.',
  },
];

/** Lists of fewer values are shown where they occur. */
const LEAST = 3;

/** The type of a list of values: its name and, in requests, further names for the same. */
export function vocabularyType(values: readonly string[], field: string): string | undefined {
  const known = VOCABULARIES.filter((one) => one.values.every((value) => values.includes(value)));
  const found = known.find((one) => one.field === field) ?? known.find((one) => one.field === undefined);
  if (found === undefined) {
    if (values.length < LEAST) return undefined;
    throw new Error(`Name the values of ${field} in scripts/generate/vocabularies.ts: ${values.join(', ')}`);
  }
  const others = values.filter((value) => !found.values.includes(value)).map((value) => `'${value}'`);
  return [found.type, ...others].join(' | ');
}

/** The file of the TypeScript SDK. */
export function vocabularyFile(): [file: string, text: string] {
  const lists = VOCABULARIES.map(
    ({ type, constant, values, description }) => `/** ${description} */
export const ${constant} = [
${values.map((value) => `  '${value}',`).join('\n')}
] as const;
export type ${type} = (typeof ${constant})[number];
`,
  );
  return [
    'packages/sdk/src/vocabularies.gen.ts',
    `// Made by npm run generate from packages/contract. Name the lists in scripts/generate/vocabularies.ts.

/** A known value of a list, or one that was added after this version. Handle the latter, for example with a default branch. */
export type Extensible<Known extends string> = Known | (string & {});

${lists.join('\n')}`,
  ];
}
