// The five OpenAPI documents, from the same tables and schemas that serve the requests.
import {
  EVENT_SCHEMAS,
  openly,
  plainly,
  type Realm,
  SCOPES,
  type Scope,
  STEP_UP_MINUTES,
  TOKEN_SECONDS,
} from '@onboarding/contract';
import { createDocument, type ZodOpenApiObject } from 'zod-openapi';
import { sessionCookie } from '../http/cookies.ts';
import type { Route, SessionRoute, TokenRoute } from '../http/route.ts';
import { codesOf } from '../http/route-errors.ts';
import { eventWebhooks, WEBHOOKS_TAG } from './event-webhooks.ts';
import {
  complianceIntroduction,
  dashboardIntroduction,
  type Given,
  operationsIntroduction,
  partnerIntroduction,
  sandboxIntroduction,
} from './introductions.ts';
import { type Particulars, toPaths } from './operations.ts';

/** Values that depend on the deployment. */
export interface Deployment {
  /** The origin at which the API was reached. */
  server: { url: string; description?: string };
  tokenEndpoint: string;
  /** The support contact for integrators. */
  contact: { name: string; email?: string; url?: string };
  /** The URL of the guides, if the API does not serve them. */
  documentation?: string;
}

/** For the document in docs/, which is independent of a deployment. */
export const NO_DEPLOYMENT: Deployment = {
  server: {
    url: 'https://api.onboarding.example',
    description: 'An example. The document that an environment serves at /api has its own address.',
  },
  tokenEndpoint: 'https://identity.example.com/oauth2/token',
  contact: { name: 'Integration support', email: 'integration@example.com' },
};

type Parts = Pick<ZodOpenApiObject, 'paths' | 'webhooks' | 'components' | 'tags'>;

interface Described {
  title: string;
  introduction: (given: Given) => string;
  routes: readonly Route[];
}

/** A document that lists only the error codes that its readers can get, although the schemas behind it have all of them. */
function describing(
  { title, introduction, routes }: Described,
  { server, contact, documentation = '/docs/' }: Deployment,
  parts: Parts,
) {
  const codes = codesOf(routes);
  const isMet = (code: string) => codes.has(code);
  const info = {
    title,
    version: '1.0.0',
    description: `[Guides and quickstart](${documentation})\n\n${introduction({ isMet, guides: documentation })}`,
    contact,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  };
  const document = createDocument(
    { openapi: '3.1.0', info, servers: [server], ...parts },
    { override: (written) => (written.io === 'output' ? openly(written) : plainly(written)) },
  );
  // A copy that differs only in the lists of codes.
  return JSON.parse(JSON.stringify(document), (_name, value: unknown) =>
    Array.isArray(value) && value.includes('Internal.Error') ? value.filter(isMet) : value,
  ) as typeof document;
}

/** The Partner API, for machines. */
export function createOpenApi(routes: readonly TokenRoute[], where = NO_DEPLOYMENT) {
  return describing({ title: 'Partner Business Onboarding API', introduction: partnerIntroduction, routes }, where, {
    tags: [
      { name: 'Business profiles', description: 'Create, read and change businesses with their people.' },
      { name: 'Reference data', description: 'Countries, business types and accepted identity documents.' },
      { name: 'Changes', description: 'Everything that happens to your customers, read by cursor.' },
      {
        name: WEBHOOKS_TAG,
        description: 'The same events, sent to your endpoint. Users of your organisation register it on the dashboard.',
      },
    ],
    paths: toPaths(routes, (route) => ({ ...tokenParticulars(route), tag: tagOf(route.path) })),
    webhooks: eventWebhooks,
    components: { schemas: EVENT_SCHEMAS, securitySchemes: { oauth2: oauth2(where) } },
  });
}

function tagOf(path: string): string {
  if (/^\/customer\/|\/(business-types|countries)$/.test(path)) return 'Reference data';
  return path.includes('/changes') ? 'Changes' : 'Business profiles';
}

/** The additional operations of a sandbox. */
export function createSandboxOpenApi(routes: readonly TokenRoute[], where = NO_DEPLOYMENT) {
  return describing({ title: 'Sandbox API', introduction: sandboxIntroduction, routes }, where, {
    tags: [{ name: 'Sandbox', description: 'Simulate the outcome of a review.' }],
    paths: toPaths(routes, (route) => ({ ...tokenParticulars(route), tag: 'Sandbox' })),
    components: { securitySchemes: { oauth2: oauth2(where) } },
  });
}

const MAY: Record<Scope, string> = {
  'partner.read': 'Read businesses, their status and reference data.',
  'partner.write': 'Create and change businesses, and get upload links.',
};

