// The settings that every process has, whatever it does.
import { z } from 'zod';
import { environmentSetting, integerSetting, plainConnectionsSetting } from '../config/index.ts';

const keyRingShape = z
  .object({
    current: z.string(),
    keys: z.record(
      z.string().regex(/^[\w.-]{1,32}$/),
      z.base64().refine((encoded) => Buffer.from(encoded, 'base64').length === 32),
    ),
  })
  .refine(({ current, keys }) => Object.hasOwn(keys, current));

const keyRing = z.string().transform((text, issues) => {
  try {
    return keyRingShape.parse(JSON.parse(text));
  } catch {
    issues.addIssue(
      'must be JSON such as {"current":"k1","keys":{"k1":"<32 bytes in base64>"}}, current naming one of the keys',
    );
    return z.NEVER;
  }
});

export const serviceSettings = {
  ENVIRONMENT: environmentSetting,
  HOST: z.string().default('127.0.0.1'),
  /** Connections that the network encrypts: no process asks for TLS there. */
  PLAIN_CONNECTIONS: plainConnectionsSetting,
  /** Metrics are for operators, so they have a port of their own that is not published. */
  METRICS_PORT: integerSetting(0, 65535).default(9464),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL of the process's own role" }),
  DATABASE_POOL_SIZE: integerSetting(1, 100).default(10),
  KEY_RING: keyRing,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error']).default('info'),
  /** Where spans go, for example http://collector:4318/v1/traces. Off when not set. */
  OTLP_TRACES_URL: z.url().optional(),
  /** How long to go on serving after the order to stop, until load balancers have noticed. */
  DRAIN_SECONDS: integerSetting(0, 300).default(0),
};

const shape = z.object(serviceSettings);
export type ServiceConfig = z.infer<typeof shape>;
