import type { Context } from '@onboarding/domain';
import {
  type Confirmation,
  type ConfirmContext,
  confirmDocument,
  reconcileDocuments,
} from '@onboarding/domain/uploads';
import type { JobHandler } from '@onboarding/platform/jobs';
import { z } from 'zod';
import type { DocumentMetrics } from './metrics.ts';

export interface DocumentParts {
  context: ConfirmContext & Pick<Context, 'logger'>;
  metrics: DocumentMetrics;
  /** There is an event to send. */
  onConfirmed: () => void;
}

const named = z.object({ partnerId: z.uuid(), documentId: z.uuid() });

/** Fails while storage or scanner is unavailable, and is retried soon. */
export function confirmNamed(parts: DocumentParts): JobHandler {
  return async ({ payload }) => {
    const { documentId, partnerId } = named.parse(payload);
    const confirmation = await watched(parts, () => confirmDocument(parts.context, { partnerId, documentId }));
    tell(parts, confirmation);
    const { outcome } = confirmation;
    parts.context.logger.info({ partnerId, documentId, outcome }, 'document checked');
  };
}

export function confirmAllDue(parts: DocumentParts): JobHandler {
  const { context } = parts;
  return ({ signal }) =>
    watched(parts, () =>
      reconcileDocuments({ context, signal, onConfirmation: (confirmation) => tell(parts, confirmation) }),
    );
}

function tell({ metrics, onConfirmed }: DocumentParts, confirmation: Confirmation): void {
  metrics.checked(confirmation);
  if (confirmation.outcome === 'Confirmed') onConfirmed();
}

async function watched<T>({ metrics }: DocumentParts, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    metrics.failed(error);
    throw error;
  }
}
