// Audit trails: whether they are intact, the statements that prove it, and what operators did.
import { addNoun } from '@onboarding/command';
import { ACTIONS_PER_PAGE } from '@onboarding/contract';
import { anchorTrails, askOutside, verifyAnchors } from '@onboarding/domain/anchors';
import type { ChainVerdict, VerificationTerms } from '@onboarding/domain/audit';
import { listAllActions, type Operator, recordAction } from '@onboarding/domain/operations';
import { verifyTrail, verifyTrails } from '@onboarding/domain/profiles';
import { type AnchorTarget, openAnchors } from '@onboarding/platform/anchors';
import { isUuid } from '@onboarding/platform/ids';
import type { Db, Tx } from '@onboarding/platform/postgres';
import type { Command } from 'commander';
import { readAnchors, refuseInRehearsal } from '../config.ts';
import { explained } from '../explained.ts';
import { WrongUsage } from '../failure.ts';
import { type PageOptions, readPages, toActionTable, withPages } from '../pages.ts';
import { getPartner, PARTNER } from '../partner.ts';
import type { Perform, Task } from '../task.ts';
import { statementsWords, trailsWords, trailWords } from './audit-words.ts';

const READS =
  'MIGRATION_DATABASE_URL (role onboarding_owner), KEY_RING and, as the worker does, AUDIT_ANCHORS and AUDIT_ANCHORS_MINUTES, with S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY and S3_SECRET_KEY if that is s3://...';
const PROGRESS_MS = 2_000;

export function addAudit(program: Command, perform: Perform): void {
  const audit = addNoun(program, 'audit', "audit trails, the statements about them, and the operators' log");
  addVerify(audit, perform);
  addAnchor(audit, perform);
  addKey(audit, perform);
  addLog(audit, perform);
}

interface VerifyOptions {
  all?: boolean;
  unkeyedBefore?: string;
}

function addVerify(audit: Command, perform: Perform): void {
  const verify = audit
    .command('verify')
    .description('recompute the trails of one customer, of a partner or of all partners')
    .argument('[partner]', PARTNER)
    .argument('[customer]', 'the id of a customer; defaults to all customers of the partner')
    .option('--all', 'all partners')
    .option('--unkeyed-before <time>', 'accept unkeyed entries from before this time, such as 2026-11-15T12:00:00Z')
    .action(
      perform(async (task, partner: string | undefined, customer: string | undefined, options: VerifyOptions) => {
        if ((options.all === true) === (partner !== undefined)) throw new WrongUsage('Name a partner, or use --all.');
        if (customer !== undefined && !isUuid(customer))
          throw new WrongUsage(`The customer id must be a UUID, not ${JSON.stringify(customer)}.`);
        const unkeyedBefore = toMoment(options.unkeyedBefore);
        const keys = task.keys();
        await withAnchors(task, (place) =>
          task.database('owner', async (db) => {
            const context = { db, keys, clock: task.clock, unkeyedBefore };
            const partnerId =
              partner === undefined ? undefined : (await db.transaction((tx) => getPartner(tx, partner))).partnerId;
            if (partnerId !== undefined && customer !== undefined) return verifyOne(task, context, partnerId, customer);
            return verifyMany(task, context, place, partnerId);
          }),
        );
      }),
    );
  explained(verify, {
    notes:
      'Recomputes the chain of audit entries and compares its end with the hash stored with the customer. For a partner or all partners, it also compares the entries, and the reads by our staff, with the statements stored at AUDIT_ANCHORS, and names the first one that does not match. It also fails if the statements there differ from those in the database, or if the newest one there is older than twice AUDIT_ANCHORS_MINUTES. The chain of a single customer cannot show whether its end was cut off: only the statements can. Broken trails are named, and progress is reported every few seconds. The exit code is 1 unless everything is intact. A customer cannot be changed while its trail is being read, which takes milliseconds. Unkeyed entries come from builds from before the key was introduced: give the time when the last process of such a build stopped.',
    reads: READS,
    examples: [`'Acme Marketplace'`, `'Acme Marketplace' 0193a2b4-7c16-7d3e-9f53-2a6b8c0d1e2f`, '--all'],
  });
}

function toMoment(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw new WrongUsage(`The time must look like 2026-11-15T12:00:00Z, not ${JSON.stringify(text)}.`);
  return moment;
}

interface AnchorPlace {
  target: AnchorTarget | undefined;
  everyMs: number;
}

async function withAnchors<T>(task: Task, work: (place: AnchorPlace) => Promise<T>): Promise<T> {
  const { place, everyMs } = readAnchors(task.environment);
  const target = place === undefined ? undefined : openAnchors(place);
  try {
    return await work({ target, everyMs });
  } finally {
    target?.close();
  }
}

type Verifying = VerificationTerms & { db: Db; clock: Task['clock'] };

