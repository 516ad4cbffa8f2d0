import type { StaffRead } from '@onboarding/contract';

export const KINDS: Record<StaffRead['kind'], string> = {
  Package: 'Opened the package',
  Trail: 'Read the audit trail',
  Document: 'Opened a document',
  Comparison: 'Saw it beside another business',
  SearchResult: 'Saw it in a list',
};
export const KIND_CODES = Object.keys(KINDS) as StaffRead['kind'][];
