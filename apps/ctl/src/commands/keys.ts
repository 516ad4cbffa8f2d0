// Keys: the root keys of the ring, and the keys that sign tokens.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addNoun } from '@onboarding/command';
import { DAY_MS } from '@onboarding/contract';
import { countByKey, type Holding, rewrapAll } from '@onboarding/database';
import { lastActionAt, recordAction } from '@onboarding/domain/operations';
import { listSigningKeys } from '@onboarding/domain/signing-keys';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Command } from 'commander';
import { readBackupDays, readDatabaseUrl, readKeyRing } from '../config.ts';
import { withConfirmation } from '../confirm.ts';
import { explained } from '../explained.ts';
import { CommandRefused, WrongUsage } from '../failure.ts';
import { joined, toCount, toTable, toTime } from '../output.ts';
import { replaceWith, ringsWith } from '../root-keys.ts';
import type { Perform, Task } from '../task.ts';
import { addSigning } from './signing-keys.ts';

const READS = 'MIGRATION_DATABASE_URL (role onboarding_owner) and KEY_RING';

export function addKeys(program: Command, perform: Perform): void {
  const keys = addNoun(program, 'keys', 'root keys of the key ring, and keys that sign tokens');
  addList(keys, perform);
  addRotate(keys, perform);
  addRewrap(keys, perform);
  addRetire(keys, perform);
  addSigning(keys, perform);
}

const count = (task: Task) => countByKey(readDatabaseUrl(task.environment, 'owner'));
const valuesOf = (holdings: readonly Holding[], keyId: string) =>
  holdings.filter((one) => one.keyId === keyId && one.values > 0);
const told = (holdings: readonly Holding[]) =>
  holdings.map(({ column, values }) => `${values} in ${column}`).join(', ') || 'nothing';

/** The keys of the ring, and keys that are missing from it although values refer to them. */
function standing(ring: KeyRing, holdings: readonly Holding[]) {
  const missing = [...new Set(holdings.map(({ keyId }) => keyId))].filter((keyId) => !ring.has(keyId));
  return [
    ...ring.keyIds.map(({ keyId, retired }) => ({
      keyId,
      state: keyId === ring.current ? 'current' : retired ? 'retired' : 'older',
    })),
    ...missing.map((keyId) => ({ keyId, state: 'NOT IN KEY_RING' })),
  ].map((key) => ({ ...key, holds: valuesOf(holdings, key.keyId) }));
}

function addList(keys: Command, perform: Perform): void {
  const list = keys
    .command('list')
    .description('list the root keys, with how many values each protects, and the keys that sign tokens')
    .action(
      perform(async (task) => {
        const rootKeys = standing(task.keys(), await count(task));
        const keys = await task.transaction('owner', listSigningKeys);
        // Without the private keys.
        const signing = keys.map(({ keyId, status, publishedAt, activatedAt }) => ({
          keyId,
          status,
          publishedAt,
          activatedAt,
        }));
        const roots = rootKeys.map(({ keyId, state, holds }) => [keyId, state, told(holds)]);
        const signers = signing.map((key) => [key.keyId, key.status, toTime(key.publishedAt), toTime(key.activatedAt)]);
        task.answer(
          { rootKeys, signingKeys: signing },
          joined(
            '\n\n',
            toTable(['ROOT KEY', 'STATE', 'PROTECTS'], roots),
            toTable(['SIGNING KEY', 'STATUS', 'PUBLISHED', 'ACTIVATED'], signers),
          ),
        );
        if (rootKeys.some(({ state }) => state === 'NOT IN KEY_RING')) task.fail();
      }),
    );
  explained(list, {
    notes: 'Exits with 1 if a value is protected by a key that is not in KEY_RING.',
    reads: READS,
    examples: ['', '--json'],
  });
}

