// Runs in a separate network (tests/harness/own-network.ts): starts the servers, runs the guide's blocks and writes a report.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keep } from '../../harness/artefacts.ts';
import { until } from '../../harness/patience.ts';
import { registerReceiver } from './ada.ts';
import { type Place, PORTS, RECEIVER, SUPERUSER_PASSWORD } from './place.ts';
import { type Servers, startServers } from './servers.ts';
import { openShell } from './shell.ts';

export interface Report {
  seconds: number;
  /** The webhook's secret, and the requests that arrived there. */
  secret: string;
  requests: { headers: NodeJS.Dict<string | string[]>; body: string }[];
  mailedTo: string[];
}

const [placeFile = ''] = process.argv.slice(2);
const place: Place = JSON.parse(await readFile(placeFile, 'utf8'));
const { folder, authority } = place;
const work = join(folder, 'work');
let servers: Servers | undefined;
try {
  servers = await startServers(place);
  await writeFile(join(folder, 'report.json'), JSON.stringify(await follow(servers)));
} finally {
  await endProcesses();
  await servers?.close();
}

async function follow({ mailbox, receiver, superuserPassword }: Servers): Promise<Report> {
  // An operator's machine trusts public authorities; this one also trusts the private one.
  const shell = openShell(work, { NODE_EXTRA_CA_CERTS: authority.certFile, CURL_CA_BUNDLE: authority.certFile });
  const { operators, partners } = place.blocks;
  const started = performance.now();
  for (const block of operators) await shell.run(block.replace(SUPERUSER_PASSWORD, superuserPassword));
  const email = 'ada@partner.example';
  const { text } = await mailbox.waitFor(({ to }) => to.includes(email));
  const hooks = `https://${RECEIVER}:${PORTS.receiver}/events`;
  const secret = await registerReceiver({ email, text }, 'https://portal.example.com', hooks);
  for (const block of partners) await shell.run(block);
  await until(async () => receiver.requests.length >= 2, 'the events arrive');
  const seconds = (performance.now() - started) / 1000;
  await shell.close();
  return {
    seconds,
    secret,
    requests: receiver.requests.map(({ headers, body }) => ({ headers, body: body.toString('base64') })),
    mailedTo: mailbox.mails().flatMap(({ to }) => to),
  };
}

/** Stops the services that the guide started in the background. */
async function endProcesses(): Promise<void> {
  for (const name of await readdir(work)) {
    if (name.endsWith('.pid')) end(Number(await readFile(join(work, name), 'utf8')));
    if (!name.endsWith('.log')) continue;
    for (const line of (await readFile(join(work, name), 'utf8')).trimEnd().split('\n'))
      keep('logs', `guide-${name}`, line);
  }
}

function end(pid: number): void {
  try {
    process.kill(pid);
  } catch {
    // It has already exited.
  }
}
