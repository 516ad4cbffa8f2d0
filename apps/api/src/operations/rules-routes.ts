// The countries that are served, and the versions of their requirement sets.
import {
  reasonSchema,
  ruleDifferenceQuerySchema,
  ruleDifferenceSchema,
  ruleSetSchema,
  rulesActivatedSchema,
  ruleVersionListSchema,
} from '@onboarding/contract';
import { DomainError } from '@onboarding/domain';
import { activateRules } from '@onboarding/domain/operations';
import { differenceOfRules, listRuleVersions, ReferenceRefused, readRuleSet } from '@onboarding/domain/requirements';
import { parsedBody } from '../http/body.ts';
import { operationsRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import {
  ruleSetExample,
  rulesActivatedExample,
  rulesActivationExample,
  rulesDifferenceExample,
  ruleVersionsExample,
} from './examples.ts';
import { COUNTRIES, found, malformed, noCountry as notFound, toCountry } from './paths.ts';

const VERSIONS = `${COUNTRIES}/{countryCode}/versions` as const;

export const rulesRoutes: readonly SessionRoute[] = [
  operationsRoute({
    method: 'GET',
    path: VERSIONS,
    operationId: 'listRuleVersions',
    summary: "List the versions of a country's rules",
    description: 'All versions, past and present. A business keeps the version under which it was created.',
    answer: { schema: ruleVersionListSchema, example: ruleVersionsExample },
    errors: [notFound],
    handler: async (tx, { params }) => ({ value: found(await listRuleVersions(tx, toCountry(params.countryCode))) }),
  }),
  operationsRoute({
    method: 'GET',
    path: `${VERSIONS}/{version}`,
    operationId: 'readRuleSet',
    summary: "Read a version of a country's rules",
    description: 'The identity documents that it accepts, as partners see them, with the source of each rule.',
    answer: { schema: ruleSetSchema, example: ruleSetExample },
    errors: [notFound],
    handler: async (tx, { params }) => ({
      value: found(await readRuleSet(tx, toCountry(params.countryCode), toVersion(params.version))),
    }),
  }),
  operationsRoute({
    method: 'GET',
    path: `${COUNTRIES}/{countryCode}/difference`,
    operationId: 'compareRules',
    summary: "Compare two versions of a country's rules",
    description: 'By identity document and field, before and after.',
    query: ruleDifferenceQuerySchema,
    answer: { schema: ruleDifferenceSchema, example: rulesDifferenceExample },
    errors: [malformed, notFound],
    handler: async (tx, { params, query }) => ({
      value: found(await differenceOfRules(tx, toCountry(params.countryCode), query)),
    }),
  }),
  operationsRoute({
    method: 'POST',
    path: `${VERSIONS}/{version}/activate`,
    operationId: 'activateRules',
    summary: "Activate a version of a country's rules",
    description:
      'Opens the country and retires the version that was active. A retired version is copied to a new version, so that each version is activated only once. API processes apply the change within 30 seconds.',
    body: parsedBody({ schema: reasonSchema, example: rulesActivationExample, malformed }),
    answer: { schema: rulesActivatedSchema, example: rulesActivatedExample },
    errors: [malformed, notFound],
    handler: async (tx, { context, operator, params: { countryCode, version }, body: { reason } }) => {
      const asked = { countryCode: toCountry(countryCode), version: toVersion(version), reason };
      try {
        return { value: await activateRules(tx, context, operator, asked) };
      } catch (error) {
        if (error instanceof ReferenceRefused) throw new DomainError(notFound);
        throw error;
      }
    },
  }),
];

function toVersion(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new DomainError(notFound);
  return Number(text);
}
