// Receives the storage's events about uploaded files. Internal, so not documented for partners. An event is only recorded
// before it is answered: some storages retry without a pause, and others keep the uploader waiting.
import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, DomainError } from '@onboarding/domain';
import { readArrivals, reportArrivals, type Told } from '@onboarding/domain/uploads';
import { createBatcher } from '@onboarding/platform/batching';
import { Counter, type Registry } from '@onboarding/platform/metrics';
import { traced } from '@onboarding/platform/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { JSON_TYPE } from '../http/answer.ts';

const PATH = '/api/storage/v1/events';
const MAX_BODY_BYTES = 256 * 1024;

export interface StorageEvents {
  /** The secrets with which the storage may authenticate: two while one replaces the other. */
  secrets: readonly string[];
  /** Called after uploads are committed. Must not block or throw. */
  onArrivals: () => void;
}

export function serveStorageEvents(
  app: FastifyInstance,
  context: Pick<Context, 'db' | 'clock'>,
  registry: Registry,
  { secrets, onArrivals }: StorageEvents,
): void {
  const told = new Counter({
    name: 'onboarding_storage_events_total',
    help: 'Events from the storage: arrivals of documents, and ignored events',
    labelNames: ['kind'],
    registers: [registry],
  });

  // Events that arrive while others are being recorded are batched. Each is answered after its own commit.
  const note = createBatcher(async (tellings: Told['arrivals'][]) => {
    const arrivals = new Map(tellings.flat().map((arrival) => [arrival.documentId, arrival]));
    await context.db.transaction((tx) => reportArrivals(tx, context, [...arrivals.values()]), { repeatable: true });
    onArrivals();
    return tellings.map(() => undefined);
  });

  void app.register(async (intake) => {
    // Any content type, because not every storage declares its JSON as JSON.
    intake.removeAllContentTypeParsers();
    intake.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    intake.post(
      PATH,
      {
        bodyLimit: MAX_BODY_BYTES,
        // Before the body is read.
        onRequest: async (request) => demandSecret(request, secrets),
      },
      traced(async (request, reply) => {
        const { arrivals, ignored } = readArrivals(typeof request.body === 'string' ? request.body : '');
        if (arrivals.length > 0) await note(arrivals);
        told.inc({ kind: 'arrival' }, arrivals.length);
        told.inc({ kind: 'ignored' }, ignored);
        return reply.type(JSON_TYPE).send(JSON.stringify({ arrivals: arrivals.length, ignored }));
      }),
    );
  });
}

/** Accepts the secret in a header or, because Ceph cannot send custom headers, in the query. */
function demandSecret(request: FastifyRequest, secrets: readonly string[]): void {
  const { token } = request.query as { token?: unknown }; // Fastify parses every query into an object.
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const shown = bearer ?? (typeof token === 'string' ? token : '');
  if (secrets.filter((secret) => isSame(shown, secret)).length > 0) return;
  throw new DomainError('Partner.NotAuthenticated', {
    message:
      'The secret for storage events is missing or wrong. Send the value of STORAGE_EVENTS_SECRET as Authorization: Bearer, or as the query parameter token.',
  });
}

/** Compares in constant time, so that a secret cannot be guessed character by character. */
function isSame(shown: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(shown), digest(secret));
}
