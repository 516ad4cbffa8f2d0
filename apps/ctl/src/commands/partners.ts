// Partners: their standing and their limits.
import { addNoun } from '@onboarding/command';
import {
  ACTIONS_PER_PAGE,
  type LimitsChange,
  limitsChangeSchema,
  type OperatedPartnerDetail,
  type OperatedPartnerPage,
  operatedPartnerQuerySchema,
  PARTNER_ONBOARDING_STATUSES,
  PARTNER_STATUSES,
  partnerCreationSchema,
  REQUESTS_PER_SECOND,
  reasonSchema,
} from '@onboarding/contract';
import { listLastExpiries } from '@onboarding/domain/credentials';
import {
  changeLimits,
  changeStanding,
  listPartnerActions,
  readOperatedPartner,
  registerPartner,
  type StandingChangeName,
} from '@onboarding/domain/operations';
import { listPartners } from '@onboarding/domain/partners';
import type { Tx } from '@onboarding/platform/postgres';
import { type Command, Option } from 'commander';
import { explained } from '../explained.ts';
import { WrongUsage } from '../failure.ts';
import { joined, type Laid, toFacts, toTable, toTime } from '../output.ts';
import { type PageOptions, readPages, toActionTable, toMore, withPages } from '../pages.ts';
import { getPartner, PARTNER } from '../partner.ts';
import { accept, type Perform, type Task } from '../task.ts';

const READS = 'OPERATIONS_DATABASE_URL (role onboarding_operations)';

export function addPartners(program: Command, perform: Perform): void {
  const partners = addNoun(program, 'partners', 'partners: standing and limits');
  addCreate(partners, perform);
  addList(partners, perform);
  addShow(partners, perform);
  for (const change of STANDING_CHANGES) addStanding(partners, perform, change);
  addLimits(partners, perform);
  addLog(partners, perform);
}

type Detail = Omit<OperatedPartnerDetail, 'defaultLimits'>;

/** Without defaults: those are settings of the API. */
async function read(tx: Tx, task: Task, partnerId: string): Promise<Detail> {
  const nobodys = { readsPerSecond: 0, writesPerSecond: 0, uploadLinksPerSecond: 0 };
  const { defaultLimits: _unknown, ...detail } = await readOperatedPartner(tx, task, partnerId, nobodys);
  return detail;
}

function described({ limits, certificates, ...partner }: Detail): Laid {
  const active = certificates.filter(({ status }) => status === 'Active');
  const soonest = active.map(({ notAfter }) => notAfter).sort()[0];
  const limit = (own: number | null) => (own === null ? 'default' : `${own} per second`);
  return toFacts([
    ['Partner', partner.partnerId],
    ['Name', partner.name],
    ['Client id', partner.clientId],
    ['Status', partner.status],
    ['Onboarding', partner.onboardingStatus],
    ['Created', toTime(partner.createdAt)],
    ['Certificates', active.length === 0 ? 'none active' : `${active.length} active, until ${toTime(soonest)}`],
    ['Reads', limit(limits.readsPerSecond)],
    ['Writes', limit(limits.writesPerSecond)],
    ['Upload links', limit(limits.uploadLinksPerSecond)],
  ]);
}

function addCreate(partners: Command, perform: Perform): void {
  const create = partners
    .command('create')
    .description('create a partner with its client id; it is Pending until it is approved')
    .argument('<name>', 'the name of the business')
    .action(
      perform(async (task, given: string) => {
        const body = accept(partnerCreationSchema, { name: given });
        const made = await task.transaction('operations', async (tx) => {
          const { partnerId } = await registerPartner(tx, task, task.operator(), body);
          return read(tx, task, partnerId);
        });
        task.answer(
          made,
          joined('\n', described(made), `Next: onboardingctl partners approve ${made.partnerId} --reason ...`),
        );
      }),
    );
  explained(create, { reads: READS, examples: [`'Acme Marketplace'`] });
}

interface ListOptions extends PageOptions {
  begins?: string;
  status?: string;
  onboarding?: string;
}

function addList(partners: Command, perform: Perform): void {
  const list = withPages(partners.command('list').description('list partners by name'))
    .option('--begins <text>', 'only names that start with this text')
    .addOption(new Option('--status <status>', 'only those with this status').choices(PARTNER_STATUSES))
    .addOption(
      new Option('--onboarding <status>', 'only those with this onboarding status').choices(
        PARTNER_ONBOARDING_STATUSES,
      ),
    )
    .action(
      perform(async (task, { begins, status, onboarding, ...pages }: ListOptions) => {
        const filter = { q: begins, status, onboardingStatus: onboarding };
        const keys = task.keys();
        const page = await task.transaction('operations', (tx) =>
          readPages(pages, async (query) =>
            withExpiries(
              tx,
              await listPartners(tx, { keys }, accept(operatedPartnerQuerySchema, { ...filter, ...query })),
            ),
          ),
        );
        const rows = page.items.map((one) => [
          one.partnerId,
          one.status,
          one.onboardingStatus,
          toTime(one.createdAt),
          one.certificatesExpireAt?.slice(0, 10) ?? 'none',
          one.clientId,
          one.name,
        ]);
        const heads = ['PARTNER', 'STATUS', 'ONBOARDING', 'CREATED', 'CERTIFICATES UNTIL', 'CLIENT ID', 'NAME'];
        const table = toTable(heads, rows);
        task.answer(page, rows.length === 0 ? 'There is no such partner.' : joined('', table, toMore(page.nextCursor)));
      }),
    );
  explained(list, {
    notes:
      'CERTIFICATES UNTIL is the day on which the last certificate expires: from then on, the systems of the partner get no tokens.',
    reads: `${READS} and KEY_RING`,
    examples: ['', '--onboarding Pending', '--begins acme --json'],
  });
}

