import { type S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { Histogram, type Registry } from '../metrics/index.ts';

export interface StorageMetrics {
  /** Counts every request of this client from now on. */
  watch(client: S3Client): void;
}

export function storageMetrics(registry: Registry): StorageMetrics {
  const seconds = new Histogram({
    name: 'onboarding_storage_request_seconds',
    help: 'Duration of a request to the object storage, including retries but not the body, by operation and outcome',
    labelNames: ['operation', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 45],
    registers: [registry],
  });
  return {
    watch(client) {
      client.middlewareStack.add(
        (next, context) => async (args) => {
          const operation = String(context.commandName).replace(/Command$/, '');
          const stop = seconds.startTimer({ operation });
          try {
            const answer = await next(args);
            stop({ outcome: 'ok' });
            return answer;
          } catch (error) {
            stop({ outcome: outcomeOf(error) });
            throw error;
          }
        },
        { step: 'initialize', name: 'metrics' },
      );
    },
  };
}

/** Missing is a normal result; refused means our mistake or a missing permission; the rest are failures of the storage. */
function outcomeOf(error: unknown): 'missing' | 'refused' | 'failed' {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (status === 404) return 'missing';
  return status !== undefined && status < 500 && status !== 429 ? 'refused' : 'failed';
}