function addRotate(keys: Command, perform: Perform): void {
  const rotate = keys
    .command('rotate')
    .description('create a root key, and write the two key rings of the rotation to files')
    .argument('<id>', 'the name of the new key, such as k2 or 2027-01')
    .requiredOption('--out <folder>', 'folder for the files; only you should be able to read it')
    .action(
      perform(async (task, keyId: string, { out }: { out: string }) => {
        const ring = readKeyRing(task.environment);
        if (!/^[\w.-]{1,32}$/.test(keyId)) {
          throw new WrongUsage('A key name has 1 to 32 letters, digits, dots, dashes or underscores.');
        }
        if (Object.hasOwn(ring.keys, keyId)) throw new CommandRefused(`The key ring already has a key ${keyId}.`);
        const { added, used } = ringsWith(ring, keyId);
        const files = [join(out, 'key-ring-1-added.json'), join(out, 'key-ring-2-used.json')] as const;
        // Never overwrites an existing file: it may be the only copy of a key.
        await writeFile(files[0], JSON.stringify(added), { mode: 0o600, flag: 'wx' });
        await writeFile(files[1], JSON.stringify(used), { mode: 0o600, flag: 'wx' });
        task.answer(
          { keyId, files },
          [
            `Created the root key ${keyId}. Store it like the others, then:`,
            `1. Set KEY_RING from ${files[0]}; restart all processes, one by one.`,
            `2. Set KEY_RING from ${files[1]}; restart all processes again.`,
            '3. onboardingctl keys rewrap',
            '4. onboardingctl keys retire <old key>, once no backup needs it',
          ].join('\n'),
        );
      }),
    );
  explained(rotate, {
    notes:
      'The files contain every key of the ring: move them to your vault, then delete them. Processes use a new ring after a restart.',
    reads: 'KEY_RING',
    examples: ['k2 --out /run/secrets/new'],
  });
}

function addRewrap(keys: Command, perform: Perform): void {
  const rewrap = keys
    .command('rewrap')
    .description('move everything that an older root key protects to the current one')
    .action(
      perform(async (task) => {
        const ring = task.keys();
        const url = readDatabaseUrl(task.environment, 'owner');
        await task.transaction('owner', (tx) =>
          recordAction(tx, task, task.operator(), {
            action: 'KeysRewrapped',
            subject: { kind: 'RootKey', id: ring.current },
          }),
        );
        const done = await rewrapAll(url, {
          current: ring.current,
          replace: replaceWith(ring),
          onProgress: (line) => task.note(line),
        });
        const sumOf = (what: 'replaced' | 'failed' | 'left') => done.reduce((sum, one) => sum + one[what], 0);
        const [failed, left] = [sumOf('failed'), sumOf('left')];
        const lines = [
          `Moved ${toCount(sumOf('replaced'), 'value')} to ${ring.current}.`,
          ...(left > 0 ? [`Still in use: ${toCount(left, 'value')}. Run it again.`] : []),
          ...(failed > 0
            ? [`${toCount(failed, 'value')} cannot be opened with KEY_RING: see onboardingctl keys list.`]
            : []),
        ];
        task.answer({ current: ring.current, columns: done }, lines.join('\n'));
        if (failed + left > 0) task.fail();
      }),
    );
  explained(rewrap, {
    notes:
      'This covers data keys of customers, hashes of identity numbers, webhook secrets, second factors, sign-ins, signing keys and pending mails. Run it when every process has the ring whose current key is the new one. The service keeps running. It works in small batches; if it is interrupted, run it again.',
    reads: READS,
    examples: [''],
  });
}

async function requireUnused(task: Task, ring: KeyRing, keyId: string): Promise<void> {
  if (!ring.has(keyId)) throw new CommandRefused(`The key ring has no key ${keyId}.`);
  if (keyId === ring.current) throw new CommandRefused(`${keyId} is the current key: rotate first.`);
  if (ring.keyIds.some((key) => key.keyId === keyId && key.retired)) {
    throw new CommandRefused(`${keyId} is already retired.`);
  }
  const holds = valuesOf(await count(task), keyId);
  if (holds.length > 0) {
    throw new CommandRefused(`${keyId} still protects values: ${told(holds)}. Run onboardingctl keys rewrap first.`);
  }
}

