// Reads in words, and whether a filter is set.
import type { StaffRead } from '@onboarding/contract';
import { spelled } from '@onboarding/ui/words';
import { KINDS } from './kinds.ts';

/** `other`: the business with which this one was compared. */
export function whatOf({
  kind,
  subjectId,
  documentCategory,
}: Pick<StaffRead, 'kind' | 'subjectId' | 'documentCategory'>): { words: string; other?: string } {
  if (documentCategory !== null) return { words: `${KINDS[kind]}: ${spelled(documentCategory).toLowerCase()}` };
  return { words: KINDS[kind], ...(kind === 'Comparison' && subjectId !== null && { other: subjectId }) };
}

/** The end of an id, which differs most between ids. */
export const shortId = (id: string): string => `…${id.slice(-12)}`;

export const businessWords = ({ customerId, companyName }: Pick<StaffRead, 'customerId' | 'companyName'>): string =>
  companyName ?? `Erased, ${shortId(customerId)}`;

export const isFiltered = (filters: Record<string, unknown>): boolean =>
  Object.values(filters).some((value) => value !== undefined);
