// Whether the partner has answered each reason of the last request for changes, and with what. What was sent may still be wrong:
// only the analyst can tell. Pure.
import type { CatalogueReason, PackageChanges, PackageRecord } from '@onboarding/contract';
import { documentName, reasonLine } from '../decision/words.ts';
import { pathName } from './change-words.ts';

interface RequestAnswer {
  reasonId: string;
  /** The reason as the partner reads it, with its subject. */
  asked: string;
  /** What has changed about it since; empty if nothing has. */
  by: string[];
}

/** Fields whose changes appear among those of people. */
const OF_PEOPLE: readonly string[] = ['businessPersonList', 'identities'];

/** Empty unless the changes are those since a request. */
export function answersTo(
  found: PackageRecord,
  changes: PackageChanges,
  catalogue: readonly CatalogueReason[],
): RequestAnswer[] {
  const request = found.decisions.find(({ decisionId }) => decisionId === changes.since?.decisionId);
  if (request?.outcome !== 'RequestChanges') return [];
  return request.reasons.map((reason) => {
    const fields = catalogue.find(({ code }) => code === reason.code)?.remediation.fields ?? [];
    const asksForPeople = OF_PEOPLE.some((field) => fields.includes(field));
    const documentIds = new Set(
      found.requestedDocuments.filter((one) => one.reasonId === reason.reasonId).flatMap((one) => one.documentIds),
    );
    return {
      reasonId: reason.reasonId,
      asked: reasonLine(found, reason),
      by: [
        ...changes.fields
          .filter(({ pointer }) => fields.includes(topOf(pointer)))
          .map(({ pointer }) => pathName(pointer)),
        ...(asksForPeople ? changes.people.filter((one) => isAbout(reason.uboId, one.uboId)) : []).map(
          ({ name, change }) => `${name} ${change.toLowerCase()}`,
        ),
        ...found.documents
          .filter(({ documentId }) => documentIds.has(documentId))
          .map((document) => documentName(found, document)),
      ],
    };
  });
}

const topOf = (pointer: string) => pointer.split('/')[1] ?? '';

const isAbout = (asked: string | null, uboId: string) => asked === null || asked === uboId;
