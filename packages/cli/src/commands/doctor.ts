import type { Command } from 'commander';
import { checkAccess, checkCertificate, checkKey, checkProfile, checkToken } from '../doctor/credential.ts';
import { checkApi, checkIdentity } from '../doctor/reach.ts';
import { checkReceiver } from '../doctor/receiver.ts';
import { skipped, type Verdict } from '../doctor/verdict.ts';
import { explained } from '../explained.ts';
import { chooseReceiver, type ReceiverOptions } from '../listen/receiver.ts';
import { type Colour, type Page, toCount, wrap } from '../output/layout.ts';
import { readPrivateKey } from '../profiles/settings.ts';
import { provideSecret } from '../profiles/webhook-secret.ts';
import type { Perform, Task } from '../task.ts';

export function addDoctor(program: Command, perform: Perform): void {
  explained(
    program
      .command('doctor')
      .description('diagnose your setup and suggest fixes')
      .option('--forward-to <url>', 'check this receiver too: with a genuine, a forged and an old delivery')
      .option('--allow-remote', 'allow a --forward-to that is not on this machine')
      .action(perform(examine)),
    {
      notes:
        'Checks the profile, the key, the certificate, the addresses, TLS, the clock, the token, and whether the API accepts it. It changes nothing. The exit code is 1 if there is a fault.',
      examples: ['', '--env sandbox --forward-to http://localhost:3000/hooks', '--json'],
    },
  );
}

async function examine(task: Task, options: ReceiverOptions): Promise<void> {
  const receiver = options.forwardTo === undefined ? undefined : chooseReceiver(options);
  const verdicts = await task.during(async (progress) => {
    progress.stage('Checking');
    const own = await checkCredential(task);
    return receiver === undefined ? own : [...own, ...(await checkHooks(task, receiver, own))];
  });
  const count = (state: Verdict['state']) => verdicts.filter((verdict) => verdict.state === state).length;
  const counts = { faults: count('fault'), warnings: count('warning'), good: count('good'), skipped: count('skipped') };
  const told = `${toCount(counts.faults, 'fault')}, ${toCount(counts.warnings, 'warning')}, ${toCount(counts.good, 'check')} passed.`;
  task.answer({ ...counts, verdicts }, `${toLines(task.page, verdicts)}\n\n${told}`);
  if (counts.faults > 0) task.fail();
}

async function checkCredential(task: Task): Promise<Verdict[]> {
  const found = await task.find();
  const { verdicts: first, settings } = await checkProfile(found);
  if (settings === undefined) return first;
  const { signal } = task;
  const key = await checkKey(found, () => readPrivateKey(found, task.shell.readInput));
  const [api, identity] = await Promise.all([checkApi(settings, signal), checkIdentity(settings, signal)]);
  const certificate = await checkCertificate(found, key.pem, api.now);
  const clock = api.clock ?? skipped('clock', 'cannot be compared with the API yet');
  const verdicts = [...first, ...key.verdicts, certificate, api.verdict, clock, identity];
  if (key.pem === undefined || isFault(identity))
    return [...verdicts, skipped('token', 'cannot be requested yet'), skipped('access', 'needs a token')];
  const { verdict, token } = await checkToken(settings, key.pem, signal);
  if (token === undefined || isFault(api.verdict))
    return [...verdicts, verdict, skipped('access', 'needs a token and the API')];
  return [...verdicts, verdict, await checkAccess(settings, token, signal)];
}

const isFault = ({ state }: Verdict) => state === 'fault';

async function checkHooks(task: Task, receiver: URL, before: readonly Verdict[]): Promise<Verdict[]> {
  if (before.some((one) => one.about === 'clock' && isFault(one)))
    return [skipped('receiver', 'set the clock first: signatures contain the time')];
  const { secret } = await provideSecret(await task.find());
  return checkReceiver(receiver, secret, task.signal);
}

const LOOKS: Record<Verdict['state'], { mark: string; colour: Colour }> = {
  good: { mark: 'good', colour: 'green' },
  warning: { mark: 'warning', colour: 'yellow' },
  fault: { mark: 'FAULT', colour: 'red' },
  skipped: { mark: 'skipped', colour: 'dim' },
};
const MARK_WIDTH = 9;
const ABOUT_WIDTH = 13;

/** In order of dependency: fix the first fault first. */
function toLines({ width, paint }: Page, verdicts: readonly Verdict[]): string {
  return verdicts
    .flatMap(({ state, about, found, cure }) => {
      const { mark, colour } = LOOKS[state];
      const room = width - MARK_WIDTH - ABOUT_WIDTH;
      const lines = [...wrap(found, room), ...(cure === '' ? [] : wrap(`-> ${cure}`, room))];
      const start = paint(colour, mark) + ' '.repeat(MARK_WIDTH - mark.length) + about.padEnd(ABOUT_WIDTH);
      return lines.map((line, index) => (index === 0 ? start : ' '.repeat(MARK_WIDTH + ABOUT_WIDTH)) + line);
    })
    .join('\n');
}
