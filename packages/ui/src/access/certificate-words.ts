// How long a certificate is still good for; the nearer the end, the louder.
import type { Certificate } from '@onboarding/contract';

/** From here on it is urgent. */
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
