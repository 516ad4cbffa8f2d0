// The role `reviews` in a sandbox: takes businesses to the outcome that their registration number requests. It polls, because
// many different changes can make the next step possible.
import type { Context } from '@onboarding/domain';
import { driveWaiting } from '@onboarding/domain/sandbox';
import type { Foundation } from '@onboarding/platform/service';
import { createDueWork } from '../polling/due-work.ts';

const LOOK_EVERY_MS = 1_000;
const CONNECTIONS = 2;

export interface SandboxWork {
  close(): Promise<void>;
}

export function startSandbox(
  { openPool, logger }: Pick<Foundation, 'openPool' | 'logger'>,
  /** Connects with the rights of analysts, who make decisions. */
  { staffUrl }: { staffUrl: string },
  { clock, keys }: Pick<Context, 'clock' | 'keys'>,
): SandboxWork {
  const db = openPool({ name: 'sandbox', url: staffUrl, poolSize: CONNECTIONS });
  const drive = async (signal: AbortSignal) => {
    await driveWaiting({ context: { db, clock, keys, logger }, signal });
  };
  const work = createDueWork('sandbox', drive, logger);
  const timer = setInterval(() => work.wake(), LOOK_EVERY_MS);
  return {
    async close() {
      clearInterval(timer);
      await work.stop();
      await db.close();
    },
  };
}
