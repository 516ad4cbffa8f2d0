// What a partner should do about a reason, in one line.
import type { DecisionPreview, PackageRecord } from '@onboarding/contract';
import { ACTIONS, fieldName, STATUSES, spelled } from '@onboarding/ui/words';
import { documentName, personName } from './words.ts';

type Status = DecisionPreview['verificationStatus'];

export const statusLine = ({
  verificationStatus,
  nextAction,
}: Pick<Status, 'verificationStatus' | 'nextAction'>): string =>
  STATUSES[verificationStatus].label + (nextAction === 'None' ? '' : `. Next: ${ACTIONS[nextAction].toLowerCase()}`);

export function remedyOf(
  found: PackageRecord,
  { uboId, documentId, remediation }: Pick<Status['reasons'][number], 'uboId' | 'documentId' | 'remediation'>,
): string {
  const document = found.documents.find((one) => one.documentId === documentId);
  const about =
    personName(found, uboId ?? null) ?? (document === undefined ? undefined : documentName(found, document));
  const { action, fields = [], documentCategories = [] } = remediation;
  const wanted = [...fields.map(fieldName), ...documentCategories.map((one) => spelled(one))];
  return [about, action === 'None' ? 'No remedy' : ACTIONS[action], wanted.join(', ')]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}
