// What an update says to each reason of a request for changes, and the warning about those to which it says nothing. Pure.
import type { VerificationReason, Warning } from '@onboarding/contract';
import type { NamedRow } from '../../documents/index.ts';

interface Brought {
  /** The changed business fields, by create's names. */
  changedFields: readonly string[];
  /** The people in the request. */
  people: readonly { uboId: string }[];
  /** The submitted documents. */
  documents: readonly Pick<NamedRow, 'category' | 'uboId'>[];
  /** Whether the business returned to review. */
  answered: boolean;
}

/** Undefined if something was sent for each reason. What was sent may still be wrong: only an analyst can tell. */
export function answerWarning(reasons: readonly VerificationReason[], brought: Brought): Warning | undefined {
  if (!brought.answered)
    return {
      pointer: '',
      code: 'Customer.RequestUnanswered',
      message: `Nothing that was requested has changed, so the business is still ChangesRequested. Still requested: ${namesOf(reasons)}. Correct these fields, or send the people or the ids of the documents, in one PATCH.`,
    };
  const open = reasons.filter((reason) => !isAddressed(reason, brought));
  if (open.length === 0) return undefined;
  return {
    pointer: '',
    code: 'Customer.RequestPartlyAnswered',
    message: `The business is back in review, but this update has nothing about: ${namesOf(open)}. If you have not answered that before, send another update now, before the review begins.`,
  };
}

const OF_PEOPLE: readonly string[] = ['businessPersonList', 'identities'];

function isAddressed(
  { uboId, remediation }: VerificationReason,
  { changedFields, people, documents }: Brought,
): boolean {
  const { action, fields = [], documentCategories = [] } = remediation;
  if (action === 'None' || (fields.length === 0 && documentCategories.length === 0)) return true;
  const isAsked = (field: string) => fields.includes(field);
  return (
    changedFields.some((field) => isAsked(field) && !OF_PEOPLE.includes(field)) ||
    (OF_PEOPLE.some(isAsked) && people.some((person) => (uboId ?? person.uboId) === person.uboId)) ||
    documents.some((one) => documentCategories.includes(one.category) && (uboId ?? one.uboId) === one.uboId)
  );
}

function namesOf(reasons: readonly VerificationReason[]): string {
  return reasons
    .map(({ code, uboId, remediation: { fields = [], documentCategories = [] } }) => {
      const person = uboId === undefined ? '' : ` of person ${uboId}`;
      const named = [...fields, ...documentCategories.map((category) => `document ${category}`)];
      return named.length === 0 ? `${code}${person}` : `${code}${person} (${named.join(', ')})`;
    })
    .join('; ');
}
