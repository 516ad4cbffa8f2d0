// Checks files that a PATCH submits right after their upload, with the scanner, metrics and a wake-up of the dispatcher.
import type { Context } from '@onboarding/domain';
import { createCheckLimiter, createDocumentLook, type DocumentLook, type Inspector } from '@onboarding/domain/uploads';
import type { Scanner } from '@onboarding/platform/clamd';
import { Counter, type Registry } from '@onboarding/platform/metrics';

export interface LookParts {
  context: Context;
  scanner: Scanner;
  inspector: Inspector;
  registry: Registry;
  /** There is an event to send, regardless of the outcome of the request. */
  onConfirmed: () => void;
}

export function openDocumentLook({ context, scanner, inspector, registry, onConfirmed }: LookParts): DocumentLook {
  const outcomes = new Counter({
    name: 'onboarding_document_looks_total',
    help: 'Checks of documents submitted with a PATCH, by outcome; a worker finishes the rest',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return createDocumentLook({
    context: { ...context, scanner, inspector, limiter: createCheckLimiter() },
    onOutcome(outcome) {
      outcomes.inc({ outcome });
      if (outcome === 'Confirmed') onConfirmed();
    },
  });
}
