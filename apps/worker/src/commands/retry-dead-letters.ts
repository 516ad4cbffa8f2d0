// For an operator, once the cause is gone: node apps/worker/src/commands/retry-dead-letters.ts
import { ConfigError } from '@onboarding/platform/config';
import { retryDeadLetters } from '@onboarding/platform/jobs';
import { readCommandConfig } from '../config.ts';

if (process.argv.includes('--help')) {
  console.log(
    'usage: DATABASE_URL=postgres://onboarding_worker:...@host/onboarding node apps/worker/src/commands/retry-dead-letters.ts',
  );
  process.exit(0);
}
try {
  const moved = await retryDeadLetters(readCommandConfig().DATABASE_URL);
  console.log(moved === 0 ? 'There are no dead letters.' : `${moved} jobs are tried again.`);
} catch (error) {
  const known = error instanceof ConfigError || (error instanceof Error && 'code' in error);
  console.error(known ? error.message : error);
  process.exit(1);
}
