// The filters of the page.
import type { Activity } from '@onboarding/contract';

export const KINDS = [
  { value: '', label: 'All' },
  { value: 'Team', label: 'Users' },
  { value: 'Webhook', label: 'Webhook' },
  { value: 'Credential', label: 'Certificates' },
  { value: 'Export', label: 'Exports' },
] as const;

/** The URL value of a choice; undefined for "all". */
export function kindOf(chosen: string): Activity['kind'] | undefined {
  const value = KINDS.find((kind) => kind.value === chosen)?.value;
  return value === '' ? undefined : value;
}

export const isFiltered = (filters: Record<string, unknown>): boolean =>
  Object.values(filters).some((value) => value !== undefined);
