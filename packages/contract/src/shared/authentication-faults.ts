// Why a request of a machine is refused with 401 Partner.NotAuthenticated, and what to do. Each text is also the error_description of the
// WWW-Authenticate header (RFC 6750), so it has no quotes and no backslash. What is said about a token whose signature is not ours is the
// same for every such token: it must not help anyone to make one.
import { TOKEN_SECONDS } from './durations-and-limits.ts';

export const AUTHENTICATION_FAULTS = {
  Missing:
    'No bearer token was sent. Get one from the token endpoint and send it in the header Authorization: Bearer <token>.',
  Malformed:
    'The Authorization header is malformed. Send the word Bearer, one space, and the token exactly as you received it, without quotes or line breaks.',
  Unrecognised:
    'The token was not issued by the token endpoint of this environment, or was changed. Sandbox and production have their own: get the token from the one that belongs to this API, and send it unchanged.',
  Expired: `The token has expired. Get a new one and repeat the request. Tokens last ${TOKEN_SECONDS} seconds, and expires_in says how long.`,
  NotYetValid:
    'The token is not valid yet: the clock of the token endpoint is ahead of ours. Repeat the request in a few seconds; if that does not help, contact us with the requestId.',
  Misdirected: 'The token is for another API or environment. Get one from the token endpoint that belongs to this API.',
  Unsuitable:
    'The token is genuine, but not an access token for this API: it may be of another kind, be bound to a key, or lack its client, partner or scope. Get one from the token endpoint with grant_type=client_credentials.',
  NoPartner: 'The token is genuine, but its partner does not exist in this environment. Contact us with the requestId.',
} as const;
