// Serves reference data from memory; the database is queried only for the partner's access.
import { createHash } from 'node:crypto';
import {
  businessTypeSchema,
  countrySchema,
  identityRequirementSchema,
  identityRequirementsQuerySchema,
  REFERENCE_CACHE_MINUTES,
} from '@onboarding/contract';
import { getBusinessTypes, getCountries, getIdentityRequirements } from '@onboarding/domain/requirements';
import { z } from 'zod';
import { businessTypesExample, countriesExample, identityRequirementsExample } from '../examples/business.ts';
import { tokenRoute } from '../http/declare.ts';

const CACHED = { 'cache-control': `private, max-age=${REFERENCE_CACHE_MINUTES * 60}` };

export const listIdentityRequirements = tokenRoute({
  method: 'GET',
  path: '/customer/v1/onboarding/ubo-identity-requirements',
  operationId: 'listIdentityRequirements',
  summary: 'List accepted identity documents',
  description: `The identity documents that residents of a country can use, in the order in which a form should show them. May be cached for ${REFERENCE_CACHE_MINUTES} minutes. An existing business keeps the requirements under which it was created.`,
  scope: 'partner.read',
  writes: false,
  conditional: true,
  query: identityRequirementsQuerySchema,
  answer: { schema: z.array(identityRequirementSchema), example: identityRequirementsExample },
  errors: ['Country.NotFound', 'OnboardingConfig.NotFound'],
  statuses: { 'Country.NotFound': 404, 'OnboardingConfig.NotFound': 404 },
  async handler(_tx, { catalogue, query: { countryCode } }) {
    const { entries, version } = getIdentityRequirements(catalogue, countryCode);
    return { value: entries, headers: { etag: `"${countryCode}-${version}"`, ...CACHED } };
  },
});

export const listCountries = tokenRoute({
  method: 'GET',
  path: '/partner/v1/countries',
  operationId: 'listCountries',
  summary: 'List countries',
  description: `Every country and territory in ISO 3166-1, sorted by code, with whether it is open and has identity rules. May be cached for ${REFERENCE_CACHE_MINUTES} minutes. Poll with the ETag in If-None-Match: 304 means that nothing has changed. For the identity documents accepted from residents of a country, use listIdentityRequirements.`,
  scope: 'partner.read',
  writes: false,
  conditional: true,
  answer: { schema: z.array(countrySchema), example: countriesExample },
  errors: [],
  handler: async (_tx, { catalogue }) => withHash(getCountries(catalogue)),
});

export const listBusinessTypes = tokenRoute({
  method: 'GET',
  path: '/partner/v1/business-types',
  operationId: 'listBusinessTypes',
  summary: 'List business types',
  description: `The values of businessTypeCode, sorted by name, with the documents that each type usually needs. May be cached for ${REFERENCE_CACHE_MINUTES} minutes. Poll with the ETag in If-None-Match: 304 means that nothing has changed. New types may be added at any time. Retired types are not listed, but businesses that have one keep it.`,
  scope: 'partner.read',
  writes: false,
  conditional: true,
  answer: { schema: z.array(businessTypeSchema), example: businessTypesExample },
  errors: [],
  handler: async (_tx, { catalogue }) => withHash(getBusinessTypes(catalogue)),
});

/** These lists have no version, so the ETag is a hash of the content. */
function withHash<V>(value: V) {
  const hash = createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
  return { value, headers: { etag: `"${hash}"`, ...CACHED } };
}
