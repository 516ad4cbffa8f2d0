import { addNoun } from '@onboarding/command';
import type { Answer, BusinessProfileCreate, BusinessProfilePatch } from '@onboarding/sdk';
import type { Command } from 'commander';
import { explained } from '../explained.ts';
import { wrongUsage } from '../failure.ts';
import { readJson } from '../input.ts';
import { BUSINESS, customerIdOf } from '../named-business.ts';
import { paintStatus, toFacts } from '../output/layout.ts';
import { sampleBusiness } from '../sandbox/sample-business.ts';
import type { Perform, Task } from '../task.ts';
import { addReads } from './business-reads.ts';

const FILE = ['[file]', 'the body as JSON; "-" for standard input'] as const;

export function addBusinesses(program: Command, perform: Perform): void {
  const noun = addNoun(program, 'businesses', 'create, read and follow businesses');
  explained(
    noun
      .command('create')
      .description('create a business with its people')
      .argument(...FILE)
      .option('--example', 'use a sample business instead of a file')
      .option('--dry-run', 'print the body without sending it')
      .option('--idempotency-key <key>', 'repeating a key returns the same business (default: a new key)')
      .action(perform(create)),
    {
      examples: ['business.json', '--example', '--example --dry-run > business.json', '- < business.json'],
    },
  );
  addReads(noun, perform);
  explained(
    noun
      .command('patch')
      .description('change some fields of a business (JSON merge patch)')
      .argument(...BUSINESS)
      .argument(...FILE)
      .option('--set <field=value>', 'a field and its value, as JSON or text; repeat for more', collect)
      .option('--if-version <number>', 'only if the business still has this version')
      .option('--idempotency-key <key>', 'repeating a key applies the change only once (default: a new key)')
      .action(perform(patch)),
    {
      examples: ['$CUSTOMER changes.json', 'acme-000042 --set tradingName="Lagos Trading"'],
    },
  );
  explained(
    noun
      .command('validate')
      .description('check a body as create would, without saving it')
      .argument('<file>', FILE[1])
      .action(perform(validate)),
    { notes: 'Lists all problems. The exit code is 1 if there are any.', examples: ['business.json'] },
  );
}

const collect = (value: string, before: string[] = []) => [...before, value];

interface CreateOptions {
  example?: boolean;
  dryRun?: boolean;
  idempotencyKey?: string;
}

async function create(task: Task, file: string | undefined, options: CreateOptions): Promise<void> {
  if ((file === undefined) !== (options.example === true))
    throw wrongUsage('Name the file with the body ("-" for standard input), or use --example.');
  const body = file === undefined ? sampleBusiness() : await readJson<BusinessProfileCreate>(task.shell, file);
  if (options.dryRun === true) {
    task.answer(body, JSON.stringify(body, null, 2));
    return;
  }
  const client = await task.client();
  let isReplayed = false;
  const onAnswer = (answer: Answer) => {
    isReplayed = answer.isReplayed && options.idempotencyKey !== undefined;
  };
  const created = await client.createBusinessProfile(body, { signal: task.signal, onAnswer, ...keyOf(options) });
  task.answer(
    created,
    [
      task.page.paint('green', isReplayed ? 'Already created, with the same key.' : 'Created.'),
      toFacts(task.page, [
        ['Customer', created.customerId],
        ['Reference', created.partnerCustomerId],
        ['Status', paintStatus(task.page.paint, created.verificationStatus)],
        ['Version', String(created.version)],
        ...created.ubos.map((one): [string, string] => ['Person', `${one.uboId}  ${one.firstName} ${one.lastName}`]),
      ]),
    ].join('\n'),
  );
}

const keyOf = ({ idempotencyKey }: { idempotencyKey?: string }) =>
  idempotencyKey === undefined ? {} : { idempotencyKey };

interface PatchOptions {
  set?: string[];
  ifVersion?: string;
  idempotencyKey?: string;
}

async function patch(task: Task, business: string, file: string | undefined, options: PatchOptions): Promise<void> {
  const { set = [] } = options;
  const fields = Object.fromEntries(set.map(toField));
  if (file === undefined && set.length === 0)
    throw wrongUsage('Name the file with the changes ("-" for standard input), or use --set.');
  const body = { ...(file === undefined ? {} : await readJson<BusinessProfilePatch>(task.shell, file)), ...fields };
  const client = await task.client();
  const { signal } = task;
  const customerId = await customerIdOf(task, business);
  // The answer has only the new version.
  const before = task.json ? undefined : (await client.readVerificationStatus(customerId, { signal })).version;
  let isReplayed = false;
  const changed = await client.patchBusinessProfile(customerId, body, {
    signal,
    onAnswer: (answer) => {
      isReplayed = answer.isReplayed && options.idempotencyKey !== undefined;
    },
    ...keyOf(options),
    ...(options.ifVersion !== undefined && { ifMatch: Number(options.ifVersion) }),
  });
  const { paint } = task.page;
  const outcome = changed.version === before ? 'Nothing changed.' : paint('green', 'Changed.');
  task.answer(
    changed,
    [
      isReplayed ? paint('green', 'Already sent, with the same key.') : outcome,
      toFacts(task.page, [
        ['Customer', customerId],
        ['Version', String(changed.version)],
        ['Status', paintStatus(paint, changed.verificationStatus)],
      ]),
    ].join('\n'),
  );
}

function toField(given: string): [name: string, value: unknown] {
  const [, name, text = ''] = /^([\w]+)=(.*)$/s.exec(given) ?? [];
  if (name === undefined)
    throw wrongUsage(`--set takes a field and its value, such as tradingName=Lagos, not "${given}".`);
  try {
    return [name, JSON.parse(text)];
  } catch {
    return [name, text];
  }
}

async function validate(task: Task, file: string): Promise<void> {
  const body = await readJson<BusinessProfileCreate>(task.shell, file);
  const client = await task.client();
  const answer = await client.validateBusinessProfile(body, { signal: task.signal });
  task.answer(answer, task.page.paint('green', 'Valid: it would be created.'));
}
