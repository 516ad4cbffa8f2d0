// The declaration of a setting. Parsing, `config check`, docs/settings.md and the example files are based on it.
import type { z } from 'zod';

export const SERVICES = ['api', 'identity', 'worker'] as const;
export type Service = (typeof SERVICES)[number];
/** `ctl` is the operators' command, whose subcommands each read a few settings. */
export const READERS = [...SERVICES, 'ctl'] as const;
export type Reader = (typeof READERS)[number];

/** The roles of a worker; one process may have all of them, or each role may have its own processes. */
export const WORKER_ROLES = ['mail', 'housekeeping', 'webhooks', 'documents', 'reviews', 'screening'] as const;
export type WorkerRole = (typeof WORKER_ROLES)[number];

/** The roles that a worker keeps in a rehearsal: those that neither reach anything outside the database nor delete from it. */
export const REHEARSED_ROLES: readonly WorkerRole[] = ['reviews'];

interface Terms {
  /** Read only by workers with one of these roles. */
  roles?: readonly WorkerRole[];
  /** If it depends on other settings whether a service requires it: the condition, for the documentation. */
  when?: string;
}

export type Need = Terms &
  (
    | { kind: 'required' }
    /** `otherwise`: what applies if it is not set, for the documentation. */
    | { kind: 'optional'; otherwise?: string }
    /** `text`: as an operator would write it. */
    | { kind: 'default'; text: string }
  );

export const IN_PRODUCTION = 'in production';

export const required = { kind: 'required' } as const;
export const optional = { kind: 'optional' } as const;
export const otherwise = (text: string) => ({ kind: 'optional', otherwise: text }) as const;
export const optionalUnless = (when: string) => ({ kind: 'optional', when }) as const;
/** To be set in production, whatever applies elsewhere. */
export const inProduction = <const N extends Need>(need: N) => ({ ...need, when: IN_PRODUCTION });
export const byDefault = (text: string | number) => ({ kind: 'default', text: String(text) }) as const;
export const forRoles = <const R extends readonly WorkerRole[], const N extends Need>(roles: R, need: N) => ({
  ...need,
  roles,
});

export type Readers = Partial<Record<Reader, Need>>;

export interface Setting<S extends z.ZodType = z.ZodType, R extends Readers = Readers> {
  /** Parses the text of the environment. Its errors follow the name in a sentence and never repeat the value. */
  type: S;
  /** Follows the name in a sentence; Markdown. */
  meaning: string;
  /** Who reads it, and whether it is required. */
  readBy: R;
  /** May also be set with NAME_FILE, the path of a file; never printed. */
  secret?: true;
  example?: string;
  /** For a connection: whether it is encrypted or stays on this machine. */
  isEncrypted?: (value: string) => boolean;
  /** All services that read it must have the same value. */
  shared?: true;
}

/** Declares a setting; its name is the name of the property. */
export function setting<S extends z.ZodType, const R extends Readers>(declared: Setting<S, R>): Setting<S, R> {
  return declared;
}

type Value<S extends z.ZodType, N> = N extends { kind: 'optional' } ? z.output<S> | undefined : z.output<S>;

/** The settings of a reader, without those that depend on a worker's roles. */
export type ReadFrom<C, R extends Reader> = {
  readonly [N in keyof C as C[N] extends { readBy: { [K in R]: { roles: readonly WorkerRole[] } } }
    ? never
    : C[N] extends { readBy: { [K in R]: Need } }
      ? N
      : never]: C[N] extends { type: infer S extends z.ZodType; readBy: { [K in R]: infer Need } }
    ? Value<S, Need>
    : never;
};

/** The settings that a worker reads for a role. */
export type ReadForRole<C, Role extends WorkerRole> = {
  readonly [N in keyof C as C[N] extends { readBy: { worker: { roles: readonly (infer R)[] } } }
    ? Role extends R
      ? N
      : never
    : never]: C[N] extends { type: infer S extends z.ZodType; readBy: { worker: infer Need } } ? Value<S, Need> : never;
};
