import { isUtf8 } from 'node:buffer';
import { BODY_LEVELS, type ErrorCode, LIMITS } from '@onboarding/contract';
import { DomainError } from '@onboarding/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findJsonFault } from './json-fault.ts';

interface JsonMeasure {
  /** Members of objects, elements of arrays and the root. An empty object or array counts twice. */
  values: number;
  depth: number;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Counts the values of a JSON text from its bytes, before the expensive parsing. The result is meaningless for invalid JSON, which
 * the parser refuses later.
 */
export function measureJson(bytes: Uint8Array): JsonMeasure {
  let values = 1;
  let level = 0;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at + 1);
    else if (byte === COMMA) values++;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      values++;
      level++;
      if (level > depth) depth = level;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) level--;
  }
  return { values, depth };
}

/** The position of the string's closing quote. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

export const JSON_BODY = 'application/json';
/** RFC 7396. A PATCH treats its body as a merge patch, with either of the two types. */
const MERGE_PATCH = 'application/merge-patch+json';

/** The content types that a method accepts. */
function bodyTypesOf(method: string): readonly string[] {
  return method === 'PATCH' ? [JSON_BODY, MERGE_PATCH] : [JSON_BODY];
}

/** Accepts only JSON bodies of limited depth and number of values. Other bodies get the route's error code. */
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
      await request.charge?.({ bytes: bytes.length, values });
      if (bytes.length === 0) throw notJson(request, EMPTY);
      if (depth > BODY_LEVELS) throw notJson(request, `is nested more than ${BODY_LEVELS} levels deep`);
      if (values > LIMITS.valuesPerRequest) throw notJson(request, TOO_MANY_VALUES);
      if (!isUtf8(bytes)) throw notJson(request, 'is not valid JSON: it is not UTF-8');
      const text = bytes.toString();
      try {
        // A key called __proto__ becomes an ordinary field here, and is ignored like any other unknown one.
        return JSON.parse(text);
      } catch {
        throw notJson(request, `is not valid JSON${faultOf(text)}`);
      }
    },
  );
}

function isOfType({ headers }: FastifyRequest, type: string): boolean {
  const [given = ''] = (headers['content-type'] ?? '').split(';');
  return given.trim().toLowerCase() === type;
}

const TOO_MANY_VALUES = `has more than ${LIMITS.valuesPerRequest} values; send fewer people at a time and omit unknown fields`;

const EMPTY = 'is empty: send a JSON object';

function faultOf(text: string): string {
  const fault = findJsonFault(text);
  return fault === undefined ? '' : ` at line ${fault.line}, column ${fault.column}: ${fault.problem}`;
}

function notJson(request: FastifyRequest, text: string): DomainError {
  const code: ErrorCode = request.routeOptions.config.malformed ?? 'Request.Malformed';
  const message = `The body ${text}.`;
  return new DomainError(code, { message, details: [{ pointer: '', code, message }] });
}