const oauth2 = ({ tokenEndpoint }: Deployment) =>
  ({
    type: 'oauth2',
    description: `An access token (JWT), valid for ${TOKEN_SECONDS} seconds, sent as \`Authorization: Bearer\`. The client authenticates with a private_key_jwt assertion (RS256) instead of a secret.`,
    flows: {
      clientCredentials: {
        tokenUrl: tokenEndpoint,
        scopes: Object.fromEntries(SCOPES.map((scope) => [scope, MAY[scope]])),
      },
    },
  }) as const;

function tokenParticulars({ scope }: TokenRoute): Omit<Particulars, 'tag'> {
  return { access: `Needs the scope \`${scope}\`.`, security: [{ oauth2: [scope] }] };
}

/** The API of our own sites, used on behalf of users. No compatibility is guaranteed to integrators. */
export function createDashboardOpenApi(routes: readonly SessionRoute[], where = NO_DEPLOYMENT) {
  return describing({ title: 'Dashboard API', introduction: dashboardIntroduction, routes }, where, {
    tags: [
      { name: 'Sessions', description: 'Read who is signed in and on which devices, and sign out.' },
      { name: 'Customers', description: 'Your organisation and its customers, as in the Partner API.' },
      {
        name: 'Organisation',
        description: 'The state of your integration, users, activity and mail notifications.',
      },
      { name: 'API credentials', description: 'The certificates with which your systems get tokens.' },
      { name: 'Webhooks', description: 'The endpoint for events, and its delivery history.' },
    ],
    paths: toPaths(routes, (route) => ({ ...sessionParticulars(route), tag: dashboardTagOf(route.path) })),
    components: { securitySchemes: { partner: cookie('partner'), staff: cookie('staff') } },
  });
}

function dashboardTagOf(path: string): string {
  if (path.startsWith('/session/')) return 'Sessions';
  if (/\/(customers|reference-data|requirements)|\/partner-profile$/.test(path)) return 'Customers';
  if (path.includes('/api-credentials')) return 'API credentials';
  return path.includes('/webhooks') ? 'Webhooks' : 'Organisation';
}

/** The API of the analysts' console. */
export function createComplianceOpenApi(routes: readonly SessionRoute[], where = NO_DEPLOYMENT) {
  return describing({ title: 'Compliance API', introduction: complianceIntroduction, routes }, where, {
    tags: [
      { name: 'Queue', description: 'Packages waiting for review, and who has claimed which.' },
      { name: 'Packages', description: 'Everything known about a business, and the decisions about it.' },
      {
        name: 'Catalogue and figures',
        description: 'Decision reasons, search, colleagues, reads by our staff, and queue statistics.',
      },
    ],
    paths: toPaths(routes, (route) => ({ ...sessionParticulars(route), tag: complianceTagOf(route.path) })),
    components: { securitySchemes: { staff: cookie('staff') } },
  });
}

function complianceTagOf(path: string): string {
  const [, , , area = '', , operation = ''] = path.split('/');
  if (area !== 'packages') return area === 'queue' ? 'Queue' : 'Catalogue and figures';
  return ['claim', 'release', 'reassign'].includes(operation) ? 'Queue' : 'Packages';
}

/** The API of the operators' console. */
export function createOperationsOpenApi(routes: readonly SessionRoute[], where = NO_DEPLOYMENT) {
  return describing({ title: 'Operations API', introduction: operationsIntroduction, routes }, where, {
    tags: [
      { name: 'Partners', description: 'Partners, their standing and limits, and their first admins.' },
      { name: 'Staff', description: 'Staff accounts.' },
      {
        name: 'Reference data',
        description: 'Which countries are served, and the rules for identity documents of each, by version.',
      },
      { name: 'Jobs', description: 'Queues, dispatchers and dead letters.' },
    ],
    paths: toPaths(routes, (route) => ({ ...sessionParticulars(route), tag: operationsTagOf(route.path) })),
    components: { securitySchemes: { staff: cookie('staff') } },
  });
}

function operationsTagOf(path: string): string {
  const [, , , area = ''] = path.split('/');
  return { partners: 'Partners', accounts: 'Staff', countries: 'Reference data' }[area] ?? 'Jobs';
}

function sessionParticulars({ realm, roles, stepUp }: SessionRoute): Omit<Particulars, 'tag'> {
  const recently = stepUp === true ? ` Needs a second factor used within the last ${STEP_UP_MINUTES} minutes.` : '';
  return { access: `For the roles ${roles.join(', ')}.${recently}`, security: [{ [realm]: [] }] };
}

const cookie = (realm: Realm) =>
  ({
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie(realm),
    description: `The session of ${realm === 'staff' ? 'a member of our staff' : 'a user of a partner'}, who signs in at /api/session/${realm}/sign-in.`,
  }) as const;
