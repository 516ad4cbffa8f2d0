// What a process says if it cannot listen, for example because a second one was started with the settings of the first.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { type Launch, launchBundle, runApi, runIdentity } from '../harness/process.ts';
import { runWorker } from '../harness/worker.ts';

const other = createServer();
let database: TestDatabase;
let port: number;
beforeAll(async () => {
  database = await cloneDatabase();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  ({ port } = other.address() as AddressInfo);
});
afterAll(async () => {
  other.close();
  await database.close();
});

/** Starts a process with changed settings that it cannot use; returns its exit code and what it said. */
async function start(run: (launch: Launch) => Promise<unknown>, changes: Record<string, string>): Promise<unknown[]> {
  let ended: Promise<unknown[]> | undefined;
  const launch: Launch = async (script, environment) => {
    const child = await launchBundle(script, { ...environment, ...changes });
    const said = child.stderr === null ? '' : text(child.stderr);
    ended = once(child, 'exit').then(async ([code]) => [code, await said]);
    return child;
  };
  await expect(run(launch)).rejects.toThrow();
  return (await ended) ?? [];
}

const PROCESSES = {
  api: (launch: Launch) => runApi({ databaseUrl: database.appUrl, issuerUrl: 'http://127.0.0.1:1', launch }),
  identity: (launch: Launch) => runIdentity({ databaseUrl: database.identityUrl, launch }),
  worker: (launch: Launch) => runWorker({ database, smtpUrl: 'smtp://127.0.0.1:9', launch }),
};

const CASES = Object.entries(PROCESSES).flatMap(([name, run]) =>
  ['PORT', 'METRICS_PORT'].map((setting) => ({ name, run, setting })),
);
test.each(CASES)('$name with a $setting that is in use says so in one line, and exits', async ({ run, setting }) => {
  expect(await start(run, { [setting]: String(port) })).toEqual([
    1,
    `Cannot listen on port ${port} of 127.0.0.1 (${setting}): another process uses it. Choose a free port, or stop that process.\n`,
  ]);
});

test('a process whose two ports are the same does not blame another process', async () => {
  const own = String(await freePort());
  expect(await start(PROCESSES.worker, { PORT: own, METRICS_PORT: own })).toEqual([
    1,
    `PORT and METRICS_PORT are both ${own}. Choose another port for one of them.\n`,
  ]);
});

test('an address of another machine is named too', async () => {
  const [code, said] = await start(PROCESSES.identity, { HOST: '192.0.2.1', PLAIN_CONNECTIONS: 'HOST' });
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^Cannot listen on port \d+ of 192\.0\.2\.1 .*Correct HOST\.\n$/),
  ]);
});
