// The draft of a decision, kept in memory by business: it survives leaving the page, new evidence and signing in again, and is
// gone when the window is closed.
import type { CatalogueReason, DecisionOutcome, PackageRecord } from '@onboarding/contract';
import { useSyncExternalStore } from 'react';

export interface DraftReason {
  /** Identifies the row, because the same reason may be given about two people. */
  key: number;
  code: string;
  uboId: string | null;
  documentId: string | null;
  message: string;
}

export interface Draft {
  outcome: DecisionOutcome | null;
  reasons: readonly DraftReason[];
}

const EMPTY: Draft = { outcome: null, reasons: [] };
const kept = new Map<string, Draft>();
const watchers = new Set<() => void>();
let rows = 0;

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

function keep(customerId: string, draft: Draft): void {
  if (draft === EMPTY) kept.delete(customerId);
  else kept.set(customerId, draft);
  for (const tell of watchers) tell();
}

type Selected = Pick<DraftReason, 'uboId' | 'documentId'>;
type Changed = Partial<Omit<DraftReason, 'key' | 'code'>>;

export interface DraftTools {
  draft: Draft;
  choose(outcome: DecisionOutcome): void;
  add(reason: CatalogueReason, selected: Selected): void;
  change(key: number, changed: Changed): void;
  remove(key: number): void;
  drop(): void;
}

/** Shared by every part of the page, because the blockers of an approval do not concern any other outcome. */
export function useDraft(customerId: string): DraftTools {
  const read = () => kept.get(customerId) ?? EMPTY;
  const draft = useSyncExternalStore(watch, read, read);
  return {
    draft,
    choose: (outcome) => keep(customerId, { ...draft, outcome }),
    add: (reason, selected) => keep(customerId, withReason(draft, reason, selected)),
    change: (key, changed) => keep(customerId, withChange(draft, key, changed)),
    remove: (key) => keep(customerId, withoutReason(draft, key)),
    drop: () => keep(customerId, EMPTY),
  };
}

/** Takes the selected person or document as the subject, if the reason needs one. */
export const withReason = (
  { outcome, reasons }: Draft,
  { code, target }: CatalogueReason,
  { uboId, documentId }: Selected,
): Draft => ({
  outcome,
  reasons: [
    ...reasons,
    {
      key: ++rows,
      code,
      uboId: target === 'Person' ? uboId : null,
      documentId: target === 'Document' ? documentId : null,
      message: '',
    },
  ],
});

export const withChange = ({ outcome, reasons }: Draft, key: number, changed: Changed): Draft => ({
  outcome,
  reasons: reasons.map((one) => (one.key === key ? { ...one, ...changed } : one)),
});

export const withoutReason = ({ outcome, reasons }: Draft, key: number): Draft => ({
  outcome,
  reasons: reasons.filter((one) => one.key !== key),
});

/** The reasons that fit the outcome. Those for another outcome are kept until it is chosen again. */
export function fittingReasons({ outcome, reasons }: Draft, catalogue: readonly CatalogueReason[]): DraftReason[] {
  if (outcome === null || outcome === 'Approve') return [];
  return reasons.filter(({ code }) => catalogue.some((one) => one.code === code && one.outcomes.includes(outcome)));
}

/** What is missing before the decision can be made, in words; undefined if nothing is. */
export function missingIn(draft: Draft, fitting: readonly DraftReason[], catalogue: readonly CatalogueReason[]) {
  if (draft.outcome === null) return 'Choose an outcome.';
  if (draft.outcome === 'Approve') return undefined;
  if (fitting.length === 0) return 'Add at least one reason.';
  const targetOf = (code: string) => catalogue.find((one) => one.code === code)?.target;
  if (fitting.some(({ code, uboId }) => targetOf(code) === 'Person' && uboId === null)) {
    return 'Choose the person that a reason is about.';
  }
  if (fitting.some(({ code, documentId }) => targetOf(code) === 'Document' && documentId === null)) {
    return 'Choose the document that a reason is about.';
  }
  return undefined;
}

export function bodyOf(
  { evidenceVersion: seenVersion }: PackageRecord,
  outcome: DecisionOutcome,
  fitting: readonly DraftReason[],
  catalogue: readonly CatalogueReason[],
) {
  const reasons = fitting.flatMap(({ code, uboId, documentId, message }) => {
    const known = catalogue.find((one) => one.code === code);
    return known === undefined ? [] : [{ code: known.code, uboId, documentId, message }];
  });
  return { seenVersion, outcome, ...(outcome === 'Approve' ? {} : { reasons }) };
}