async function verifyOne(
  task: Task,
  { db, ...terms }: Verifying,
  partnerId: string,
  customerId: string,
): Promise<void> {
  const verdict = await db.transaction((tx) => verifyTrail(tx, terms, partnerId, customerId));
  task.answer(verdict ?? null, verdict === undefined ? 'That partner has no such customer.' : trailWords(verdict));
  if (verdict?.intact !== true) task.fail();
}

async function verifyMany(
  task: Task,
  context: Verifying,
  { target, everyMs }: AnchorPlace,
  partnerId: string | undefined,
): Promise<void> {
  const { broken, ...trails } = await readTrails(task, context, partnerId);
  const statements = await verifyAnchors(context, target, { partnerId, everyMs });
  // With an external anchor store, trails that no stored statement covers are not known to be intact.
  const vouchedFor = target === undefined || (statements.outside && statements.statements > 0);
  const lines = [
    ...broken.map((one) => `Partner ${one.partnerId}, customer ${one.customerId}: ${trailWords(one.verdict)}`),
    ...trailsWords({ ...trails, broken: broken.length }),
    statementsWords(statements, target !== undefined),
  ];
  task.answer({ ...trails, broken, statements }, lines.join('\n'));
  if (broken.length > 0 || statements.fault !== undefined)
    task.note('What to do: docs/runbooks/AuditTrailDiffers.md. Do not change anything before you have read it.');
  if (trails.trails === 0 || broken.length > 0 || statements.fault !== undefined || !vouchedFor) task.fail();
}

interface BrokenTrail {
  partnerId: string;
  customerId: string;
  verdict: ChainVerdict;
}

async function readTrails(task: Task, context: Verifying, partnerId: string | undefined) {
  const count = { trails: 0, entries: 0, unkeyed: 0, broken: [] as BrokenTrail[] };
  let nextWord = performance.now() + PROGRESS_MS;
  for await (const trail of verifyTrails(context, partnerId)) {
    count.trails++;
    if (trail.verdict.intact) {
      count.entries += trail.verdict.entries;
      count.unkeyed += trail.verdict.unkeyed;
    } else count.broken.push(trail);
    if (performance.now() < nextWord) continue;
    nextWord = performance.now() + PROGRESS_MS;
    task.note(`${count.trails} trails read, ${count.broken.length} broken; last customer ${trail.customerId}`);
  }
  return count;
}

function addAnchor(audit: Command, perform: Perform): void {
  const anchor = audit
    .command('anchor')
    .description('create a statement now, as the worker does every few minutes, and publish all pending ones')
    .action(
      perform(async (task) => {
        refuseInRehearsal(task.environment);
        const operator = task.operator();
        const keys = task.keys();
        await withAnchors(task, ({ target }) =>
          task.database('owner', async (db) => {
            const context = { db, keys, clock: task.clock };
            const outside = await askOutside(keys, target, 0);
            const { number, published } = await anchorTrails(context, target, outside, 0);
            if (number !== undefined) await db.transaction((tx) => recordStatement(tx, task, operator, number));
            const made =
              number === undefined
                ? 'Another process has just created a statement.'
                : `Statement ${number} was created.`;
            const where =
              target === undefined
                ? 'AUDIT_ANCHORS is not set, so it stays in the database.'
                : `${published} published.`;
            const answer = { statement: number ?? null, published: target === undefined ? null : published };
            task.answer(answer, `${made}\n${where}`);
          }),
        );
      }),
    );
  explained(anchor, { reads: `${READS}, and REHEARSAL`, examples: [''] });
}

const recordStatement = (tx: Tx, task: Task, operator: Operator, statement: number) =>
  recordAction(tx, task, operator, {
    action: 'StatementMade',
    subject: { kind: 'AuditTrails', id: 'all' },
    details: { statement },
  });

function addKey(audit: Command, perform: Perform): void {
  const key = audit
    .command('key')
    .description('print the public key with which others can check the signature of a statement')
    .action(
      perform(async (task) => {
        const pem = String(task.keys().publicKey('audit anchor').export({ type: 'spki', format: 'pem' }));
        task.answer({ publicKey: pem }, pem.trimEnd());
      }),
    );
  explained(key, { reads: 'KEY_RING', examples: ['> statements.pem'] });
}

function addLog(audit: Command, perform: Perform): void {
  const log = withPages(audit.command('log'))
    .description('list what operators did, in the console or with onboardingctl, newest first')
    .action(
      perform(async (task, pages: PageOptions) => {
        const page = await task.transaction('operations', (tx) =>
          readPages(pages, (query) => listAllActions(tx, { limit: ACTIONS_PER_PAGE, ...query })),
        );
        const subjectOf = ({ subject: { kind, id } }: (typeof page.items)[number]) => `${kind} ${id}`;
        task.answer(page, page.items.length === 0 ? 'No actions are recorded yet.' : toActionTable(page, subjectOf));
      }),
    );
  explained(log, {
    notes:
      'Changes to our own staff made in the console are shown on their pages. "customers erased" lists erasures, and "webhooks inspect" shows the changes of a webhook.',
    reads: 'OPERATIONS_DATABASE_URL (role onboarding_operations)',
    examples: ['', '--all --json'],
  });
}
