// A real API process with a real token issuer, for tests that kill, stop or restart things.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createInterface } from 'node:readline';
import { freePort } from '../../scripts/free-port.ts';
import { keep } from './artefacts.ts';
import { NO_STORAGE, storageEnvironment } from './no-storage.ts';
import { START_MS, until } from './patience.ts';
import { COMPILED, findProgram } from './programs.ts';
import { AUDIENCE, createTestIssuer, type TestIssuer } from './tokens.ts';
import { PLENTY, TEST_KEY_RING } from './values.ts';

export interface RunningIssuer {
  url: string;
  issuer: TestIssuer;
  close(): Promise<void>;
}

export async function runIssuer(options: { now?: () => Date } = {}): Promise<RunningIssuer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const issuer = await createTestIssuer({ issuer: url, ...options });
  const server: Server = createServer(async (_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(await issuer.published()));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url,
    issuer,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export interface RunningProcess {
  url: string;
  metricsUrl: string;
  process: ChildProcess;
  /** Kills it, like a power cut. */
  kill(): Promise<void>;
  /** Asks it to stop and returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts a program, given by the path of its source. */
export type Launch = (script: string, environment: Record<string, string | undefined>) => Promise<ChildProcess>;

/** A program of the tests receives orders as messages. */
export const launchBundle: Launch = async (script, environment) =>
  spawn(process.execPath, [await findProgram(script)], {
    stdio: ['ignore', 'pipe', 'pipe', ...(script.startsWith('tests/') ? (['ipc'] as const) : [])],
    env: { ...COMPILED, PATH: process.env.PATH, ...environment },
  });

export interface ProcessOptions {
  databaseUrl: string;
  /** How to start it, if not from its bundle. */
  launch?: Launch;
  port?: number;
  environment?: Record<string, string>;
  logName?: string;
}

export interface RunOptions extends ProcessOptions {
  issuerUrl: string;
}

export type RunningApi = RunningProcess;

export function runApi(options: RunOptions): Promise<RunningApi> {
  return runProcess('apps/api/src/main.ts', options, () => ({
    TOKEN_ISSUER: options.issuerUrl,
    TOKEN_AUDIENCE: AUDIENCE,
    TOKEN_JWKS_URL: `${options.issuerUrl}/oauth2/jwks`,
    RATE_LIMIT_READS: String(PLENTY),
    RATE_LIMIT_WRITES: String(PLENTY),
    RATE_LIMIT_UPLOAD_LINKS: String(PLENTY),
    RATE_LIMIT_SESSION: String(PLENTY),
    ...storageEnvironment(NO_STORAGE),
  }));
}

/** A real identity process; its issuer is a host name, because passkeys do not work with IP addresses. */
export function runIdentity(options: ProcessOptions): Promise<RunningProcess> {
  return runProcess('apps/identity/src/main.ts', options, (port) => ({
    ISSUER: `http://localhost:${port}`,
    PORTAL_URL: 'http://127.0.0.1:1',
    CONSOLE_URL: 'http://127.0.0.1:1',
    PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough',
    CONSOLE_CLIENT_SECRET: 'console secret for tests, long enough',
    VISITS_PER_MINUTE_PER_ADDRESS: String(PLENTY),
  }));
}

async function runProcess(
  script: string,
  options: ProcessOptions,
  settings: (port: number) => Record<string, string>,
): Promise<RunningProcess> {
  const port = options.port ?? (await freePort());
  const metricsPort = await freePort();
  const child = await (options.launch ?? launchBundle)(script, {
    ENVIRONMENT: 'development',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: options.databaseUrl,
    KEY_RING: JSON.stringify(TEST_KEY_RING),
    LOG_LEVEL: 'debug',
    ...settings(port),
    ...options.environment,
  });
  const log = `${options.logName ?? 'process'}-${child.pid}.log`;
  // Line by line: a value split between two chunks would escape the search for leaks.
  for (const input of [child.stdout, child.stderr])
    if (input !== null) createInterface({ input }).on('line', (line) => keep('logs', log, line));
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(url, child);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    url,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    process: child,
    async kill() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      return child.exitCode;
    },
  };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode} instead of getting ready`);
      return fetch(`${url}/health/ready`).then(
        (answer) => answer.status === 200,
        () => false,
      );
    },
    'the process is ready',
    START_MS,
  );
}
