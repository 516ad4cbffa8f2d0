import { z } from 'zod';
import { ConfigError, type environmentSetting } from '../config/index.ts';
import type { GuardOptions } from './guard.ts';

const ports = z
  .string()
  .transform((text) => text.split(',').map((port) => Number(port.trim())))
  .pipe(z.array(z.number().int().min(1).max(65535)).min(1));

const listed = z.string().transform((text) => text.split(',').map((one) => one.trim()));

const loopbackReceivers = z.string().transform((text, issues) => {
  const pairs = text.split(',').map((pair) => /^([a-z0-9.-]+)=(\d{1,5})$/.exec(pair.trim()));
  if (pairs.some((pair) => pair === null || Number(pair[2]) > 65535)) {
    issues.addIssue('must be host names with ports, such as hooks.acme.example=9443,hooks.globex.example=9444');
    return z.NEVER;
  }
  return new Map(pairs.map((pair) => [pair?.[1] ?? '', Number(pair?.[2])]));
});

/** The settings of every process that judges URLs of receivers or sends to them. */
export const webhookUrlSettings = {
  /** Ports that a receiver's URL may name. */
  WEBHOOK_PORTS: ports.default([443, 8443]),
  /** Name servers to ask for receivers, such as 192.0.2.1,192.0.2.2:5353; those of the machine when not set. */
  WEBHOOK_DNS_SERVERS: listed.optional(),
  /** Development only: host names that lead to a port of this machine. */
  WEBHOOK_LOOPBACK_RECEIVERS: loopbackReceivers.optional(),
};

const shape = z.object(webhookUrlSettings);
export type WebhookUrlConfig = z.infer<typeof shape>;

/** Our own machine is never a receiver where it matters. */
export function refuseLoopbackReceivers(
  config: WebhookUrlConfig & { ENVIRONMENT: z.infer<typeof environmentSetting> },
): void {
  if (config.WEBHOOK_LOOPBACK_RECEIVERS !== undefined && config.ENVIRONMENT !== 'development') {
    throw new ConfigError(
      `WEBHOOK_LOOPBACK_RECEIVERS leads deliveries to this machine and must not be set when ENVIRONMENT is ${config.ENVIRONMENT}`,
    );
  }
}

export function guardOptions(config: WebhookUrlConfig): GuardOptions {
  return {
    ports: config.WEBHOOK_PORTS,
    dnsServers: config.WEBHOOK_DNS_SERVERS,
    allowed: config.WEBHOOK_LOOPBACK_RECEIVERS ?? new Map(),
  };
}
