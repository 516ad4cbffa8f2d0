// The paths of an OpenAPI document, from the route table that serves them.
import { PARTNER_CUSTOMER_ID } from '@onboarding/contract';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { JSON_BODY } from '../http/json-body.ts';
import type { Route } from '../http/route.ts';
import { PREFIX } from '../http/surface.ts';
import { requestHeadersOf } from './headers.ts';
import { toResponses } from './responses.ts';

/** Additions of a document to a route's own description. */
export interface Particulars {
  access: string;
  tag: string;
  security: Record<string, string[]>[];
}

export function toPaths<R extends Route>(routes: readonly R[], tell: (route: R) => Particulars): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const path = documentedPath(route);
    const operation = toOperation({ ...route, path }, tell(route));
    paths[PREFIX + path] = { ...paths[PREFIX + path], [route.method.toLowerCase()]: operation };
  }
  return paths;
}

/**
 * The path with one name for each parameter. In the specification, the id of a business is businessProfileId for PUT and customerId
 * otherwise, like everywhere in bodies.
 */
export const documentedPath = ({ path }: Pick<Route, 'path'>): string =>
  path.replace('{businessProfileId}', '{customerId}');

const idOf = (what: string) => z.uuid().meta({ description: what, example: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f' });

/** The parameters of paths. A value of another form gets 404. */
const PARAMETERS: Record<string, z.ZodType> = {
  customerId: idOf('The customerId of the business.'),
  partnerCustomerId: z.string().meta({
    description: 'The partnerCustomerId that you gave the business.',
    pattern: PARTNER_CUSTOMER_ID.source,
    example: 'acme-000042',
  }),
  uboId: idOf('The uboId of the person.'),
  documentId: idOf('The documentId that came with the upload link.'),
  decisionId: idOf('The decisionId of the proposal.'),
  identityId: idOf('The identityId of the identity document.'),
  screeningId: idOf('The screeningId of the screening that found the hit.'),
  entityId: z.string().meta({ pattern: '^.+$', description: 'The entityId of the hit.', example: 'NK-1234' }),
  deliveryId: idOf('The id of the delivery.'),
  replaySeries: idOf('The replaySeries of the replay.'),
  certificateId: idOf('The certificateId of the certificate.'),
  accountId: idOf('The accountId of the person.'),
  sessionId: idOf('The sessionId of the session.'),
  partnerId: idOf('The partnerId of the partner.'),
  jobId: idOf('The jobId of the dead letter.'),
  countryCode: z
    .string()
    .meta({ description: 'The ISO 3166-1 alpha-3 code of the country.', pattern: '^[A-Z]{3}$', example: 'NGA' }),
  version: z.string().meta({ description: 'The number of the version.', pattern: '^[1-9][0-9]{0,8}$', example: '2' }),
};

function parameterOf(name: string): z.ZodType {
  const parameter = PARAMETERS[name];
  if (parameter === undefined) throw new Error(`Describe the path parameter {${name}} in docs/operations.ts`);
  return parameter;
}

function toOperation(route: Route, { access, tag, security }: Particulars): ZodOpenApiOperationObject {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const path = Object.fromEntries(names.map((name) => [name, parameterOf(name)]));
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: `${route.description}\n\n${access}${sunsetOf(route)}`,
    ...(route.deprecated === undefined ? {} : { deprecated: true }),
    tags: [tag],
    security,
    requestParams: {
      ...(names.length === 0 ? {} : { path: z.object(path) }),
      ...(route.query === undefined ? {} : { query: route.query }),
      header: z.object(requestHeadersOf(route)),
    },
    ...(route.body === undefined ? {} : { requestBody: toRequestBody(route.body) }),
    responses: toResponses(route),
  };
}

/** One media type, although a PATCH may have another name: generators would create every body twice, and make it optional. */
function toRequestBody({ schema, example }: NonNullable<Route['body']>) {
  return { required: true, content: { [JSON_BODY]: { schema, example } } };
}

function sunsetOf({ deprecated }: Route): string {
  if (deprecated === undefined) return '';
  const { since, sunset, successor } = deprecated;
  return `\n\n**Deprecated** since ${since}; withdrawn on ${sunset}. Use \`${PREFIX}${successor}\` instead.`;
}
