import type { BusinessProfileRecord } from '@onboarding/contract';

/** Only a file that has passed the check is handed out, and only to roles that may have it. */
export const canSave = ({ status }: Pick<BusinessProfileRecord['documents'][number], 'status'>, mayView: boolean) =>
  mayView && status === 'Confirmed';
