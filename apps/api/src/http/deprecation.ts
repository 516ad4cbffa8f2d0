// Announces the withdrawal of an operation in the headers of every response, long in advance.
import { DAY_MS } from '@onboarding/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deprecation } from './route.ts';

const NOTICE_DAYS = 180;
/** The page that the Link header points to. */
const EXPLAINED_AT = '/docs/versions';

/** RFC 9745 (Deprecation), RFC 8594 (Sunset), RFC 8288 (Link). Throws if the notice is too short. */
export function deprecationHeaders(
  operation: string,
  { since, sunset, successor }: Deprecation,
  prefix: string,
): Record<string, string> {
  const from = startOf(operation, since);
  const to = startOf(operation, sunset);
  if (to - from < NOTICE_DAYS * DAY_MS) {
    throw new Error(
      `${operation} is deprecated from ${since} to ${sunset}, but callers are promised ${NOTICE_DAYS} days. Set a later sunset.`,
    );
  }
  return {
    deprecation: `@${from / 1000}`,
    sunset: new Date(to).toUTCString(),
    link: [
      `<${EXPLAINED_AT}>; rel="deprecation"; type="text/html"`,
      `<${prefix}${successor}>; rel="successor-version"`,
    ].join(', '),
  };
}

function startOf(operation: string, day: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(day)) return time;
  throw new Error(`${operation} is deprecated with an invalid date: ${day}. Write YYYY-MM-DD.`);
}

/** Runs first, so that errors have the headers too. */
export function announce(headers: Record<string, string>) {
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(headers);
  };
}
