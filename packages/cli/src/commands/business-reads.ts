// The read-only verbs of `businesses`.
import type {
  BusinessProfile,
  BusinessProfileSummary,
  ListBusinessProfilesQuery,
  VerificationStatus,
} from '@onboarding/sdk';
import type { Command } from 'commander';
import { explained } from '../explained.ts';
import { EXIT, wrongUsage } from '../failure.ts';
import { DECIDED, waitForStatus } from '../listen/decisions.ts';
import { BUSINESS, customerIdOf, isCustomerId } from '../named-business.ts';
import { toDuration } from '../output/durations.ts';
import { type Page, paintStatus, toFacts, toTable, toTime } from '../output/layout.ts';
import type { Perform, Task } from '../task.ts';

export function addReads(noun: Command, perform: Perform): void {
  explained(
    noun
      .command('get')
      .description('read a business')
      .argument(...BUSINESS)
      .action(perform(get)),
    { examples: ['$CUSTOMER', 'acme-000042 --json'] },
  );
  explained(
    noun
      .command('list')
      .description('list businesses, newest first, or search them')
      .option('--search <words>', 'only with words that begin so in the names, the reference or the number')
      .option('--status <status>', 'only with this verification status')
      .option('--country <code>', 'only incorporated in this country (ISO 3166-1 alpha-3)')
      .option('--number <number>', 'only with this registration number')
      .option('--metadata <key:value...>', 'only with these pairs of metadata, on the business or one of its people')
      .option('--limit <count>', 'maximum number of results', '20')
      .action(perform(list)),
    {
      examples: [
        '',
        '--search "lagos fab"',
        '--status ChangesRequested --limit 100',
        '--metadata crmId:4711',
        '--json',
      ],
    },
  );
  explained(
    noun
      .command('status')
      .description('show the status of the review, and what you need to do next')
      .argument(...BUSINESS)
      .action(perform(showStatus)),
    { examples: ['$CUSTOMER', 'acme-000042'] },
  );
  explained(
    noun
      .command('watch')
      .description('wait for the decision on a business')
      .argument(...BUSINESS)
      .option('--timeout <time>', 'give up after this time, such as 90s or 10m', '10m')
      .action(perform(watch)),
    {
      notes: `The exit code is ${EXIT.done} once the business is Approved, Rejected or ChangesRequested, and ${EXIT.timedOut} if that does not happen in time.`,
      examples: ['$CUSTOMER --timeout 1h'],
    },
  );
}

async function get(task: Task, business: string): Promise<void> {
  const client = await task.client();
  const { signal } = task;
  const found = isCustomerId(business)
    ? await client.readBusinessProfile(business, { signal })
    : await client.readBusinessProfileByReference(business, { signal });
  task.answer(found, toBusiness(task.page, found));
}

async function showStatus(task: Task, business: string): Promise<void> {
  const client = await task.client();
  const status = await client.readVerificationStatus(await customerIdOf(task, business), { signal: task.signal });
  task.answer(status, toStatus(task.page, status));
}

type Status = NonNullable<ListBusinessProfilesQuery['verificationStatus']>[number];

interface ListOptions {
  status?: Status;
  search?: string;
  country?: string;
  number?: string;
  metadata?: string[];
  limit: string;
}

const PAGE = 100;

async function list(task: Task, { status, search, country, number, metadata, limit }: ListOptions): Promise<void> {
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1) throw wrongUsage('--limit must be a whole number of at least 1.');
  const client = await task.client();
  const query: ListBusinessProfilesQuery = {
    limit: Math.min(most, PAGE),
    ...(search !== undefined && { q: search }),
    ...(status !== undefined && { verificationStatus: [status] }),
    ...(country !== undefined && { incorporationCountryIso3Code: country.toUpperCase() }),
    ...(number !== undefined && { registrationNumber: number }),
    ...(metadata !== undefined && { metadata }),
  };
  const businesses: BusinessProfileSummary[] = [];
  for await (const business of client.iterateBusinessProfiles(query, { signal: task.signal })) {
    businesses.push(business);
    if (businesses.length === most) break;
  }
  const none = 'No business matches. "onboarding businesses create --example" creates one.';
  task.answer(businesses, businesses.length === 0 ? none : toBusinessTable(task.page, businesses));
}

