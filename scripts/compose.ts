// What deploy/compose.yaml runs besides the image of the services: an S3 server, and the setup of database and demo.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bootstrapDatabase } from '../database/bootstrap.ts';
import { serveEveryCountry } from '../database/for-trying.ts';
import { migrate } from '../database/migrate.ts';
import { seedDemo } from './seed.ts';
import { startCeph } from './servers/ceph-server.ts';
import { describeFailure } from './servers/failure.ts';
import { readSettings } from './stack/settings.ts';
import { writeEnvironment } from './stack/state-files.ts';

const USAGE = `usage: node scripts/compose.ts storage | setup
  storage  runs a small Ceph cluster until it is stopped
  setup    creates roles, tables, buckets and the demo partners; safe to repeat
Both read their settings from the environment; deploy/compose.yaml sets them.`;

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: start this with deploy/compose.yaml`);
  return value;
}

const storageKeys = () => ({
  accessKey: setting('S3_ACCESS_KEY'),
  secretKey: setting('S3_SECRET_KEY'),
  links: { accessKey: setting('S3_LINK_ACCESS_KEY'), secretKey: setting('S3_LINK_SECRET_KEY') },
});

async function runStorage(): Promise<void> {
  const { storageDirectory, ports } = readSettings(process.env);
  const server = await startCeph({
    directory: storageDirectory,
    // Other containers use it, and the published port maps here.
    host: '0.0.0.0',
    port: ports.storage,
    monitorPort: ports.storageMonitor,
    topicsPort: ports.storageTopics,
    durable: true,
    ...storageKeys(),
  });
  console.log(`S3 on port ${server.port}`);
  // The servers run in the background; this process keeps the container alive.
  const waiting = setInterval(() => {}, 60_000);
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  clearInterval(waiting);
  await server.stop();
}

async function setUp(): Promise<void> {
  const settings = readSettings(process.env);
  const urls = await bootstrapDatabase(setting('SUPERUSER_DATABASE_URL'), {
    database: 'onboarding',
    ownerPassword: setting('OWNER_PASSWORD'),
    appPassword: setting('APP_PASSWORD'),
    staffPassword: setting('STAFF_PASSWORD'),
    operationsPassword: setting('OPERATIONS_PASSWORD'),
    identityPassword: setting('IDENTITY_PASSWORD'),
    workerPassword: setting('WORKER_PASSWORD'),
  });
  await migrate(urls.ownerUrl, console.log);
  await serveEveryCountry(urls.ownerUrl);
  const command = join(settings.project, 'apps/ctl/src/main.ts');
  execFileSync(process.execPath, [command, 'storage', 'prepare', '--direct'], { stdio: 'inherit' });
  const keyRing = JSON.parse(setting('KEY_RING'));
  const demo = await seedDemo(urls.ownerUrl, { keyDirectory: settings.keyDirectory, keyRing });
  const { S3_PUBLIC_ENDPOINT: endpoint = '', S3_BUCKET: bucket = '' } = process.env;
  const storage = { endpoint, region: 'us-east-1', bucket, ...storageKeys() };
  await writeEnvironment(settings, urls.appUrl, { ...demo, storage, receivers: [] });
  console.log(`Demo partners: ${demo.partners.map(({ name }) => name).join(', ')}`);
}

const [command] = process.argv.slice(2);
try {
  if (command === 'storage') await runStorage();
  else if (command === 'setup') await setUp();
  else console.log(USAGE);
  if (command !== 'storage' && command !== 'setup' && command !== '--help') process.exitCode = 2;
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
