import type { BusinessProfileRecord } from '@onboarding/contract';

/** Only confirmed files can be downloaded, and only by roles with permission. */
export const canSave = ({ status }: Pick<BusinessProfileRecord['documents'][number], 'status'>, mayView: boolean) =>
  mayView && status === 'Confirmed';
