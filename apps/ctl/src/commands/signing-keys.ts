// The three steps that replace the key that signs tokens.
import { MINUTE_MS, type OperatorAction } from '@onboarding/contract';
import { recordAction } from '@onboarding/domain/operations';
import {
  activateSigningKey,
  KeyStepRefused,
  PUBLISHED_FOR_MS,
  publishSigningKey,
  RETIRING_FOR_MS,
  retireSigningKeys,
} from '@onboarding/domain/signing-keys';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Tx } from '@onboarding/platform/postgres';
import type { Command } from 'commander';
import { withConfirmation } from '../confirm.ts';
import { explained } from '../explained.ts';
import { CommandRefused } from '../failure.ts';
import type { Perform } from '../task.ts';

interface Step {
  name: string;
  description: string;
  action: OperatorAction;
  take(tx: Tx, parts: { keys: KeyRing; now: Date; force: boolean }): Promise<string[]>;
  told(keyId: string): string;
  /** The warning to confirm, even without --force. */
  warning?: string;
}

const FORCED =
  'Without the wait, verifiers may not know the new key yet, and tokens signed with the old one may stop working immediately.';

const STEPS: readonly Step[] = [
  {
    name: 'publish',
    description: 'create a key and publish it to verifiers; it does not sign yet',
    action: 'SigningKeyPublished',
    take: async (tx, parts) => [await publishSigningKey(tx, parts)],
    told: (keyId) =>
      `${keyId} is published. In ${PUBLISHED_FOR_MS / MINUTE_MS} minutes: onboardingctl keys signing activate`,
  },
  {
    name: 'activate',
    description: `sign with the published key, at least ${PUBLISHED_FOR_MS / MINUTE_MS} minutes after it was published`,
    action: 'SigningKeyActivated',
    take: async (tx, parts) => [await activateSigningKey(tx, parts)],
    told: (keyId) => `${keyId} now signs tokens.`,
  },
  {
    name: 'retire',
    description: `delete the previous key, at least ${RETIRING_FOR_MS / MINUTE_MS} minutes after it was replaced`,
    action: 'SigningKeyRetired',
    take: retireSigningKeys,
    told: (keyId) => `${keyId} is deleted.`,
    warning: 'The previous signing key will be deleted and cannot be restored.',
  },
];

export function addSigning(keys: Command, perform: Perform): void {
  const signing = keys
    .command('signing')
    .description('replace the key that signs tokens, step by step')
    .helpCommand(false);
  for (const step of STEPS) addStep(signing, perform, step);
}

function addStep(signing: Command, perform: Perform, { name, description, action, take, told, warning }: Step): void {
  const command = withConfirmation(signing.command(name))
    .description(description)
    .option('--force', 'skip the wait, for a leaked key: tokens signed with it stop working')
    .action(
      perform(async (task, { force = false, yes }: { force?: boolean; yes?: boolean }) => {
        const warnings = [...(warning === undefined ? [] : [warning]), ...(force ? [FORCED] : [])];
        if (warnings.length > 0) await task.confirm({ warning: warnings.join(' '), word: name, yes });
        const parts = { keys: task.keys(), now: task.clock.now(), force };
        const keyIds = await task
          .transaction('owner', async (tx) => {
            const done = await take(tx, parts);
            for (const id of done) {
              await recordAction(tx, task, task.operator(), { action, subject: { kind: 'SigningKey', id } });
            }
            return done;
          })
          .catch((error: unknown) => {
            throw error instanceof KeyStepRefused ? new CommandRefused(error.message) : error;
          });
        task.answer({ keyIds }, keyIds.map(told).join('\n'));
      }),
    );
  explained(command, {
    reads: 'MIGRATION_DATABASE_URL (role onboarding_owner) and KEY_RING',
    examples: ['', '--force'],
  });
}
