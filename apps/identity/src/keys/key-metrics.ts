import { listSigningKeys } from '@onboarding/domain/signing-keys';
import type { Logger } from '@onboarding/platform/logger';
import { type Registry, readGauges } from '@onboarding/platform/metrics';
import type { Db } from '@onboarding/platform/postgres';

/** Every identity process reports the same values, from one table. */
export function keyMetrics(registry: Registry, { db, logger }: { db: Db; logger: Logger }): void {
  readGauges({
    registry,
    gauges: {
      signing_keys: { help: 'Token signing keys that are not retired, by status', label: 'status' },
      signing_key_active_timestamp_seconds: { help: 'Unix time at which the current token signing key became active' },
    },
    async read() {
      const keys = await db.transaction(listSigningKeys, { readOnly: true });
      const count = (status: string) => keys.filter((key) => key.status === status).length;
      const active = keys.find((key) => key.status === 'Active')?.activatedAt?.getTime();
      return {
        signing_keys: { Published: count('Published'), Active: count('Active'), Retiring: count('Retiring') },
        signing_key_active_timestamp_seconds: active === undefined ? undefined : active / 1000,
      };
    },
    onFailure: (error) => logger.warn({ err: error }, 'signing keys could not be counted'),
  });
}
