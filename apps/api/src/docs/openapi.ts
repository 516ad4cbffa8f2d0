// The four OpenAPI documents, from the same tables and schemas that serve the requests.
import { openly, plainly, type Realm, SCOPES, type Scope } from '@onboarding/contract';
import { createDocument, type ZodOpenApiObject } from 'zod-openapi';
import type { SessionRoute, TokenRoute } from '../http/route.ts';
import { sessionCookie } from '../session/cookies.ts';
import { eventSchemas, eventWebhooks, WEBHOOKS_TAG } from './event-webhooks.ts';
import {
  CODES_OF,
  COMPLIANCE_INTRODUCTION,
  DASHBOARD_INTRODUCTION,
  INTRODUCTION,
  SANDBOX_INTRODUCTION,
} from './introductions.ts';
import { type Particulars, toPaths } from './operations.ts';

/** What depends on where the service runs. */
export interface Whereabouts {
  tokenEndpoint: string;
  /** Who helps integrators. */
  contact: { name: string; email?: string; url?: string };
}

/** For the files in docs/, which are read without a service. */
const NOWHERE: Whereabouts = {
  tokenEndpoint: 'https://identity.example.com/oauth2/token',
  contact: { name: 'Integration support', email: 'integration@example.com' },
};

type Parts = Pick<ZodOpenApiObject, 'paths' | 'webhooks' | 'components' | 'tags'>;

/** A document that names only the codes which its readers can meet, although the schemas behind it know all of them. */
function describing(
  { title, introduction, isMet }: { title: string; introduction: string; isMet: (code: string) => boolean },
  { contact }: Whereabouts,
  parts: Parts,
) {
  const info = {
    title,
    version: '1.0.0',
    description: introduction,
    contact,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  };
  const document = createDocument(
    { openapi: '3.1.0', info, servers: [{ url: '/' }], ...parts },
    { override: (written) => (written.io === 'output' ? openly(written) : plainly(written)) },
  );
  // Written and read again it is what it was, but for the lists of codes.
  return JSON.parse(JSON.stringify(document), (_name, value: unknown) =>
    Array.isArray(value) && value.includes('Internal.Error') ? value.filter(isMet) : value,
  ) as typeof document;
}

/** The Partner API, for machines. */
export function createOpenApi(routes: readonly TokenRoute[], where = NOWHERE) {
  return describing(
    { title: 'Partner Business Onboarding API', introduction: INTRODUCTION, isMet: CODES_OF.partner },
    where,
    {
      tags: [
        { name: 'Business profiles', description: 'Create businesses with their people, read and change them.' },
        { name: 'Reference data', description: 'What is accepted where.' },
        { name: 'Changes', description: 'Everything that happens to your customers, by a cursor.' },
        { name: WEBHOOKS_TAG, description: 'The same events, sent to you. Your people register the endpoint.' },
      ],
      paths: toPaths(routes, (route) => ({ ...tokenParticulars(route), tag: tagOf(route.path) })),
      webhooks: eventWebhooks,
      components: { schemas: eventSchemas ?? {}, securitySchemes: { oauth2: oauth2(where) } },
    },
  );
}

function tagOf(path: string): string {
  if (/^\/customer\/|\/(business-types|countries)$/.test(path)) return 'Reference data';
  return path.includes('/changes') ? 'Changes' : 'Business profiles';
}

/** What a sandbox has beside the Partner API. */
export function createSandboxOpenApi(routes: readonly TokenRoute[], where = NOWHERE) {
  return describing({ title: 'Sandbox API', introduction: SANDBOX_INTRODUCTION, isMet: CODES_OF.sandbox }, where, {
    tags: [{ name: 'Sandbox', description: 'Say how a review ends.' }],
    paths: toPaths(routes, (route) => ({ ...tokenParticulars(route), tag: 'Sandbox' })),
    components: { securitySchemes: { oauth2: oauth2(where) } },
  });
}

const MAY: Record<Scope, string> = {
  'partner.read': 'Read businesses, their state and reference data.',
  'partner.write': 'Create and change businesses, and ask for upload links.',
};

const oauth2 = ({ tokenEndpoint }: Whereabouts) =>
  ({
    type: 'oauth2',
    description:
      'An access token (JWT) that lasts 300 seconds, sent as `Authorization: Bearer`. The client proves who it is with a private_key_jwt assertion (RS256) instead of a secret.',
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

/** What our own sites use, for people. Not part of what integrators are promised. */
export function createDashboardOpenApi(routes: readonly SessionRoute[], where = NOWHERE) {
  return describing(
    { title: 'Dashboard API', introduction: DASHBOARD_INTRODUCTION, isMet: CODES_OF.dashboard },
    where,
    {
      tags: [
        { name: 'Sessions', description: 'Who has signed in, and where; signing out.' },
        { name: 'API credentials', description: 'The certificates with which machines get tokens.' },
        { name: 'Webhooks', description: 'The endpoint for events, and what was delivered to it.' },
      ],
      paths: toPaths(routes, (route) => ({ ...sessionParticulars(route), tag: dashboardTagOf(route.path) })),
      components: { securitySchemes: { partner: cookie('partner'), staff: cookie('staff') } },
    },
  );
}

function dashboardTagOf(path: string): string {
  if (path.startsWith('/session/')) return 'Sessions';
  return path.includes('/webhooks') ? 'Webhooks' : 'API credentials';
}

/** What the site for our analysts uses, and nobody but our own people can. */
export function createComplianceOpenApi(routes: readonly SessionRoute[], where = NOWHERE) {
  return describing(
    { title: 'Compliance API', introduction: COMPLIANCE_INTRODUCTION, isMet: CODES_OF.compliance },
    where,
    {
      tags: [
        { name: 'Queue', description: 'What waits for a review, and who has taken what.' },
        { name: 'Packages', description: 'One business with all that is known of it, and what is decided about it.' },
        { name: 'Catalogue and figures', description: 'The reasons that a decision can have, and how the work goes.' },
      ],
      paths: toPaths(routes, (route) => ({ ...sessionParticulars(route), tag: complianceTagOf(route.path) })),
      components: { securitySchemes: { staff: cookie('staff') } },
    },
  );
}

function complianceTagOf(path: string): string {
  const [, , , area = '', , operation = ''] = path.split('/');
  if (area !== 'packages') return area === 'queue' ? 'Queue' : 'Catalogue and figures';
  return ['claim', 'release', 'reassign'].includes(operation) ? 'Queue' : 'Packages';
}

function sessionParticulars({ realm, roles, stepUp }: SessionRoute): Omit<Particulars, 'tag'> {
  const recently = stepUp === true ? ' Needs a second factor shown within the last 5 minutes.' : '';
  return { access: `For the roles ${roles.join(', ')}.${recently}`, security: [{ [realm]: [] }] };
}

const cookie = (realm: Realm) =>
  ({
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie(realm),
    description: `The session of a person of ${realm === 'staff' ? 'ours' : 'a partner'}, who signs in at /api/session/${realm}/sign-in.`,
  }) as const;