async function watch(task: Task, business: string, { timeout }: { timeout: string }): Promise<void> {
  const timeoutMs = toDuration('--timeout', timeout);
  const client = await task.client();
  const onStatus = ({ statusChangedAt, verificationStatus }: VerificationStatus) => {
    if (!task.json) task.shell.out(`${toTime(statusChangedAt)}  ${paintStatus(task.page.paint, verificationStatus)}\n`);
  };
  const { signal } = task;
  const customerId = await customerIdOf(task, business);
  const decided = await waitForStatus(client, customerId, { statuses: DECIDED, timeoutMs, signal, onStatus });
  task.answer(decided, `\n${toStatus(task.page, decided)}`);
}

// Formats businesses for a terminal.

function toBusinessTable(page: Page, businesses: readonly BusinessProfileSummary[]): string {
  return toTable(
    page,
    ['CUSTOMER', 'STATUS', 'REFERENCE', 'COMPANY'],
    businesses.map((one) => [
      one.customerId,
      paintStatus(page.paint, one.verificationStatus),
      one.partnerCustomerId,
      one.companyName,
    ]),
  );
}

function toBusiness(page: Page, business: BusinessProfile): string {
  const people = business.businessPersonList.map((person) => [
    person.uboId,
    paintStatus(page.paint, person.verificationStatus),
    `${person.firstName} ${person.lastName}, ${person.ownershipType.join(' and ')}`,
  ]);
  return [
    toFacts(page, [
      ['Customer', business.customerId],
      ['Reference', business.partnerCustomerId],
      ['Company', business.companyName],
      ['Kind', `${business.businessTypeCode}, ${business.incorporationCountryIso3Code}, ${business.industry}`],
      ['Number', business.registrationNumber],
      ...Object.entries(business.metadata).map(([key, value]): [string, string] => ['Metadata', `${key}: ${value}`]),
      ['Status', paintStatus(page.paint, business.verificationStatus)],
      ['Version', String(business.version)],
      ['Created', toTime(business.createdAt)],
      ['Updated', toTime(business.updatedAt)],
    ]),
    ...(people.length === 0 ? [] : [toTable(page, ['PERSON', 'STATUS', 'NAME AND ROLE'], people)]),
    ...toDocuments(page, business.documents),
  ].join('\n\n');
}

/** A table, unless there are none. Refusals come before the categories, which a narrow terminal cuts off. */
function toDocuments(page: Page, documents: VerificationStatus['documents']): string[] {
  if (documents.length === 0) return [];
  const isRefused = documents.some(({ refusal }) => refusal !== null);
  const rows = documents.map(({ documentId, status, documentCategory, refusal, uboId }) => [
    documentId,
    paintStatus(page.paint, status),
    ...(isRefused ? [refusal ?? '-'] : []),
    `${documentCategory}${uboId === null ? '' : ` of person ${uboId}`}`,
  ]);
  return [toTable(page, ['DOCUMENT', 'STATUS', ...(isRefused ? ['REFUSAL'] : []), 'CATEGORY'], rows)];
}

function toStatus(page: Page, status: VerificationStatus): string {
  const people = status.people.map((one) => [one.uboId, paintStatus(page.paint, one.verificationStatus)]);
  return [
    toFacts(page, [
      ['Customer', status.customerId],
      ['Reference', status.partnerCustomerId],
      ['Status', paintStatus(page.paint, status.verificationStatus)],
      ['Since', toTime(status.statusChangedAt)],
      ['Attempt', String(status.attempt)],
      ['Next', status.nextAction],
      ...status.reasons.map((reason): [string, string] => ['Reason', toReason(reason)]),
    ]),
    ...(people.length === 0 ? [] : [toTable(page, ['PERSON', 'STATUS'], people)]),
    ...toDocuments(page, status.documents),
  ].join('\n\n');
}

function toReason({ code, message, uboId, remediation }: VerificationStatus['reasons'][number]): string {
  const about = [
    ...(uboId === undefined ? [] : [`person ${uboId}`]),
    ...listed('fields', remediation.fields),
    ...listed('documents', remediation.documentCategories),
  ];
  return `${code}: ${message}${about.length === 0 ? '' : ` (${about.join('; ')})`}`;
}

const listed = (name: string, words: readonly string[] = []) =>
  words.length === 0 ? [] : [`${name}: ${words.join(', ')}`];
