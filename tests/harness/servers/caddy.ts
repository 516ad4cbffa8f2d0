// The real reverse proxy of deploy/proxy, with certificates of a private authority, in front of services of a test.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { issueCertificate, makeAuthority } from '../../../scripts/certificate-authority.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { isPortServed } from '../../../scripts/servers/ports.ts';
import { until } from '../patience.ts';

export const PROXY_HOSTS = {
  api: 'api.example.com',
  portal: 'portal.example.com',
  console: 'console.example.com',
  identity: 'id.example.com',
  internal: 'onboarding.internal',
} as const;
export type ProxyHost = keyof typeof PROXY_HOSTS;

interface ProxyAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface TestProxy {
  ask(host: ProxyHost, path: string, options?: RequestOptions & { body?: string }): Promise<ProxyAnswer>;
  /** On port 80, without TLS. */
  askPlain(host: ProxyHost, path: string): Promise<ProxyAnswer>;
  /** A TLS connection for hand-made HTTP. */
  open(host: ProxyHost, options?: ConnectionOptions): Promise<TLSSocket>;
  /** The lines that it has written. */
  said: readonly string[];
  close(): Promise<void>;
}

interface CaddySettings {
  config: string;
  /** A folder for its own files. */
  home: string;
  environment?: Record<string, string>;
  /** The ports on which it listens. */
  ports: readonly number[];
}

/** Caddy as a process, once it accepts connections. */
export async function runCaddy({
  config,
  home,
  environment,
  ports,
}: CaddySettings): Promise<{ said: readonly string[]; close(): Promise<void> }> {
  const said: string[] = [];
  const child: ChildProcess = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, ...environment },
  });
  for (const input of [child.stdout, child.stderr]) {
    if (input !== null) createInterface({ input }).on('line', (line) => said.push(line));
  }
  let failure: Error | undefined;
  child.on('error', (cause) => {
    failure = new Error('caddy could not be started; scripts/install-packages installs it', { cause });
  });
  await until(async () => {
    if (child.exitCode !== null) failure ??= new Error(`caddy ended with ${child.exitCode}:\n${said.join('\n')}`);
    if (failure !== undefined) throw failure;
    return (await Promise.all(ports.map((port) => isPortServed(port)))).every(Boolean);
  }, 'Caddy accepts connections');
  return {
    said,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export async function startCaddy(upstreams: { api: string; identity: string }): Promise<TestProxy> {
  const directory = await mkdtemp(join(tmpdir(), 'caddy-'));
  const authority = await makeAuthority(directory);
  const { certFile, keyFile } = await issueCertificate(authority, { name: 'proxy', hosts: Object.values(PROXY_HOSTS) });
  const ca = await readFile(authority.certFile, 'utf8');
  const [http, https, internal] = [await freePort(), await freePort(), await freePort()];
  const caddy = await runCaddy({
    config: 'deploy/proxy/Caddyfile',
    home: directory,
    environment: {
      HTTP_PORT: String(http),
      HTTPS_PORT: String(https),
      INTERNAL_PORT: String(internal),
      TLS: `${certFile} ${keyFile}`,
      INTERNAL_TLS: `${certFile} ${keyFile}`,
      API_UPSTREAMS: new URL(upstreams.api).host,
      IDENTITY_UPSTREAMS: new URL(upstreams.identity).host,
    },
    ports: [http, https, internal],
  });
  return {
    async ask(host, path, { body, headers, ...options } = {}) {
      const name = PROXY_HOSTS[host];
      const asked = request({
        host: '127.0.0.1',
        port: host === 'internal' ? internal : https,
        servername: name,
        path,
        ca,
        agent: false,
        headers: { host: name, ...headers },
        ...options,
      });
      return answerOf(asked.end(body));
    },
    askPlain: (host, path) =>
      answerOf(
        plainRequest({ host: '127.0.0.1', port: http, path, agent: false, headers: { host: PROXY_HOSTS[host] } }).end(),
      ),
    async open(host, options = {}) {
      const port = host === 'internal' ? internal : https;
      const socket = connect({ host: '127.0.0.1', port, servername: PROXY_HOSTS[host], ca, ...options });
      await once(socket, 'secureConnect');
      return socket.on('error', () => {});
    },
    said: caddy.said,
    async close() {
      await caddy.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function answerOf(asked: ReturnType<typeof request>): Promise<ProxyAnswer> {
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}
