// What a line of a route table says, and what its handler gets and gives.
import type { ErrorCode, Scope, Warning } from '@onboarding/contract';
import type { Actor, Context } from '@onboarding/domain';
import type { Catalogue } from '@onboarding/domain/requirements';
import type { Tx } from '@onboarding/platform/postgres';
import type { z } from 'zod';

export interface Call {
  context: Context;
  actor: Actor;
  catalogue: Catalogue;
  params: Record<string, string>;
  body: unknown;
}

export interface Reply {
  value: unknown;
  warnings?: Warning[];
  headers?: Record<string, string>;
}

/** Runs inside the one transaction of its request, as the calling partner. */
export type Handler = (tx: Tx, call: Call) => Promise<Reply>;

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** As the specification writes it, below /api, with {name} for a parameter. */
  path: string;
  operationId: string;
  summary: string;
  description: string;
  scope: Scope;
  /** Whether the handler writes; a reading one gets a read-only transaction. */
  writes: boolean;
  /** Only where the operation can be repeated safely with an Idempotency-Key. */
  idempotent?: boolean;
  body?: { schema: z.ZodType; example: unknown; malformed: ErrorCode };
  answer: { schema: z.ZodType; example: unknown };
  /** Beyond those that every operation can answer with. */
  errors: readonly ErrorCode[];
  handler: Handler;
}
