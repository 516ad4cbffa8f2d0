// The role `housekeeping` sends the audit trail and the other security logs to the system that AUDIT_STREAM names. It polls,
// because each of these logs is written by several processes.
import type { Context } from '@onboarding/domain';
import { findUnsent, streamLogs } from '@onboarding/domain/audit-stream';
import { type LogStreamSettings, openLogStream } from '@onboarding/platform/log-stream';
import { Gauge, type Registry } from '@onboarding/platform/metrics';
import { createDueWork } from '../polling/due-work.ts';

const LOOK_EVERY_MS = 5_000;

export interface AuditStreamWork {
  close(): Promise<void>;
}

export function startAuditStream(
  settings: LogStreamSettings,
  context: Pick<Context, 'db' | 'clock' | 'logger'>,
  registry: Registry,
  lookEveryMs = LOOK_EVERY_MS,
): AuditStreamWork {
  const stream = openLogStream(settings);
  const work = createDueWork('audit-stream', (signal) => streamLogs(context, stream, signal), context.logger);
  const timer = setInterval(() => work.wake(), lookEveryMs);
  work.wake();
  lagMetric(registry, context);
  return {
    async close() {
      clearInterval(timer);
      await work.stop();
    },
  };
}

function lagMetric(registry: Registry, context: Pick<Context, 'db' | 'clock' | 'logger'>): void {
  new Gauge({
    name: 'onboarding_audit_stream_lag_seconds',
    help: 'Age of the oldest record of a log that was not sent to AUDIT_STREAM yet, 0 if all were sent',
    labelNames: ['log'],
    registers: [registry],
    async collect() {
      this.reset();
      try {
        const now = context.clock.now().getTime();
        for (const [log, at] of await findUnsent(context))
          this.set({ log }, Math.max(0, now - (at?.getTime() ?? now)) / 1000);
      } catch (error) {
        context.logger.warn({ err: error }, 'unsent audit records could not be counted');
      }
    },
  });
}
