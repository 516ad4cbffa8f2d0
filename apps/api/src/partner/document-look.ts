// The look for files that are handed in, as this process does it: with a scanner, figures, and news for the dispatcher.
import type { Context } from '@onboarding/domain';
import { createDocumentLook, type DocumentLook } from '@onboarding/domain/uploads';
import type { Scanner } from '@onboarding/platform/clamd';
import { Counter, type Registry } from '@onboarding/platform/metrics';

export interface LookParts {
  context: Context;
  scanner: Scanner;
  registry: Registry;
  /** There is an event to send, whatever becomes of the request. */
  onConfirmed: () => void;
}

export function openDocumentLook({ context, scanner, registry, onConfirmed }: LookParts): DocumentLook {
  const outcomes = new Counter({
    name: 'document_looks_total',
    help: 'Looks for the file of a document that a PATCH hands in, by what came of them; what was not finished a worker does',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return createDocumentLook({
    context: { ...context, scanner },
    onOutcome(outcome) {
      outcomes.inc({ outcome });
      if (outcome === 'Confirmed') onConfirmed();
    },
  });
}
