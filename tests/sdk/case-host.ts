// Runs a case of the list with the SDK of a driver, and reports every difference.
import { untilTransactionsEnd } from '../harness/checks/transactions-ended.ts';
import type { PartnerStack } from '../harness/scenes/partner-stack.ts';
import type { Fault, Passed } from '../harness/servers/fault-proxy.ts';
import { differences } from './compare.ts';
import type { Command, Driver } from './driver.ts';
import { fillIn, type Making, type Values } from './values.ts';

type Place = keyof PartnerStack['proxies'];
type Faults = Partial<Record<Place, readonly Fault[]>>;

interface Seen {
  at: Place;
  method?: string;
  path?: string;
  count?: unknown;
  keys?: unknown;
  tokens?: unknown;
  bodies?: unknown;
  statuses?: unknown;
}

type Step = Record<string, unknown> & { faults?: Faults; as?: string; expect?: unknown };

export interface Case {
  name: string;
  only?: readonly string[];
  client?: Values;
  let?: Values;
  faults?: Faults;
  steps: readonly Step[];
  seen?: readonly Seen[];
  customers?: { reference: string; count: number };
}

/** Steps in short form, with the field that their value stands for. */
const MAIN_FIELDS: Record<string, string> = {
  open: 'client',
  clock: 'client',
  call: 'method',
  many: 'method',
  iterate: 'method',
  next: 'iterator',
  verifyWebhook: '',
  signDelivery: 'delivery',
};

/** Every difference from what the case expects; empty if there is none. */
export async function runCase(one: Case, driver: Driver, stack: PartnerStack, known: Making): Promise<string[]> {
  // A feed may still contain events of an earlier case.
  if (one.steps.some(({ iterate }) => iterate === 'iterateChanges')) await untilTransactionsEnd(stack.database.owner);
  const making: Making = { ...known, values: { ...known.values, now: new Date().toISOString() } };
  for (const [name, value] of Object.entries(one.let ?? {})) making.values[name] = await fillIn(value, making);
  await driver.send({ command: 'reset' });
  for (const proxy of Object.values(stack.proxies)) proxy.forget();
  arm(stack, one.faults ?? {});
  try {
    const problems: string[] = [];
    if (!one.steps.some(({ open }) => open === 'client'))
      problems.push(...(await perform({ open: 'client', options: one.client ?? {} }, driver, stack, making)));
    for (const [at, step] of one.steps.entries()) {
      const found = await perform(step, driver, stack, making);
      problems.push(...found.map((problem) => `step ${at + 1} ${problem}`));
      // Later steps would only fail for the same reason.
      if (found.length > 0) return problems;
    }
    problems.push(...(one.seen ?? []).flatMap((seen) => look(stack, seen)), ...(await count(one, stack, making)));
    return problems;
  } finally {
    arm(stack, {});
  }
}

function arm({ proxies }: PartnerStack, faults: Faults): void {
  for (const [place, proxy] of Object.entries(proxies)) proxy.spoil(faults[place as Place] ?? []);
}

async function perform(step: Step, driver: Driver, stack: PartnerStack, making: Making): Promise<string[]> {
  if (step.faults !== undefined) {
    arm(stack, step.faults);
    return [];
  }
  const reply = await driver.send(await toCommand(step, making));
  if (step.as !== undefined) making.values[step.as] = reply.value;
  const expected = (await fillIn(step.expect ?? { error: null }, making)) as Values;
  // A step that expects a value must not pass because of an error without one.
  return differences(reply, 'error' in expected ? expected : { error: null, ...expected });
}

async function toCommand({ as: _, expect: __, faults: ___, ...step }: Step, making: Making): Promise<Command> {
  const [word = '', main = ''] = Object.entries(MAIN_FIELDS).find(([name]) => name in step) ?? [];
  if (word === '') throw new Error(`what is to be done? ${JSON.stringify(step)}`);
  const { [word]: value, ...rest } = (await fillIn(step, making)) as Values;
  const fields = main === '' ? (value as Values) : { [main]: value };
  const command = { client: 'client', ...rest, ...fields, command: word };
  if (word !== 'open') return command;
  const options = Object.entries({ ...usualOptions(making), ...(rest.options as Values) });
  // An option that is null is omitted.
  return { ...command, options: Object.fromEntries(options.filter(([, given]) => given !== null)) };
}

function usualOptions({ values }: Making): Values {
  const { clientId, privateKey } = values.partner as Values;
  const { baseUrl, issuer } = values.stack as Values;
  // Short retry delays, so that the list runs no longer than necessary.
  return { baseUrl, issuer, clientId, privateKey, backoffMs: 5, timeoutMs: 120_000 };
}

function look({ proxies }: PartnerStack, { at, method, path = '', ...wanted }: Seen): string[] {
  const passed = proxies[at]
    .passed()
    .filter((one) => (method === undefined || one.method === method) && new RegExp(path).test(one.path));
  const distinct = (of: (one: Passed) => string | undefined) =>
    new Set(passed.map(of).filter((value) => value !== undefined)).size;
  const found = {
    count: passed.length,
    keys: distinct(({ idempotencyKey }) => idempotencyKey),
    tokens: distinct(({ authorization }) => authorization),
    bodies: distinct(({ requestBody }) => requestBody.toString('latin1')),
    statuses: passed.map(({ status }) => status),
  };
  return differences(found, wanted, `seen at ${at} ${method ?? ''} ${path}`);
}

async function count({ customers }: Case, { database }: PartnerStack, making: Making): Promise<string[]> {
  if (customers === undefined) return [];
  const reference = await fillIn(customers.reference, making);
  const { rows } = await database.owner.query(
    'select count(*)::int as count from customers where partner_customer_id = $1',
    [reference],
  );
  return differences(rows[0].count, customers.count, 'customers with the reference');
}
