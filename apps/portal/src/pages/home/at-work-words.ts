// What the first page says about certificates and customers.
import type { CustomerStatistics, Overview } from '@onboarding/contract';

/** While none is about to expire. */
export function certificatesWords(active: Overview['credential']['active']): string {
  if (active === 0) return 'No certificate is valid: your systems cannot get tokens.';
  return `${active === 1 ? 'One certificate is' : `${active} certificates are`} valid; none expires soon.`;
}

/** The statistics leave out what nobody has. */
export const customersWith = (status: string, byStatus: CustomerStatistics['byStatus']): number =>
  byStatus.find((one) => one.verificationStatus === status)?.customers ?? 0;
