// Texts of the home page about certificates and customers.
import type { CustomerStatistics, Overview } from '@onboarding/contract';

/** Used while no certificate is about to expire. */
export function certificatesWords(active: Overview['credential']['active']): string {
  if (active === 0) return 'No certificate is valid: your systems cannot get tokens.';
  return `${active === 1 ? 'One certificate is' : `${active} certificates are`} valid; none expires soon.`;
}

/** The statistics omit statuses without customers. */
export const customersWith = (status: string, byStatus: CustomerStatistics['byStatus']): number =>
  byStatus.find((one) => one.verificationStatus === status)?.customers ?? 0;
