import { isUtf8 } from 'node:buffer';
import type { ErrorCode } from '@onboarding/contract';
import { DomainError } from '@onboarding/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const MAX_DEPTH = 20;

/** JSON bodies only, of bounded depth; a body that is no JSON gets the code of its route. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (!isUtf8(bytes)) return done(notJson(request, 'is not valid JSON: it is not UTF-8'));
    let body: unknown;
    try {
      // A key called __proto__ becomes a field like any other here, and is ignored like any other unknown one.
      body = JSON.parse(bytes.toString());
    } catch {
      return done(notJson(request, 'is not valid JSON'));
    }
    if (isDeeper(body, MAX_DEPTH)) return done(notJson(request, `is nested more than ${MAX_DEPTH} levels deep`));
    done(null, body);
  });
}

function notJson(request: FastifyRequest, text: string): DomainError {
  const code: ErrorCode = request.routeOptions.config.malformed ?? 'Request.Malformed';
  const message = `The body ${text}.`;
  return new DomainError(code, { message, details: [{ pointer: '', code, message }] });
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
