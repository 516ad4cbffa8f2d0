import { isUtf8 } from 'node:buffer';
import { type ErrorCode, LIMITS } from '@onboarding/contract';
import { DomainError } from '@onboarding/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { measureJson } from './json-measure.ts';

const MAX_DEPTH = 20;
const JSON_BODY = 'application/json';
/** RFC 7396. It is what PATCH means by a body, whatever a caller names it. */
const MERGE_PATCH = 'application/merge-patch+json';

/** What the body of a request may be. */
export function bodyTypesOf(method: string): readonly string[] {
  return method === 'PATCH' ? [JSON_BODY, MERGE_PATCH] : [JSON_BODY];
}

/** JSON bodies only, of bounded depth and number of values; a body that is no JSON gets the code of its route. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    [JSON_BODY, MERGE_PATCH],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (!bodyTypesOf(request.method).some((type) => isOfType(request, type))) {
        throw new DomainError('Request.UnsupportedMediaType');
      }
      const { values, depth } = measureJson(bytes);
      await request.charge?.(bytes.length, values);
      if (depth > MAX_DEPTH) throw notJson(request, `is nested more than ${MAX_DEPTH} levels deep`);
      if (values > LIMITS.valuesPerRequest) throw notJson(request, TOO_MANY_VALUES);
      if (!isUtf8(bytes)) throw notJson(request, 'is not valid JSON: it is not UTF-8');
      try {
        // A key called __proto__ becomes a field like any other here, and is ignored like any other unknown one.
        return JSON.parse(bytes.toString());
      } catch {
        throw notJson(request, 'is not valid JSON');
      }
    },
  );
}

function isOfType({ headers }: FastifyRequest, type: string): boolean {
  const [given = ''] = (headers['content-type'] ?? '').split(';');
  return given.trim().toLowerCase() === type;
}

const TOO_MANY_VALUES = `has more than ${LIMITS.valuesPerRequest} values; send fewer people at a time and leave out fields that are not known here`;

function notJson(request: FastifyRequest, text: string): DomainError {
  const code: ErrorCode = request.routeOptions.config.malformed ?? 'Request.Malformed';
  const message = `The body ${text}.`;
  return new DomainError(code, { message, details: [{ pointer: '', code, message }] });
}
