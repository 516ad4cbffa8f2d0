// How long a certificate is still valid, with stronger colours towards its end.
import type { Certificate } from '@onboarding/contract';

/** Urgent with this many days left or fewer. */
const URGENT_DAYS = 14;

export function daysLeftInWords(days: number): string {
  if (days === 0) return 'Expires today';
  return days === 1 ? '1 day left' : `${days} days left`;
}

export const isUrgent = (days: number): boolean => days <= URGENT_DAYS;

export function certificateBadge({
  status,
  daysLeft,
  expiryWarning,
}: Pick<Certificate, 'status' | 'daysLeft' | 'expiryWarning'>): { words: string; color: string } {
  if (status === 'Revoked') return { words: 'Revoked', color: 'gray' };
  if (status === 'Expired') return { words: 'Expired', color: 'red' };
  const words = daysLeftInWords(daysLeft);
  if (expiryWarning === null) return { words, color: 'green' };
  return { words, color: isUrgent(expiryWarning) ? 'red' : 'yellow' };
}
