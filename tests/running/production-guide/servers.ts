// What an operator has before the guide begins: fresh servers, each with TLS under its own name, and the proxy of deploy/proxy.
// All are real except the screening provider, whose program is not available here.
import { chown, copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { type CertificateFiles, issueCertificate } from '../../../scripts/certificate-authority.ts';
import { startCeph } from '../../../scripts/servers/ceph-server.ts';
import { startClamd } from '../../../scripts/servers/clamd-server.ts';
import { findPostgres, removePostgres, startPostgres } from '../../../scripts/servers/postgres-server.ts';
import { runCaddy } from '../../harness/servers/caddy.ts';
import { type Mailbox, startMailbox } from '../../harness/servers/mail.ts';
import { startNameServer } from '../../harness/servers/name-server.ts';
import { type Receiver, startReceiver } from '../../harness/servers/receiver.ts';
import { startWatchman } from '../../harness/servers/watchman-server.ts';
import { ADDRESSES, KEYS, type Place, PORTS, RECEIVER, RECEIVER_ADDRESS } from './place.ts';

export interface Servers {
  mailbox: Mailbox;
  receiver: Receiver;
  superuserPassword: string;
  close(): Promise<void>;
}

export async function startServers({ folder, authority }: Place): Promise<Servers> {
  const started: { close(): Promise<void> }[] = [];
  const running = async <S extends { close(): Promise<void> }>(server: Promise<S>): Promise<S> => {
    started.unshift(await server);
    return server;
  };
  const close = async () => {
    for (const server of started) await server.close();
  };
  try {
    const names = Object.fromEntries(Object.values(ADDRESSES).map((host) => [host, ['127.0.0.1']]));
    await running(startNameServer({ ...names, [RECEIVER]: [RECEIVER_ADDRESS] }, 53));
    const hosts = Object.values(ADDRESSES);
    const certificate = await issueCertificate(authority, { name: 'servers', hosts });
    const { password, ...postgres } = await startDatabase(certificate);
    await running(Promise.resolve(postgres));
    const ceph = await startCeph({
      directory: join(folder, 'ceph'),
      port: PORTS.gateway,
      monitorPort: PORTS.monitor,
      topicsPort: PORTS.topics,
      durable: false,
      ...KEYS,
    });
    await running(Promise.resolve({ close: () => ceph.stop() }));
    const clamd = await startClamd({ directory: join(folder, 'clamd'), port: PORTS.clamd });
    await running(Promise.resolve({ close: () => clamd.stop() }));
    const watchman = await running(startWatchman());
    const mailbox = await running(startMailbox({ port: PORTS.mail, tls: certificate }));
    const listen = { address: RECEIVER_ADDRESS, port: PORTS.receiver };
    const receiver = await running(
      startReceiver({ hosts: [RECEIVER], authority, certificate: { hosts: [RECEIVER] }, listen }),
    );
    await running(proxyServers(folder, certificate, watchman.url));
    await running(proxyServices(folder, certificate));
    return { mailbox, receiver, superuserPassword: password, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts PostgreSQL with TLS; only its own account can read the key. */
async function startDatabase({ certFile, keyFile }: CertificateFiles) {
  const directory = resolve('.test/guide-postgres');
  // An interrupted run may have left its server running.
  await findPostgres(directory)?.stop();
  await removePostgres(directory);
  const server = await startPostgres({ directory, port: PORTS.database, durable: true, log: () => {} });
  const client = new Client({ connectionString: server.superuserUrl, ssl: false });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  const cluster = rows[0]?.data_directory ?? '';
  const { uid, gid } = await stat(cluster);
  for (const [file, name] of [
    [certFile, 'server.crt'],
    [keyFile, 'server.key'],
  ] as const) {
    await copyFile(file, join(cluster, name));
    await chown(join(cluster, name), uid, gid);
  }
  await client.query('alter system set ssl = on');
  await client.query('select pg_reload_conf()');
  await client.end();
  return {
    password: new URL(server.superuserUrl).password,
    async close() {
      await server.stop();
      await removePostgres(directory);
    },
  };
}

/** Adds TLS to the storage gateways and the screening provider, which only speak HTTP. */
async function proxyServers(folder: string, { certFile, keyFile }: CertificateFiles, screening: string) {
  const config = join(folder, 'servers.Caddyfile');
  const site = (host: string, target: string) =>
    `https://${host}:${PORTS.servers} {\n\ttls ${certFile} ${keyFile}\n\treverse_proxy ${target}\n}`;
  const sites = [
    site(ADDRESSES.storage, `127.0.0.1:${PORTS.gateway}`),
    site(ADDRESSES.topics, `127.0.0.1:${PORTS.topics}`),
    site(ADDRESSES.screening, new URL(screening).host),
  ];
  await writeFile(config, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${sites.join('\n')}\n`);
  const home = join(folder, 'caddy-servers');
  await mkdir(home);
  return runCaddy({ config, home, ports: [PORTS.servers] });
}

async function proxyServices(folder: string, { certFile, keyFile }: CertificateFiles) {
  const home = join(folder, 'caddy-services');
  await mkdir(home);
  // With the names and ports of deploy/proxy; only the certificate is given instead of fetched.
  const environment = { TLS: `${certFile} ${keyFile}`, INTERNAL_TLS: `${certFile} ${keyFile}` };
  return runCaddy({ config: 'deploy/proxy/Caddyfile', home, environment, ports: [80, 443, 8443] });
}
