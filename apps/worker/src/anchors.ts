// Every hour a signed statement about the audit trail is stored outside the database.
import type { Context } from '@onboarding/domain';
import { makeAnchor, measureAnchors, publishAnchors } from '@onboarding/domain/audit';
import type { AnchorTarget } from '@onboarding/platform/anchors';
import type { JobHandler } from '@onboarding/platform/jobs';
import { Gauge, type Registry } from '@onboarding/platform/metrics';

type AnchorContext = Pick<Context, 'clock' | 'db' | 'keys' | 'logger'>;

export function anchorTrails(context: AnchorContext, target: AnchorTarget | undefined): JobHandler {
  return async () => {
    const number = await makeAnchor(context);
    const published = target === undefined ? 0 : await publishAnchors(context, target);
    context.logger.info({ number, published }, 'audit statement created');
  };
}

export function anchorMetrics(registry: Registry, context: Pick<Context, 'db' | 'logger'>): void {
  new Gauge({
    name: 'audit_anchor_last_timestamp_seconds',
    help: 'When the last audit statement was created, and when the last one was published; 0 for never',
    labelNames: ['what'],
    registers: [registry],
    async collect() {
      this.reset();
      try {
        const { madeAt, publishedAt } = await measureAnchors(context);
        this.set({ what: 'made' }, (madeAt?.getTime() ?? 0) / 1000);
        this.set({ what: 'published' }, (publishedAt?.getTime() ?? 0) / 1000);
      } catch (error) {
        context.logger.warn({ err: error }, 'audit statements could not be read');
      }
    },
  });
}
