// The lists of prohibited and high-risk countries.
import {
  countryDecidedSchema,
  operatorActionPageSchema,
  operatorActionQuerySchema,
  type Reason,
  reasonSchema,
  ruledCountryListSchema,
} from '@onboarding/contract';
import { type Context, DomainError } from '@onboarding/domain';
import {
  type CountryDecision,
  closeRules,
  decideCountries,
  listCountryActions,
  listOperatedCountries,
  type Operator,
  openCountries,
} from '@onboarding/domain/operations';
import { CountryNotServed, ReferenceRefused } from '@onboarding/domain/requirements';
import type { Tx } from '@onboarding/platform/postgres';
import { parsedBody } from '../http/body.ts';
import { operationsRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import {
  countryActionsExample,
  countryDecidedExample,
  countryDecisionExample,
  ruledCountriesExample,
} from './examples.ts';
import { COUNTRIES, found, malformed, noCountry, toCountry } from './paths.ts';

const COUNTRY = `${COUNTRIES}/{countryCode}` as const;
const notServed = 'Operations.CountryNotServed';
const SOON = 'API processes apply the change within 30 seconds.';
const LOOKED_FOR = 'The worker then looks for businesses with that country, and returns approved ones to the queue.';

interface Decision {
  verb: 'open' | 'close' | 'prohibit' | 'allow' | 'high-risk' | 'ordinary-risk';
  operationId: string;
  summary: string;
  description: string;
  /** Returns whether anything changed. */
  decide(tx: Tx, context: Context, operator: Operator, asked: { countryCode: string } & Reason): Promise<boolean>;
  errors?: readonly [typeof notServed];
}

const onList =
  (decision: CountryDecision): Decision['decide'] =>
  async (tx, context, operator, { countryCode, reason }) =>
    (await decideCountries(tx, context, operator, { decision, countries: [countryCode], reason })).length > 0;

const DECISIONS: readonly Decision[] = [
  {
    verb: 'open',
    operationId: 'openCountry',
    summary: 'Open a country',
    description: `Accepts businesses and residents of the country. Activates the rules for identity documents that it had last, or else its newest draft. ${SOON}`,
    decide: async (tx, context, operator, { countryCode, reason }) => {
      const opened = await openCountries(tx, context, operator, { countries: [countryCode], reason });
      return opened.some(({ changed }) => changed);
    },
    errors: [notServed],
  },
  {
    verb: 'close',
    operationId: 'closeCountry',
    summary: 'Close a country',
    description: `Refuses new businesses and residents of the country, and retires its rules. Existing businesses may still send data that they already have. ${SOON}`,
    decide: async (tx, context, operator, { countryCode, reason }) =>
      (await closeRules(tx, context, operator, countryCode, reason)).changed,
  },
  {
    verb: 'prohibit',
    operationId: 'prohibitCountry',
    summary: 'Prohibit a country',
    description: `Refuses every request that names the country as the place of incorporation, in an address, or as a nationality, tax residence or issuer of an identity document. ${SOON} ${LOOKED_FOR}`,
    decide: onList('CountryProhibited'),
  },
  {
    verb: 'allow',
    operationId: 'allowCountry',
    summary: 'Allow a country',
    description: `Removes the country from the prohibited list, or records the decision that it does not belong there. Does not open the country. ${SOON}`,
    decide: onList('CountryAllowed'),
  },
  {
    verb: 'high-risk',
    operationId: 'markHighRiskCountry',
    summary: 'Add a country to the high-risk list',
    description: `Flags businesses with that country, so that analysts review them first. ${LOOKED_FOR}`,
    decide: onList('CountryHighRisk'),
  },
  {
    verb: 'ordinary-risk',
    operationId: 'markOrdinaryRiskCountry',
    summary: 'Remove a country from the high-risk list',
    description: 'The worker then removes the flag from businesses to which it no longer applies.',
    decide: onList('CountryOrdinaryRisk'),
  },
];

export const countryRoutes: readonly SessionRoute[] = [
  operationsRoute({
    method: 'GET',
    path: COUNTRIES,
    operationId: 'listRuledCountries',
    summary: 'List countries and their active rules',
    description:
      'All countries: whether each is open, whether it is on the prohibited or high-risk list, and which version of its rules is active.',
    answer: { schema: ruledCountryListSchema, example: ruledCountriesExample },
    errors: [],
    handler: async (tx) => ({ value: await listOperatedCountries(tx) }),
  }),
  operationsRoute({
    method: 'GET',
    path: `${COUNTRY}/actions`,
    operationId: 'listCountryActions',
    summary: "List operators' actions on a country",
    description: 'Who decided what, when and why, newest first. Entries cannot be changed or removed.',
    query: operatorActionQuerySchema,
    answer: { schema: operatorActionPageSchema, example: countryActionsExample },
    errors: [malformed, noCountry],
    handler: async (tx, { params, query }) => ({
      value: found(await listCountryActions(tx, toCountry(params.countryCode), query)),
    }),
  }),
  ...DECISIONS.map(({ verb, operationId, summary, description, decide, errors = [] }) =>
    operationsRoute({
      method: 'POST',
      path: `${COUNTRY}/${verb}`,
      operationId,
      summary,
      description,
      body: parsedBody({ schema: reasonSchema, example: countryDecisionExample, malformed }),
      answer: { schema: countryDecidedSchema, example: countryDecidedExample },
      errors: [malformed, noCountry, ...errors],
      handler: async (tx, { context, operator, params, body: { reason } }) => {
        const countryCode = toCountry(params.countryCode);
        try {
          return { value: { countryCode, changed: await decide(tx, context, operator, { countryCode, reason }) } };
        } catch (error) {
          if (error instanceof CountryNotServed) throw new DomainError(notServed);
          if (error instanceof ReferenceRefused) throw new DomainError(noCountry);
          throw error;
        }
      },
    }),
  ),
];
