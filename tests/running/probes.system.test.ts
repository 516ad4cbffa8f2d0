// Alerts about public addresses: a real blackbox_exporter probes real https servers, as deploy/prometheus/prometheus.yml describes it.
// The times for which a condition must hold are shortened (tests/running/prometheus.ts); promtool tests the real ones.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Authority, issueCertificate, makeAuthority } from '../../scripts/certificate-authority.ts';
import { freePort } from '../../scripts/free-port.ts';
import { until } from '../harness/patience.ts';
import { startProbes, startPrometheus, type TestPrometheus } from './prometheus.ts';

interface Site {
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), 'public-addresses-'));
let lasting: Site;
let expiring: Site;
let probes: Awaited<ReturnType<typeof startProbes>>;
let prometheus: TestPrometheus;

beforeAll(async () => {
  const authority = await makeAuthority(folder);
  lasting = await startSite(authority, 15);
  expiring = await startSite(authority, 13);
  probes = await startProbes([lasting.url, expiring.url], authority.certFile);
  prometheus = await startPrometheus([], [probes.scrapeConfig]);
});
afterAll(async () => {
  await prometheus?.close();
  await probes?.close();
  await Promise.all([lasting?.stop(), expiring?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

async function startSite(authority: Authority, days: number): Promise<Site> {
  const files = await issueCertificate(authority, { name: `${days} days`, hosts: ['127.0.0.1'], days });
  const [cert, key] = [readFileSync(files.certFile), readFileSync(files.keyFile)];
  const port = await freePort();
  let server: Server | undefined;
  const site: Site = {
    url: `https://127.0.0.1:${port}/home.css`,
    async start() {
      server = createServer({ cert, key }, (_request, response) => void response.end('body {}')).listen(
        port,
        '127.0.0.1',
      );
      await once(server, 'listening');
    },
    async stop() {
      server?.closeAllConnections();
      server?.close();
    },
  };
  await site.start();
  return site;
}

/** The addresses for which the alert fires, each with its environment and severity. */
const firing = async (alert: string) =>
  (await prometheus.firing())
    .filter(({ labels }) => labels.alertname === alert)
    .map(({ labels: { instance, environment, severity } }) => [instance, environment, severity]);

const fires = (alert: string) => until(async () => (await firing(alert)).length > 0, `${alert} fires`);

test('a certificate that expires within two weeks: TlsCertificateExpiring, and no other alert', async () => {
  await fires('TlsCertificateExpiring');
  expect(await firing('TlsCertificateExpiring')).toEqual([[expiring.url, 'production', 'ticket']]);
  expect(await firing('PublicAddressDown')).toEqual([]);
});

test('an address that nothing answers: PublicAddressDown, until it is served again', async () => {
  await lasting.stop();
  await fires('PublicAddressDown');
  expect(await firing('PublicAddressDown')).toEqual([[lasting.url, 'production', 'page']]);
  await lasting.start();
  await until(async () => (await firing('PublicAddressDown')).length === 0, 'PublicAddressDown ends');
  expect(await firing('PublicAddressDown')).toEqual([]);
});
