// What the role `reviews` does in a sandbox: businesses whose registration number says what becomes of them are driven there. They
// are looked for again and again, because what they wait for may come from anywhere.
import type { Context } from '@onboarding/domain';
import { driveWaiting } from '@onboarding/domain/sandbox';
import { DISPATCHER_CHANNEL } from '@onboarding/domain/webhooks';
import { createNotifier } from '@onboarding/platform/postgres';
import type { Foundation } from '@onboarding/platform/service';
import { createDueWork } from '../due-work.ts';

const LOOK_EVERY_MS = 1_000;
const CONNECTIONS = 2;

export interface SandboxWork {
  close(): Promise<void>;
}

export interface SandboxUrls {
  /** With the rights of analysts, who decide. */
  staffUrl: string;
  workerUrl: string;
}

export function startSandbox(
  { openPool, logger }: Pick<Foundation, 'openPool' | 'logger'>,
  { staffUrl, workerUrl }: SandboxUrls,
  { clock, keys }: Pick<Context, 'clock' | 'keys'>,
): SandboxWork {
  const db = openPool({ name: 'sandbox', url: staffUrl, poolSize: CONNECTIONS });
  const events = createNotifier({ url: workerUrl, channel: DISPATCHER_CHANNEL, logger });
  const drive = (signal: AbortSignal) =>
    driveWaiting({ context: { db, clock, keys, logger }, signal, onDriven: () => events.notify() });
  const work = createDueWork('sandbox', drive, logger);
  const timer = setInterval(() => work.wake(), LOOK_EVERY_MS);
  return {
    async close() {
      clearInterval(timer);
      await work.stop();
      await events.close();
      await db.close();
    },
  };
}