/** A rewrap of many customers takes hours, and a backup that was made meanwhile still needs the old key. */
const REWRAP_DAYS = 1;

/** When the oldest backup that you keep was made after the last rewrap. */
async function backupsNeedUntil(task: Task, current: string): Promise<Date> {
  const rewrappedAt = await task.transaction('owner', (tx) => lastActionAt(tx, { kind: 'RootKey', id: current }));
  if (rewrappedAt === undefined) {
    throw new CommandRefused(`No rewrap to ${current} is on record. Run onboardingctl keys rewrap first.`);
  }
  return new Date(rewrappedAt.getTime() + (readBackupDays(task.environment) + REWRAP_DAYS) * DAY_MS);
}

function addRetire(keys: Command, perform: Perform): void {
  const retire = withConfirmation(
    keys
      .command('retire')
      .description('remove an unused root key; keep only what verifies old audit entries')
      .argument('<id>', 'the name of the key')
      .requiredOption('--out <folder>', 'folder for the new key ring; only you should be able to read it')
      .option(
        '--early',
        'retire it while backups still need it: you must keep it in your vault until the day that is shown',
      ),
  ).action(
    perform(async (task, keyId: string, { out, early, yes }: { out: string; early?: boolean; yes?: boolean }) => {
      const ring = task.keys();
      await requireUnused(task, ring, keyId);
      const neededUntil = await backupsNeedUntil(task, ring.current);
      const isNeeded = neededUntil > task.clock.now();
      const day = toTime(neededUntil).slice(0, 10);
      if (isNeeded && early !== true) {
        throw new CommandRefused(
          `Backups from before the rewrap need ${keyId} until ${day} (BACKUP_DAYS=${readBackupDays(task.environment)}). Retire it then, or add --early and keep it in your vault until that day.`,
        );
      }
      await task.confirm({
        warning: isNeeded
          ? `Backups from before the rewrap cannot be read without ${keyId}: keep it in your vault until ${day}.`
          : `Once ${keyId} is deleted, backups from before the rewrap cannot be read. By BACKUP_DAYS, you no longer have any.`,
        word: keyId,
        yes,
      });
      const file = join(out, `key-ring-without-${keyId}.json`);
      const settings = readKeyRing(task.environment);
      const next = { ...settings, keys: { ...settings.keys, [keyId]: ring.retiredForm(keyId) } };
      await writeFile(file, JSON.stringify(next), { mode: 0o600, flag: 'wx' });
      await task.transaction('owner', (tx) =>
        recordAction(tx, task, task.operator(), { action: 'RootKeyRetired', subject: { kind: 'RootKey', id: keyId } }),
      );
      task.answer(
        { keyId, file, deleteFrom: isNeeded ? neededUntil : task.clock.now() },
        [
          `Set KEY_RING from ${file}; restart all processes, one by one.`,
          isNeeded
            ? `Keep ${keyId} in your vault until ${day}: backups from before the rewrap need it. Delete it then, and not earlier.`
            : `Then delete ${keyId} wherever it is stored.`,
        ].join('\n'),
      );
    }),
  );
  explained(retire, {
    notes: `Refused while the key protects anything, and without --early also while backups from before the last rewrap may exist: for BACKUP_DAYS after it, and one day more. The new ring keeps three keys derived from it, which cannot decrypt anything: they verify the audit trail and its statements, and recognise earlier screenings. Cookies from the last few hours, cursors and known devices (90 days) that use the key stop working.`,
    reads: `${READS}; BACKUP_DAYS`,
    examples: ['k1 --out /run/secrets/new'],
  });
}