/** For operators who look for partners that will lose access. */
async function withExpiries(tx: Tx, { items, nextCursor }: OperatedPartnerPage) {
  const expiries = await listLastExpiries(
    tx,
    items.map(({ partnerId }) => partnerId),
  );
  const dated = items.map((one) => ({
    ...one,
    certificatesExpireAt: expiries.get(one.partnerId)?.toISOString() ?? null,
  }));
  return { items: dated, nextCursor };
}

function addShow(partners: Command, perform: Perform): void {
  const show = partners
    .command('show')
    .description('show one partner: standing, limits and certificates')
    .argument('<partner>', PARTNER)
    .action(
      perform(async (task, called: string) => {
        const detail = await task.transaction('operations', async (tx) =>
          read(tx, task, (await getPartner(tx, called)).partnerId),
        );
        task.answer(detail, described(detail));
      }),
    );
  explained(show, { reads: READS, examples: [`'Acme Marketplace'`] });
}

function addLog(partners: Command, perform: Perform): void {
  const log = withPages(partners.command('log'))
    .description('list what operators did to a partner, in the console or with onboardingctl, newest first')
    .argument('<partner>', PARTNER)
    .action(
      perform(async (task, called: string, pages: PageOptions) => {
        const page = await task.transaction('operations', async (tx) => {
          const { partnerId } = await getPartner(tx, called);
          return readPages(pages, (query) => listPartnerActions(tx, partnerId, { limit: ACTIONS_PER_PAGE, ...query }));
        });
        task.answer(page, page.items.length === 0 ? 'No actions are recorded for this partner.' : toActionTable(page));
      }),
    );
  explained(log, { reads: READS, examples: [`'Acme Marketplace'`] });
}

type NamedChange = readonly [change: StandingChangeName, description: string, reason: string];

const STANDING_CHANGES: readonly NamedChange[] = [
  ['approve', 'approve a partner: its requests are accepted from now on', 'contract 4711'],
  ['reject', 'reject a partner that was never approved', 'due diligence failed'],
  ['activate', 'reactivate a partner: its requests are accepted again', 'invoice paid'],
  [
    'deactivate',
    'refuse all requests by its systems and users, immediately; its businesses are kept',
    'contract ended',
  ],
];

function addStanding(partners: Command, perform: Perform, [change, description, why]: NamedChange): void {
  const command = partners
    .command(change)
    .description(description)
    .argument('<partner>', PARTNER)
    .requiredOption('--reason <text>', 'reason, recorded in the log')
    .action(
      perform(async (task, called: string, options: { reason: string }) => {
        const { reason } = accept(reasonSchema, options);
        const detail = await task.transaction('operations', async (tx) => {
          const { partnerId } = await getPartner(tx, called);
          await changeStanding(tx, task, task.operator(), { partnerId, change, reason });
          return read(tx, task, partnerId);
        });
        task.answer(detail, `${detail.name} is ${detail.status} and ${detail.onboardingStatus}.`);
      }),
    );
  explained(command, { reads: READS, examples: [`'Acme Marketplace' --reason '${why}'`] });
}

interface LimitOptions {
  reads?: string;
  writes?: string;
  uploadLinks?: string;
  reason?: string;
}

const DEFAULTS = [REQUESTS_PER_SECOND.reads, REQUESTS_PER_SECOND.writes, REQUESTS_PER_SECOND['upload-links']];

function addLimits(partners: Command, perform: Perform): void {
  const limits = partners
    .command('limits')
    .description('show or change how many requests per second are accepted')
    .argument('<partner>', PARTNER)
    .option('--reads <number>', 'requests per second, or "default"')
    .option('--writes <number>', 'requests per second, or "default"')
    .option('--upload-links <number>', 'requests per second, or "default"')
    .option('--reason <text>', 'reason, recorded in the log; required for a change')
    .action(
      perform(async (task, called: string, { reason, ...given }: LimitOptions) => {
        const changes = Object.keys(given).length > 0;
        if (changes && reason === undefined) throw new WrongUsage('Give a reason with --reason.');
        const detail = await task.transaction('operations', async (tx) => {
          const { partnerId } = await getPartner(tx, called);
          const before = await read(tx, task, partnerId);
          if (!changes) return before;
          await changeLimits(tx, task, task.operator(), partnerId, wantedLimits(before, given, reason));
          return read(tx, task, partnerId);
        });
        task.answer(detail.limits, described(detail));
      }),
    );
  explained(limits, {
    notes: `The defaults are settings of the API: ${DEFAULTS.join(', ')} per second if not set. API processes apply a change within 30 seconds. Limits that you do not name stay as they are.`,
    reads: READS,
    examples: [`'Acme Marketplace'`, `'Acme Marketplace' --writes 200 --reads default --reason 'migration in June'`],
  });
}

function wantedLimits({ limits }: Detail, given: LimitOptions, reason: string | undefined): LimitsChange {
  const wanted = (text: string | undefined, before: number | null) =>
    text === undefined ? before : text === 'default' ? null : Number(text);
  return accept(limitsChangeSchema, {
    readsPerSecond: wanted(given.reads, limits.readsPerSecond),
    writesPerSecond: wanted(given.writes, limits.writesPerSecond),
    uploadLinksPerSecond: wanted(given.uploadLinks, limits.uploadLinksPerSecond),
    reason,
  });
}
