// What prevents an approval, for whom, and in which words; and whom a flag is about.
import type { Blocker, DecisionOutcome, PackageRecord, ReviewedPerson } from '@onboarding/contract';
import { unopenedIn } from '../document/documents.ts';
import type { Standing } from '../standing.ts';

const DECIDED_NOW: readonly Standing[] = ['waiting', 'mine', 'theirs'];

/** Undefined if the package is not under review, or if the reader is about to decide something other than an approval. */
export function blockingFor(
  found: PackageRecord,
  standing: Standing,
  chosen: DecisionOutcome | null,
): { blockers: Blocker[]; unopened: PackageRecord['documents'] } | undefined {
  if (!DECIDED_NOW.includes(standing)) return undefined;
  if (standing === 'mine' && chosen !== null && chosen !== 'Approve') return undefined;
  return {
    blockers: found.blockers.filter(({ code }) => code !== 'Review.DocumentUnopened'),
    // Only the analyst with the claim has to open documents here; a second analyst sees the list beside the proposal.
    unopened: standing === 'mine' ? unopenedIn(found) : [],
  };
}

/** Precedes the link to the first of them; the others are in the list of documents. */
export const unopenedWords = (documents: number): string =>
  documents === 1
    ? 'You have not opened this document yet:'
    : `You have not opened ${documents} documents yet. Open the first:`;

/** The server's message, except where the page can say more. With a person, the text follows the name. */
export function blockerWords(
  { code, message, uboId }: Blocker,
  found: PackageRecord,
): { person?: ReviewedPerson; words: string } {
  if (code === 'Review.ScreeningPending') return { words: 'Screening is still running.' };
  if (code === 'Review.HitOpen') return { words: hitsWithoutFinding(found) };
  if (code === 'Review.DocumentMissing' && uboId === null) {
    return { words: 'A submitted document is still being checked.' };
  }
  const person = found.business.businessPersonList.find((one) => one.uboId === uboId);
  if (person === undefined) return { words: message };
  if (code === 'Review.DocumentMissing') {
    return { person, words: 'refers to a document that has no file. Wait for it, or request changes.' };
  }
  if (code !== 'Review.VerdictOpen') return { words: message };
  return { person, words: person.verificationStatus === 'Rejected' ? 'is rejected.' : 'needs changes.' };
}

function hitsWithoutFinding({ screenings }: PackageRecord): string {
  const open = screenings.flatMap(({ hits }) => hits ?? []).filter(({ finding }) => finding === null);
  return open.length === 1 ? 'A hit has no finding.' : `${open.length} hits have no finding.`;
}

/** The people and documents of this business that a flag names anywhere in its facts. */
export function subjectsOf(facts: unknown, found: PackageRecord) {
  const ids = new Set(JSON.stringify(facts).match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi) ?? []);
  return {
    people: found.business.businessPersonList.filter(({ uboId }) => ids.has(uboId)),
    documents: found.documents.filter(({ documentId }) => ids.has(documentId)),
  };
}
