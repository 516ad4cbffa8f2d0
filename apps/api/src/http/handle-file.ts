// Handles every request of a signed-in person for a file: a transaction that finds it, the storage, the first bytes, a
// transaction that records them, then the rest. No transaction stays open while waiting for the storage or the caller.
import type { DocumentFile } from '@onboarding/domain/documents';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { entering, notSignedIn, sessionOwners } from './access.ts';
import { askedPart, headOf } from './file-head.ts';
import { openFirstBytes } from './file-opening.ts';
import type { SessionDependencies } from './handle-session.ts';
import type { FileRoute } from './route.ts';
import { type ByteSource, CallerGone, FIRST_BYTES, isGone, sendBytes } from './send-file.ts';
import type { FileLimits, Slots } from './slots.ts';

export interface FileDependencies extends SessionDependencies {
  slots: Slots;
  openingMs: FileLimits['openingMs'];
}

export function handleFile(dependencies: FileDependencies, route: FileRoute) {
  const { context, site, tokenAddresses, limitsOf, slots, openingMs } = dependencies;
  const enter = entering(route, context);
  const { find, record, disposition, missing } = route.file;

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { sessionValue } = request;
    if (site === undefined || sessionValue === undefined) throw notSignedIn(route.realm);
    const { raw } = reply;
    const params = request.params as Record<string, string>;
    const known = { context, sessionValue, address: request.address, site, tokenAddresses, limitsOf };
    const received = { ...known, params, query: request.query, body: request.body };
    const { file, accountId } = await context.db.transaction(
      async (tx) => {
        const session = await enter(tx, request, sessionValue);
        return { file: await find(tx, { ...received, session }), accountId: session.person.accountId };
      },
      { repeatable: true, owner: sessionOwners.of(sessionValue) },
    );
    const part = askedPart(request, reply, file);
    const head = headOf(file, part, disposition);
    // HEAD shows nothing, so nothing is recorded.
    if (request.method === 'HEAD') {
      beginResponse(reply, head);
      raw.end();
      return reply;
    }
    if (isGone(raw)) return reply.hijack();
    raw.once('close', slots.take(accountId));
    let source: ByteSource;
    try {
      source = await openFirstBytes(file, part, { storage: context.storage, openingMs, missing, request, raw });
    } catch (error) {
      if (isGone(raw)) return reply.hijack();
      throw error;
    }
    beginResponse(reply, head);
    await sendOrBreak(request, reply, source, (isCertain) =>
      // Not repeatable: a lost commit may already have written the record.
      context.db.transaction(async (tx) => {
        const session = await enter(tx, request, sessionValue);
        await record(tx, { ...received, session }, { opened: isCertain && isBeginning(file, part) });
      }),
    );
    return reply;
  };
}

/** From here on we write the response ourselves: Fastify reports neither when bytes were sent nor the length for HEAD. */
export function beginResponse(
  reply: FastifyReply,
  { status, headers }: { status: number; headers: Record<string, string | undefined> },
): void {
  reply.hijack();
  reply.raw.statusCode = status;
  for (const [name, value = ''] of Object.entries({ ...reply.getHeaders(), ...headers }))
    reply.raw.setHeader(name, value);
}

function isBeginning({ sizeBytes }: DocumentFile, part: ReturnType<typeof askedPart>): boolean {
  return part === undefined || (part.start === 0 && part.end + 1 >= Math.min(FIRST_BYTES, sizeBytes));
}

/** After the head was sent, a failure closes the connection, so that the response is not mistaken for complete. */
async function sendOrBreak(
  request: FastifyRequest,
  { raw }: FastifyReply,
  source: ByteSource,
  record: (isCertain: boolean) => Promise<void>,
): Promise<void> {
  try {
    await sendBytes(raw, source, record);
  } catch (error) {
    raw.destroy();
    if (error instanceof CallerGone) return;
    request.log.warn({ err: error, ...request.caller, route: request.routeOptions.url }, 'file sent incompletely');
  }
}
