import { isIP } from 'node:net';
import { z } from 'zod';
import { ConfigError, type environmentSetting } from '../config/index.ts';
import type { GuardOptions } from './guard.ts';

const PORTS = 'must be ports from 1 to 65535, separated by commas, such as 443,8443';
const SERVERS = 'must be IP addresses, each with a port if need be, such as 192.0.2.1,[2001:db8::1]:5353';
const RECEIVERS = 'must be host names with ports, such as hooks.acme.example=9443,hooks.globex.example=9444';

const listed = z.string().transform((text) => text.split(',').map((one) => one.trim()));

const ports = listed.pipe(
  z.array(z.stringFormat('port', isPort, { error: PORTS }).transform(Number)).min(1, { error: PORTS }),
);

const nameServers = listed.pipe(z.array(z.stringFormat('name server', isNameServer, { error: SERVERS })));

const loopbackReceivers = listed
  .pipe(
    z.array(
      z.stringFormat('receiver', (text) => isPort(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+=(.*)$/.exec(text)?.[1] ?? ''), {
        error: RECEIVERS,
      }),
    ),
  )
  .transform((pairs) => new Map(pairs.map((pair) => [pair.split('=')[0] ?? '', Number(pair.split('=')[1])])));

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}

function isNameServer(text: string): boolean {
  const [, address = '', port = '53'] = /^(\[.*\]|[^:]*)(?::(.*))?$/.exec(text) ?? [];
  return isIP(text) !== 0 || (isIP(address.replace(/^\[(.*)\]$/, '$1')) !== 0 && isPort(port));
}

/** The settings of every process that judges URLs of receivers or sends to them. */
export const webhookUrlSettings = {
  /** Ports that a receiver's URL may name. */
  WEBHOOK_PORTS: ports.default([443, 8443]),
  /** Name servers to ask for receivers, such as 192.0.2.1,192.0.2.2:5353; those of the machine when not set. */
  WEBHOOK_DNS_SERVERS: nameServers.optional(),
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
