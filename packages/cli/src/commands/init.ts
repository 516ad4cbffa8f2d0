// The first command a developer runs: creates a key, a certificate and a profile, and gets the first token.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { explained } from '../explained.ts';
import { CliFailure, EXIT, wrongUsage } from '../failure.ts';
import { toDuration } from '../output/durations.ts';
import { toFacts } from '../output/layout.ts';
import { changeProfile, type Profile, writePrivately } from '../profiles/profile-file.ts';
import { completeSettings, type FoundSettings, type Settings } from '../profiles/settings.ts';
import { isRefusal, requestToken } from '../profiles/tokens.ts';
import type { Perform, Task } from '../task.ts';

interface InitOptions {
  newKey?: boolean;
  wait?: string;
}

const LOOK_MS = 3_000;
/** Long enough to sign in and paste a certificate. */
const USUAL_WAIT = '15m';

export function addInit(program: Command, perform: Perform): void {
  explained(
    program
      .command('init')
      .description('create a key, a certificate and a profile, and check them with a token')
      .option('--new-key', 'create a new key, even if the profile has one')
      .option(
        '--wait <time>',
        'how long to wait for the certificate to be registered (default: 15m on a terminal, otherwise 0)',
      )
      .action(perform(init)),
    {
      notes:
        'Asks for missing values. The private key stays on this machine, and only you can read it; you register the certificate in the portal. With --stack, the profile gets the key of a demo partner, which is already registered.\nProfiles and keys are stored in $XDG_CONFIG_HOME/onboarding, or ~/.config/onboarding. The latest profile created with "init" is used if --env is not given.',
      examples: ['--env sandbox', '--env sandbox --api https://api.example.com --client-id acme-1', '--stack'],
    },
  );
}

async function init(task: Task, options: InitOptions): Promise<void> {
  const waitMs = toDuration('--wait', options.wait ?? (task.shell.ask === undefined ? '0s' : USUAL_WAIT));
  const found = await task.find();
  const asked = await askForMissing(task, found);
  const settings = completeSettings(asked);
  const files = await provideKey(task, asked, settings, options);
  const { api, issuer, clientId, tokenEndpoint } = settings;
  const { keyFile, certificateFile } = files;
  const profile: Profile = {
    api,
    issuer,
    clientId,
    keyFile,
    ...(certificateFile !== undefined && { certificateFile }),
  };
  if (asked.tokenEndpoint !== undefined) profile.tokenEndpoint = tokenEndpoint;
  await changeProfile(settings.file, settings.profile, profile, { makeCurrent: true });
  if (files.isNew) task.note(registrationAdvice(files.certificateFile ?? '', files.certificate ?? ''));
  await firstToken(task, settings, files, waitMs);
  task.answer(
    { profile: settings.profile, file: settings.file, ...profile },
    [
      task.page.paint('green', `It works: a token was issued. The profile "${settings.profile}" is ready.`),
      toFacts(task.page, [
        ['API', api],
        ['Issuer', issuer],
        ['Client', clientId],
        ['Key', files.keyFile],
        ['Profile', settings.file],
      ]),
      `Next: ${task.page.paint('bold', 'onboarding businesses create --example')}`,
    ].join('\n'),
  );
}

const QUESTIONS = [
  ['api', 'Address of the API: '],
  ['issuer', 'Issuer (API credentials in the portal): '],
  ['clientId', 'Client id (the same page): '],
] as const;

async function askForMissing({ shell }: Task, found: FoundSettings): Promise<FoundSettings> {
  const asked = { ...found };
  for (const [name, question] of QUESTIONS) {
    if (asked[name] !== undefined || shell.ask === undefined) continue;
    const answer = (await shell.ask(question)).trim();
    if (answer !== '') asked[name] = answer;
  }
  return asked;
}

interface KeyFiles {
  keyFile: string;
  privateKey: string;
  certificateFile?: string;
  certificate?: string;
  isNew: boolean;
}

async function provideKey(
  task: Task,
  found: FoundSettings,
  settings: Settings,
  { newKey = false }: InitOptions,
): Promise<KeyFiles> {
  if (found.keyFile === '-' || found.privateKey !== undefined)
    throw wrongUsage('A profile needs a key file: pass its path with --key, or omit --key to create a new key.');
  if (found.keyFile !== undefined && !newKey) {
    const { certificateFile } = found;
    return {
      keyFile: resolve(found.keyFile),
      privateKey: await task.privateKey(),
      ...(certificateFile !== undefined && { certificateFile: resolve(certificateFile) }),
      isNew: false,
    };
  }
  const [keyFile, certificateFile] = freeNames(dirname(settings.file), settings.profile);
  const { privateKey, certificate } = await task.during(async (progress) => {
    progress.stage('Creating a key');
    // Imported here, so that other commands do not wait for it to load.
    const { makeKeyPair } = await import('@onboarding/key-pair');
    return makeKeyPair(settings.clientId);
  });
  await writePrivately(keyFile, privateKey);
  await writePrivately(certificateFile, certificate);
  return { keyFile, privateKey, certificateFile, certificate, isNew: true };
}

/** A key that may still be registered is never overwritten. */
function freeNames(folder: string, profile: string): [keyFile: string, certificateFile: string] {
  for (let number = 1; ; number++) {
    const name = number === 1 ? profile : `${profile}-${number}`;
    const key = join(folder, `${name}.key.pem`);
    if (!existsSync(key)) return [key, join(folder, `${name}.certificate.pem`)];
  }
}

function registrationAdvice(file: string, certificate: string): string {
  return [
    'Register this certificate in the portal: API credentials, New certificate, Paste a certificate.',
    '',
    certificate.trim(),
    '',
    `It is also in ${file}`,
    '',
  ].join('\n');
}

async function firstToken(task: Task, settings: Settings, { privateKey, isNew }: KeyFiles, waitMs: number) {
  const deadline = Date.now() + waitMs;
  return task.during(async (progress) => {
    progress.stage(
      isNew && waitMs > 0 ? 'Waiting until it is registered (Ctrl-C to do it later)' : 'Requesting a first token',
    );
    for (;;) {
      try {
        return await requestToken(settings, privateKey, { signal: task.signal });
      } catch (thrown) {
        if (!isRefusal(thrown)) throw thrown;
        if (Date.now() + LOOK_MS >= deadline) throw new CliFailure(refusedAdvice(settings, isNew), EXIT.unreachable);
      }
      await delay(LOOK_MS, undefined, { signal: task.signal });
    }
  });
}

function refusedAdvice({ profile, clientId }: Settings, isNew: boolean): string {
  const saved = `The profile "${profile}" is saved.`;
  return isNew
    ? `${saved} No token can be issued yet: register the certificate, then run "onboarding doctor --env ${profile}".`
    : `${saved} No token was issued to ${clientId} with this key: run "onboarding doctor --env ${profile}" to find out why.`;
}
