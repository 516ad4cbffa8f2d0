// Operations that are no longer available. The response names the successor, regardless of the request and of whether the caller
// can still get a token.
import { isUuid } from '@onboarding/platform/ids';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure } from '../http/answer.ts';
import { METHODS, toFastifyPath } from '../http/mount.ts';
import { PREFIX, SURFACES } from '../http/surface.ts';

interface Successor {
  /** Its name in the message. */
  named: string;
  /** Its URL, with {customerId} for the id in the request; undefined if the old request lacks what the URL needs. */
  link?: string;
}

export interface Withdrawn {
  method: (typeof METHODS)[number];
  path: string;
  /** Undefined if there is no replacement. */
  successor?: Successor;
  /** Advice that precedes the successor in the message. */
  text: string;
}

const PROFILES = '/partner/v1/business-profiles';
const WEBHOOKS = '/customer/v1/partner-profile/webhooks';

/** The only successor whose URL depends on the deployment. */
const TOKEN_ENDPOINT = 'token endpoint';

function to(method: string, path: string): Successor {
  const link = PREFIX + path;
  return { named: `${method} ${link}`, ...(/\{(?!customerId\})/.test(path) ? {} : { link }) };
}

const PEOPLE = 'People are part of the business profile.';
const BY_PERSON = 'Webhooks are managed by users of your organisation who are signed in to the dashboard.';

export const WITHDRAWN: readonly Withdrawn[] = [
  {
    method: 'POST',
    path: '/auth/partner/v1/token',
    successor: { named: 'the token endpoint of the identity service', link: TOKEN_ENDPOINT },
    text: 'Tokens are issued for the grant client_credentials with an RS256 private_key_jwt assertion.',
  },
  {
    method: 'GET',
    path: '/partner/v1/eco-partner/{customerId}',
    successor: to('GET', `${PROFILES}/{customerId}`),
    text: 'Customers are now read as business profiles.',
  },
  {
    method: 'POST',
    path: `${PROFILES}/{customerId}/ubos`,
    successor: to('PATCH', `${PROFILES}/{customerId}`),
    text: `${PEOPLE} Send new people in businessPersonList when you create the profile, or later in an update.`,
  },
  {
    method: 'GET',
    path: `${PROFILES}/{customerId}/ubos`,
    successor: to('GET', `${PROFILES}/{customerId}`),
    text: `${PEOPLE} They are in its businessPersonList.`,
  },
  {
    method: 'DELETE',
    path: `${PROFILES}/{customerId}/ubos`,
    text: `${PEOPLE} They can no longer be removed; correct a person with an update that has the same uboId.`,
  },
  {
    method: 'GET',
    path: `${PROFILES}/{customerId}/ubos/{uboId}`,
    successor: to('GET', `${PROFILES}/{customerId}`),
    text: `${PEOPLE} They are in its businessPersonList.`,
  },
  {
    method: 'DELETE',
    path: `${PROFILES}/{customerId}/ubos/{uboId}`,
    text: `${PEOPLE} They can no longer be removed; correct a person with an update that has the same uboId.`,
  },
  {
    method: 'POST',
    path: `${PROFILES}/{customerId}/associate-ubo`,
    successor: to('PATCH', `${PROFILES}/{customerId}`),
    text: `${PEOPLE} Send them in businessPersonList.`,
  },
  {
    method: 'POST',
    path: `${PROFILES}/{customerId}/submit`,
    successor: to('POST', PROFILES),
    text: 'There is nothing to submit: a business is queued for review when it is created, and again by an update after ChangesRequested.',
  },
  {
    method: 'GET',
    path: `${PROFILES}/{customerId}/onboarding-progress`,
    successor: to('GET', `${PROFILES}/{customerId}/verification-status`),
    text: 'Onboarding stages no longer exist, only the verification status.',
  },
  {
    method: 'GET',
    path: '/partner/v1/onboarding-requirements',
    successor: to('GET', '/customer/v1/onboarding/ubo-identity-requirements'),
    text: 'Accepted identity documents are listed by country of residence.',
  },
  {
    method: 'POST',
    path: '/partner/v1/documents/onboarding-upload-link',
    successor: { named: `POST ${PREFIX}${PROFILES}/{customerId}/documents/upload-link` },
    text: 'Documents are uploaded for an existing customer.',
  },
  { method: 'POST', path: '/partner/v1/webhooks', successor: to('POST', WEBHOOKS), text: BY_PERSON },
  { method: 'GET', path: '/partner/v1/webhooks', successor: to('GET', WEBHOOKS), text: BY_PERSON },
  { method: 'PUT', path: '/partner/v1/webhooks', successor: to('PUT', WEBHOOKS), text: BY_PERSON },
  {
    method: 'POST',
    path: '/partner/v1/webhooks/rotate-secret',
    successor: to('POST', `${WEBHOOKS}/rotate-secret`),
    text: BY_PERSON,
  },
  {
    method: 'GET',
    path: '/partner/v1/webhooks/deliveries',
    successor: to('GET', `${WEBHOOKS}/deliveries`),
    text: BY_PERSON,
  },
  {
    method: 'GET',
    path: '/partner/v1/webhooks/deliveries/{deliveryId}',
    successor: to('GET', `${WEBHOOKS}/deliveries/{deliveryId}`),
    text: BY_PERSON,
  },
  {
    method: 'POST',
    path: '/partner/v1/webhooks/deliveries/{deliveryId}/replay',
    successor: to('POST', `${WEBHOOKS}/deliveries/{deliveryId}/replay`),
    text: BY_PERSON,
  },
  { method: 'POST', path: '/partner/v1/webhooks/replay', successor: to('POST', `${WEBHOOKS}/replay`), text: BY_PERSON },
];

/** Every method at these paths answers 410, even one that never existed. */
export function serveWithdrawn(app: FastifyInstance, tokenEndpoint: string): void {
  for (const [path, operations] of Map.groupBy(WITHDRAWN, (operation) => operation.path)) {
    app.route({
      method: [...METHODS],
      url: toFastifyPath(path),
      config: { envelope: SURFACES.partner.envelope },
      // Before the body is read, because its content does not matter.
      onRequest: async (request, reply) => {
        const operation = operations.find(({ method }) => method === request.method) ?? operations[0];
        return operation === undefined ? undefined : sendWithdrawn(request, reply, operation, tokenEndpoint);
      },
      handler: () => {},
    });
  }
}

function sendWithdrawn(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, successor }: Withdrawn,
  tokenEndpoint: string,
): FastifyReply {
  const named = successor?.link === TOKEN_ENDPOINT ? `${successor.named}, POST ${tokenEndpoint}` : successor?.named;
  const link = linkOf(successor, request.params as Record<string, string>, tokenEndpoint);
  return sendFailure(reply, {
    code: 'Route.Withdrawn',
    message: `This operation is no longer available. ${text}${named === undefined ? '' : ` Use ${named}.`}`,
    headers: link === undefined ? {} : { link: `<${link}>; rel="successor-version"` },
  });
}

function linkOf(
  successor: Successor | undefined,
  { customerId }: Record<string, string>,
  tokenEndpoint: string,
): string | undefined {
  if (successor?.link === TOKEN_ENDPOINT) return tokenEndpoint;
  if (successor?.link?.includes('{customerId}') !== true) return successor?.link;
  // A value that is not an id would be a broken link, and must not get into a header.
  return customerId !== undefined && isUuid(customerId)
    ? successor.link.replace('{customerId}', customerId)
    : undefined;
}
