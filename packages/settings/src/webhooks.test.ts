import { ConfigError } from '@onboarding/platform/config';
import { createGuard } from '@onboarding/platform/safe-http';
import { expect, test } from 'vitest';
import type { ConfigOf } from './catalogue.ts';
import { readFor, whole } from './read.ts';
import { guardOptions, judged, loopbackReceivers } from './rules.ts';

function read(environment: Record<string, string>) {
  const isMeant = (name: string) => name === 'ENVIRONMENT' || name.startsWith('WEBHOOK_');
  const reading = readFor<ConfigOf<'worker'>>('worker', { ENVIRONMENT: 'development', ...environment }, isMeant);
  return whole(judged(reading, loopbackReceivers(reading.values)));
}

test("defaults to two ports, the machine's name servers and no receivers on this machine", () => {
  expect(guardOptions(read({}))).toEqual({ ports: [443, 8443], dnsServers: undefined, allowed: new Map() });
});

test('passes the settings to the guard', () => {
  const options = guardOptions(
    read({
      WEBHOOK_PORTS: '443, 9443',
      WEBHOOK_DNS_SERVERS: '192.0.2.1, 192.0.2.2:5353,2001:db8::1,[2001:db8::1]:53',
      WEBHOOK_LOOPBACK_RECEIVERS: 'hooks.acme.example=9443, hooks.globex.example=9444',
    }),
  );
  expect(options.ports).toEqual([443, 9443]);
  expect(options.dnsServers).toEqual(['192.0.2.1', '192.0.2.2:5353', '2001:db8::1', '[2001:db8::1]:53']);
  expect([...(options.allowed ?? [])]).toEqual([
    ['hooks.acme.example', 9443],
    ['hooks.globex.example', 9444],
  ]);
  // A resolver accepts every notation that is accepted here.
  expect(() => createGuard(options)).not.toThrow();
});

test('a receiver has 15 seconds, and seven waits span three days, unless configured otherwise', () => {
  expect(read({})).toMatchObject({
    WEBHOOK_TIMEOUT_SECONDS: 15,
    WEBHOOK_RETRY_SECONDS: [30, 300, 3_600, 18_000, 57_600, 79_200, 100_800],
  });
  const WEBHOOK_RETRY_SECONDS = '5, 5,3600,3600,3600,32390,172800';
  expect(read({ WEBHOOK_TIMEOUT_SECONDS: '5', WEBHOOK_RETRY_SECONDS })).toMatchObject({
    WEBHOOK_TIMEOUT_SECONDS: 5,
    WEBHOOK_RETRY_SECONDS: [5, 5, 3_600, 3_600, 3_600, 32_390, 172_800],
  });
  expect(read({ WEBHOOK_RETRY_SECONDS: '43200,43200,43200,43200,43200,43200,43200' })).toBeDefined();
});

test.each([
  ['WEBHOOK_TIMEOUT_SECONDS', '4'],
  ['WEBHOOK_TIMEOUT_SECONDS', '21'],
  ['WEBHOOK_TIMEOUT_SECONDS', '7.5'],
  ['WEBHOOK_RETRY_SECONDS', ''],
  ['WEBHOOK_RETRY_SECONDS', '30,300,3600,18000,57600,180000'],
  ['WEBHOOK_RETRY_SECONDS', '30,300,3600,18000,57600,79200,50400,50400'],
  ['WEBHOOK_RETRY_SECONDS', '30,300,3600,18000,57600,79200,28h'],
  ['WEBHOOK_RETRY_SECONDS', '30,300,3600,18000,57600,79200,1008000'],
  ['WEBHOOK_RETRY_SECONDS', '300,30,3600,18000,57600,79200,100800'],
  ['WEBHOOK_RETRY_SECONDS', '4,300,3600,18000,57600,79200,100800'],
  ['WEBHOOK_RETRY_SECONDS', '5,5,5,5,5,100000,172801'],
  ['WEBHOOK_RETRY_SECONDS', '5,5,3600,3600,3600,32389,172800'],
  ['WEBHOOK_RETRY_SECONDS', '43200,43200,43200,43200,43200,43200,43201'],
  ['WEBHOOK_PORTS', ''],
  ['WEBHOOK_PORTS', '443,http'],
  ['WEBHOOK_PORTS', '0'],
  ['WEBHOOK_PORTS', '65536'],
  ['WEBHOOK_PORTS', '44.3'],
  ['WEBHOOK_DNS_SERVERS', ''],
  ['WEBHOOK_DNS_SERVERS', 'dns.google'],
  ['WEBHOOK_DNS_SERVERS', '192.0.2.1:0'],
  ['WEBHOOK_DNS_SERVERS', '192.0.2.1;192.0.2.2'],
  ['WEBHOOK_LOOPBACK_RECEIVERS', ''],
  ['WEBHOOK_LOOPBACK_RECEIVERS', 'hooks.acme.example'],
  ['WEBHOOK_LOOPBACK_RECEIVERS', 'hooks.acme.example=http'],
  ['WEBHOOK_LOOPBACK_RECEIVERS', '*.acme.example=9443'],
  ['WEBHOOK_LOOPBACK_RECEIVERS', 'localhost=9443'],
  ['WEBHOOK_LOOPBACK_RECEIVERS', 'Hooks.Acme.Example=9443'],
])('%s=%s is refused with the name of the setting', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(ConfigError);
  expect(() => read({ [name]: value })).toThrow(name);
});

test.each(['production', 'sandbox'])('a receiver on this machine is refused in %s', (ENVIRONMENT) => {
  const start = () => read({ ENVIRONMENT, WEBHOOK_LOOPBACK_RECEIVERS: 'hooks.acme.example=9443' });
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(
    `WEBHOOK_LOOPBACK_RECEIVERS sends deliveries to this machine and must not be set when ENVIRONMENT is ${ENVIRONMENT}`,
  );
});
