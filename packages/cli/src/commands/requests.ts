import { addNoun } from '@onboarding/command';
import type { ApiRequest, ListApiRequestsQuery } from '@onboarding/sdk';
import type { Command } from 'commander';
import { explained } from '../explained.ts';
import { CliFailure, wrongUsage } from '../failure.ts';
import { toMoment } from '../output/durations.ts';
import { type Page, toFacts, toTable, toTime } from '../output/layout.ts';
import type { Perform, Task } from '../task.ts';

const COVERED =
  'The log has every write, and every request that was refused, of the last 7 days. Reads that succeeded and requests without a valid token are not in it; of requests above the rate limit, one per second is.';

export function addRequests(program: Command, perform: Perform): void {
  const noun = addNoun(program, 'requests', 'look up requests in the log of the API');
  explained(
    noun
      .command('list')
      .description('list the latest requests')
      .option('--failed', 'only requests that failed')
      .option('--since <when>', 'only from this time on: 2026-11-15T10:00:00Z, or 30m, 12h, 7d ago')
      .option('--limit <count>', 'maximum number of results', '20')
      .action(perform(list)),
    { notes: COVERED, examples: ['', '--failed --since 1h', '--json'] },
  );
  explained(
    noun
      .command('get')
      .description('show a request and what was wrong with it')
      .argument('<requestId>', 'the X-Request-Id of its response')
      .action(perform(get)),
    { notes: COVERED, examples: ['0193a2b4-8f1e-7b42-8d1c-2f3a4b5c6d7e'] },
  );
}

interface ListOptions {
  failed?: boolean;
  since?: string;
  limit: string;
}

const PAGE = 100;

async function list(task: Task, { failed, since, limit }: ListOptions): Promise<void> {
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1) throw wrongUsage('--limit must be a whole number of at least 1.');
  const client = await task.client();
  const query: ListApiRequestsQuery = {
    limit: Math.min(most, PAGE),
    ...(failed === true && { outcome: 'Failed' }),
    ...(since !== undefined && { occurredFrom: toMoment('--since', since, new Date()).toISOString() }),
  };
  const requests: ApiRequest[] = [];
  for await (const request of client.iterateApiRequests(query, { signal: task.signal })) {
    requests.push(request);
    if (requests.length === most) break;
  }
  task.answer(requests, requests.length === 0 ? 'No request matches.' : toRequestTable(task.page, requests));
}

async function get(task: Task, requestId: string): Promise<void> {
  const client = await task.client();
  const { items } = await client.listApiRequests({ requestId }, { signal: task.signal });
  if (items.length === 0) throw new CliFailure(`The log has no request ${requestId}. ${COVERED}`);
  task.answer(items, items.map((request) => toRequest(task.page, request)).join('\n\n'));
}

/** Short, so that the id fits on a terminal of 80 columns. */
const toMinute = (occurredAt: string) => occurredAt.slice(5, 16).replace('T', ' ');

function toRequestTable(page: Page, requests: readonly ApiRequest[]): string {
  return toTable(
    page,
    ['TIME (UTC)', 'STATUS', 'REQUEST ID', 'CODE AND PATH'],
    requests.map((one) => [
      toMinute(one.occurredAt),
      paintOutcome(page, one),
      one.requestId,
      `${one.code ?? '-'} ${one.method} ${one.path}`,
    ]),
  );
}

function toRequest(page: Page, request: ApiRequest): string {
  return toFacts(page, [
    ['Request id', request.requestId],
    ['Request', `${request.method} ${request.path}`],
    ['Customer', request.customerId ?? '-'],
    ['Answered', `${toTime(request.occurredAt)}, after ${request.durationMs} ms`],
    ['Status', paintOutcome(page, request)],
    ['Code', request.code ?? '-'],
    ...(request.cause === null ? [] : [['Cause', request.cause] as const]),
    ...(request.remedy === null ? [] : [['What to do', request.remedy] as const]),
    ...request.problems.map(({ pointer, code }): [string, string] => [
      'Problem',
      `${pointer === '' ? 'the whole body' : pointer}: ${code}`,
    ]),
  ]);
}

const paintOutcome = ({ paint }: Page, { status, code }: ApiRequest) =>
  paint(code === null ? 'green' : 'red', String(status));
