// Runs every command once, in a sensible order, on real servers, and fails if one is missing. Details are tested beside each
// command.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { urlFor } from '@onboarding/database';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CEPH_USERS } from '../../../scripts/servers/ceph-server.ts';
import { openAccounts } from '../../../tests/harness/accounts.ts';
import { startTestApi } from '../../../tests/harness/api.ts';
import { validBody } from '../../../tests/harness/bodies.ts';
import { makeCertificate } from '../../../tests/harness/certificates.ts';
import { ctl, type Outcome } from '../../../tests/harness/command.ts';
import { cloneDatabase, type TestDatabase } from '../../../tests/harness/database.ts';
import { storageEnvironment } from '../../../tests/harness/no-storage.ts';
import { addDeadLetter } from '../../../tests/harness/scenes/operations-situations.ts';
import { type OwnPostgres, startOwnPostgres } from '../../../tests/harness/servers/own-postgres.ts';
import { startStorage, type TestStorage } from '../../../tests/harness/servers/storage.ts';
import { signIn } from '../../../tests/harness/session.ts';
import { register } from '../../../tests/harness/webhooks.ts';
import { buildProgram } from './program.ts';

let bare: OwnPostgres;
let database: TestDatabase;
let storage: TestStorage;
let folder: string;
const ids = { customer: '', letter: '', certificate: '' };
/** The addresses of a user of a partner and of a member of staff. */
const users = { ada: '', sam: '' };
const BARE = { database: 'service', owner: 'owner-password' };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'every-command-'));
  [bare, database, storage] = await Promise.all([
    startOwnPostgres('.test/every-command-postgres'),
    cloneDatabase(),
    startStorage(),
  ]);
  const api = await startTestApi(database);
  const { partnerId } = api.partner;
  await database.owner.query(`update partners set name = 'Acme' where partner_id = $1`, [partnerId]);
  ids.customer = (await api.create(validBody())).json().value.customerId;
  await register(api, await signIn(database, { partnerId }));
  await api.close();
  ids.letter = await addDeadLetter(database, { data: {} });
  const accounts = openAccounts(database);
  [users.ada, users.sam] = [(await accounts.join(partnerId)).email, (await accounts.join()).email];
  await accounts.close();
  writeFileSync(join(folder, 'certificate.pem'), (await makeCertificate()).pem);
  const { NGA } = JSON.parse(readFileSync('database/reference/identity-requirements.json', 'utf8'));
  writeFileSync(join(folder, 'rules.json'), JSON.stringify(NGA.slice(0, 1)));
});
afterAll(async () => {
  await Promise.all([bare?.remove(), database?.close(), storage?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const bareOwner = () => urlFor(bare.server.superuserUrl, BARE.database, 'onboarding_owner', BARE.owner);

/** The settings of all commands, as on the machine of an operator. */
const environment = () => ({
  ENVIRONMENT: 'development',
  MIGRATION_DATABASE_URL: database.ownerUrl,
  OPERATIONS_DATABASE_URL: database.operationsUrl,
  ISSUER: 'https://id.service.example',
  ...storageEnvironment(storage.options),
  STORAGE_LINK_USER: CEPH_USERS.links,
  STORAGE_SERVICE_USERS: CEPH_USERS.services.join(','),
  AUDIT_ANCHORS: `file:${folder}/statements`,
});

type Step = readonly [line: string, said: RegExp, more?: () => Record<string, string>];

const onBare = () => ({ MIGRATION_DATABASE_URL: bareOwner() });
const identity = () => ({
  DATABASE_URL: bareIdentity(),
  TOKEN_AUDIENCE: 'onboarding-api',
  PORTAL_URL: 'http://127.0.0.1:8080',
  PORTAL_CLIENT_SECRET: 'a secret of the portal, long enough',
  CONSOLE_URL: 'http://127.0.0.1:8080',
  CONSOLE_CLIENT_SECRET: 'a secret of the console, long enough',
});
const bareIdentity = () => urlFor(bare.server.superuserUrl, BARE.database, 'onboarding_identity', 'identity-password');
const logins = () => ({ SUPERUSER_DATABASE_URL: bare.server.superuserUrl, LOGIN_PASSWORD: 'second-password' });
const bootstrap = () => ({
  SUPERUSER_DATABASE_URL: bare.server.superuserUrl,
  DATABASE_NAME: BARE.database,
  OWNER_PASSWORD: BARE.owner,
  APP_PASSWORD: 'app-password',
  STAFF_PASSWORD: 'staff-password',
  OPERATIONS_PASSWORD: 'operations-password',
  IDENTITY_PASSWORD: 'identity-password',
  WORKER_PASSWORD: 'worker-password',
});

const rotated = () => ({ KEY_RING: readFileSync(join(folder, 'key-ring-2-used.json'), 'utf8') });

/** Words are separated by spaces; names in capitals are replaced by values known only at run time. */
const STEPS: readonly Step[] = [
  ['database bootstrap', /The roles and the database service are ready/, bootstrap],
  ['database open-login onboarding_worker_2', /onboarding_worker_2 is open with the new password/, logins],
  ['database close-login onboarding_worker_2', /onboarding_worker_2 is closed/, logins],
  ['database migrate', /Applied \d+ migrations/, onBare],
  ['database status', /(\d+) of \1 applied/, onBare],
  ['config check --service identity', /^0 faults|no fault/i, identity],
  ['doctor --service identity', /0 faults/, identity],
  ['storage prepare', /documents/],
  ['keys list', /k1/],
  ['keys signing publish', /is published/],
  ['keys signing activate --force --yes', /now signs tokens/],
  ['keys signing publish', /is published/],
  ['keys signing activate --force --yes', /now signs tokens/],
  ['keys signing retire --force --yes', /is deleted/],
  ['partners create Zebra', /Pending/],
  ['partners list', /Zebra/],
  ['partners reject Zebra --reason due-diligence', /Rejected/],
  ['partners approve Zebra --reason contract', /Approved/],
  ['partners deactivate Zebra --reason unpaid', /Inactive/],
  ['partners activate Zebra --reason paid', /Active/],
  ['partners limits Zebra --reads 50 --reason pilot', /50/],
  ['partners show Zebra', /Zebra/],
  ['partners log Zebra', /LimitsChanged/],
  ['certificates add Zebra CERTIFICATE --name First', /First/],
  ['certificates list Zebra', /First/],
  ['certificates revoke Zebra ID --reason leaked --yes', /Revoked/],
  ['people invite --partner Zebra --role admin --email grace@zebra.example --name Grace', /grace@zebra\.example/],
  ['people list --partner Zebra', /grace@zebra\.example/],
  ['people role ADA developer', /with the role developer/],
  ['people sign-out ADA', /is Active/],
  ['people disable ADA', /is Disabled/],
  ['people enable ADA', /is Active/],
  ['people reset-factor ADA --yes', /is Invited/],
  ['staff invite --role operator --email olga@service.example --name Olga', /olga@service\.example/],
  ['staff list', /olga@service\.example/],
  ['staff role SAM supervisor', /with the role supervisor/],
  ['staff sign-out SAM', /is Active/],
  ['staff disable SAM', /is Disabled/],
  ['staff enable SAM', /is Active/],
  ['staff reset-factor SAM --yes', /is Invited/],
  ['jobs list', /mail\.send/],
  ['jobs dead-letters', /mail\.send/],
  ['jobs retry LETTER', /1 dead letter/],
  ['jobs discard LETTER --reason wrong', /1 dead letter/],
  ['webhooks inspect Acme', /hooks/],
  ['webhooks pause Acme', /paused/i],
  ['webhooks resume Acme', /Resumed/],
  ['documents reconcile', /within seconds/],
  ['documents move', /0 documents moved/],
  ['countries list', /NGA/],
  ['countries close KEN --reason pause', /KEN/],
  ['countries open KEN --reason again', /KEN/],
  ['countries prohibit RUS --reason decided --yes', /RUS/],
  ['countries allow RUS --reason decided', /RUS/],
  ['countries high-risk YEM --reason decided --yes', /YEM/],
  ['countries ordinary-risk YEM --reason decided', /YEM/],
  ['countries lists', /RUS/],
  ['countries look YEM', /1 country/],
  ['countries looks', /YEM/],
  ['reference requirements list NGA', /NGA/],
  ['reference requirements show NGA 1', /National Identification Number/],
  ['reference requirements add NGA RULES', /2/],
  ['reference requirements activate NGA 2', /2/],
  ['reference requirements assumptions', /DRIVING_LICENCE/],
  ['reference requirements close NGA', /NGA|Nigeria/],
  ['reference business-types list', /Association/],
  ['reference business-types add Cooperative', /Cooperative/],
  ['reference business-types documents Cooperative CertificateOfIncorporation', /Cooperative/],
  ['reference business-types retire Cooperative', /Cooperative/],
  ['audit anchor', /Statement 1 was created/],
  ['audit verify --all', /All intact: 1 trail/],
  ['audit key', /BEGIN PUBLIC KEY/],
  ['audit log', /StatementMade/],
  ['customers erase Acme CUSTOMER --reason request --yes', /Erased/],
  ['customers erased', /^[\da-f-]{36} [\da-f-]{36} /],
  ['keys rotate k2 --out FOLDER', /key-ring-1-added\.json/],
  ['keys rewrap', /Moved \d+ values to k2/, rotated],
  ['keys retire k1 --out FOLDER --early --yes', /key-ring-without-k1\.json/, rotated],
];

function carryOut(line: string, more: Record<string, string> = {}): Promise<Outcome> {
  const known: Record<string, string> = {
    ADA: users.ada,
    SAM: users.sam,
    FOLDER: folder,
    CERTIFICATE: join(folder, 'certificate.pem'),
    RULES: join(folder, 'rules.json'),
    CUSTOMER: ids.customer,
    LETTER: ids.letter,
    ID: ids.certificate,
  };
  const words = line.split(' ').map((word) => known[word] ?? word);
  return ctl(words, { ...environment(), ...more });
}

test.each(STEPS.map(([line, ...step]) => [line, step] as const))('%s', async (line, [said, more]) => {
  const { code, stdout, stderr } = await carryOut(line, more?.());
  expect(code, stderr + stdout).toBe(0);
  expect(stdout).toMatch(said);
  ids.certificate = /^[\da-f-]{36}(?= )/m.exec(stdout)?.[0] ?? ids.certificate;
});

const leaves = (command: Command, words: readonly string[] = []): string[] =>
  command.commands.length === 0
    ? [words.join(' ')]
    : command.commands.flatMap((one) => leaves(one, [...words, one.name()]));

test('the steps cover every command', () => {
  const all = leaves(buildProgram({ environment: {}, out: () => {}, err: () => {}, ask: undefined, width: 80 }));
  const carriedOut = all.filter((words) => STEPS.some(([line]) => line === words || line.startsWith(`${words} `)));
  expect(all.length).toBeGreaterThan(60);
  expect(carriedOut).toEqual(all);
});
