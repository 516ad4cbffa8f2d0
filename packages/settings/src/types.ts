// The types of settings. Each error message follows the name of the setting and never repeats the value.
import { isRingKey } from '@onboarding/platform/crypto';
import { z } from 'zod';

export const integer = (low: number, high: number) => {
  const error = `must be a whole number from ${low} to ${high}`;
  return z
    .string()
    .regex(/^-?\d+$/, { error })
    .transform(Number)
    .pipe(z.number().min(low, { error }).max(high, { error }));
};

export const decimal = (low: number, high: number) => {
  const error = `must be a number from ${low} to ${high}`;
  return z
    .string()
    .regex(/^\d+(\.\d+)?$/, { error })
    .transform(Number)
    .pipe(z.number().min(low, { error }).max(high, { error }));
};

export const words = z.string().min(1, { error: 'must not be empty' });

export const oneOf = <const N extends readonly [string, ...string[]]>(...names: N) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` });

export const listed = z.string().transform((text) => text.split(',').map((one) => one.trim()));

export const someOf = <const N extends readonly [string, ...string[]]>(names: N) =>
  listed.pipe(z.array(z.enum(names, { error: `must be some of ${names.join(', ')}, separated by commas` })).min(1));

export const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: "must be a postgres:// URL with the process's own role",
});

/** A base URL to which paths are appended, so a trailing slash is ignored. */
export const base = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((url) => url.replace(/\/+$/, ''));

/** The URL of one resource, used unchanged. */
export const address = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

const ORIGIN = 'must be an origin such as https://portal.example.com, without a path';

/** The origin of a site, with or without a trailing slash. */
export const origin = z
  .url({ protocol: /^https?$/, error: ORIGIN })
  .transform((url) => url.replace(/\/+$/, ''))
  .refine((url) => new URL(url).href === `${new URL(url).origin}/`, { error: ORIGIN })
  .transform((url) => new URL(url).origin);

export const longSecret = z.string().min(32, { error: 'must have at least 32 characters' });

export const bucket = z.string().min(3, { error: 'must be the name of a bucket, with at least 3 characters' });

const keyRingShape = z
  .object({
    current: z.string(),
    keys: z.record(
      z.string().regex(/^[\w.-]{1,32}$/),
      z.string().refine((text) => isRingKey(text, true)),
    ),
  })
  .refine(({ current, keys }) => isRingKey(keys[current] ?? '', false));

export const keyRing = fromJson(
  keyRingShape,
  'must be JSON such as {"current":"k1","keys":{"k1":"<32 bytes in base64>"}}, in which current is the id of one of the keys',
);

export function fromJson<S extends z.ZodType>(shape: S, error: string) {
  return z.string().transform((text, issues): z.output<S> => {
    try {
      return shape.parse(JSON.parse(text));
    } catch {
      issues.addIssue(error);
      return z.NEVER;
    }
  });
}

// Determines whether a connection is encrypted or stays on this machine.

/** Whether a URL uses this protocol or stays on this machine. */
export const speaks = (protocol: string) => (url: string) => {
  const found = new URL(url);
  return found.protocol === protocol || isThisMachine(found.hostname);
};

/** The only mode that also verifies the server's certificate. */
export function isEncryptedDatabase(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const socket = hostname === '' || decodeURIComponent(hostname).startsWith('/');
  return socket || isThisMachine(hostname) || searchParams.get('sslmode') === 'verify-full';
}

export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}
