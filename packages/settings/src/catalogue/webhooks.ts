import { isIP } from 'node:net';
import { RECEIVER_SECONDS, RETRY_SECONDS } from '@onboarding/contract';
import { z } from 'zod';
import { byDefault, optional, otherwise, setting } from '../setting.ts';
import { integer, listed } from '../types.ts';

const PORTS = 'must be ports from 1 to 65535, separated by commas, such as 443,8443';
const SERVERS = 'must be IP addresses, each with an optional port, such as 192.0.2.1,[2001:db8::1]:5353';
const RECEIVERS = 'must be host names with ports, such as hooks.acme.example=9443,hooks.globex.example=9444';

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

const HOUR = 3_600;
const WAITS = `must be ${RETRY_SECONDS.length} whole numbers of seconds, separated by commas, each from 5 to ${48 * HOUR} and none lower than the one before, 60 to 84 hours in total`;

const retrySeconds = listed
  .refine((texts) => texts.every((text) => /^\d{1,6}$/.test(text)), { error: WAITS })
  .transform((texts) => texts.map(Number))
  .refine(isSchedule, { error: WAITS });

/** Partners rely on the number of attempts and on the three days that they span. */
function isSchedule(waits: readonly number[]): boolean {
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / HOUR;
  const isRising = waits.every((wait, index) => wait >= (waits[index - 1] ?? 5) && wait <= 48 * HOUR);
  return waits.length === RETRY_SECONDS.length && isRising && hours >= 60 && hours <= 84;
}

const both = <const N>(need: N) => ({ api: need, worker: need });

export const webhookSettings = {
  WEBHOOK_PORTS: setting({
    type: ports,
    meaning: "allowed ports in the URL of a partner's receiver",
    readBy: { ...both(byDefault('443,8443')) },
    shared: true,
  }),
  WEBHOOK_DNS_SERVERS: setting({
    type: nameServers,
    meaning: 'comma-separated name servers that resolve the host names of receivers',
    readBy: { ...both(otherwise("the machine's name servers")) },
    example: '192.0.2.1,192.0.2.2:5353',
    shared: true,
  }),
  WEBHOOK_LOOPBACK_RECEIVERS: setting({
    type: loopbackReceivers,
    meaning: 'only in `development`: comma-separated host names, each mapped to a port on this machine',
    readBy: { ...both(optional) },
    example: 'hooks.acme.example=9443',
  }),
  WEBHOOK_TIMEOUT_SECONDS: setting({
    type: integer(5, 20),
    meaning: "how long a partner's receiver may take for a complete response; 5 to 20",
    readBy: { worker: byDefault(RECEIVER_SECONDS) },
  }),
  WEBHOOK_RETRY_SECONDS: setting({
    type: retrySeconds,
    meaning:
      'the wait after each failed attempt of a delivery but the last, separated by commas; together 60 to 84 hours, because partners are promised about three days',
    readBy: { worker: byDefault(RETRY_SECONDS.join(',')) },
  }),
};
