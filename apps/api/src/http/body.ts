// How far the body of a request is checked before its handler gets it.
import { type BodyCheck, checkBody, type ErrorCode, type RawBody, type Warning } from '@onboarding/contract';
import { acceptBody } from '@onboarding/domain';
import type { z } from 'zod';

interface DescribedBody<S extends z.ZodType = z.ZodType> {
  schema: S;
  example: unknown;
  /** The code for a body that is not JSON, and for a field without its own code. */
  malformed: ErrorCode;
}

/** The declaration of a route's body, and how its handler gets it. */
export interface Body<T> extends DescribedBody {
  read(sent: RawBody): ReadBody<T>;
}

interface ReadBody<T> {
  body: T;
  warnings: Warning[];
}

/** For bodies that the schema validates completely. The handler gets only valid values. */
export function parsedBody<S extends z.ZodType>(
  described: DescribedBody<S> & { /** What stands for a body that was not sent. */ missing?: z.input<S> },
): Body<z.output<S>> {
  const { missing, ...rest } = described;
  return {
    ...rest,
    read(sent = missing) {
      const check = checkBody(rest.schema, sent, rest.malformed);
      return { body: acceptBody(check), warnings: check.warnings };
    },
  };
}

/** For bodies with rules beyond the schema: the domain adds its own problems and reports all at once. */
export function checkedBody<S extends z.ZodType>(described: DescribedBody<S>): Body<BodyCheck<z.output<S>>> {
  return {
    ...described,
    read(sent) {
      const body = checkBody(described.schema, sent, described.malformed);
      return { body, warnings: body.warnings };
    },
  };
}

/** For bodies whose fields have several names, which the domain resolves before validation. */
export function rawBody(described: DescribedBody): Body<RawBody> {
  return { ...described, read: (body) => ({ body, warnings: [] }) };
}
