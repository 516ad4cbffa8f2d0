// Owns: the people of a business and their identity documents. Refuses: people that break a rule (shares, duplicate e-mails,
// documents not accepted in their country of residence); never returns an identity number.

export {
  type ComparedPerson,
  findSharedIdentities,
  listComparedPeople,
  type SharedIdentity,
} from './compared-people-store.ts';
export { findIdentityKind, listNumberGroups, type NumberGroup } from './identity-number-store.ts';
export { judgeAllShares, judgeKnownPeople, judgeNumber, namesOf, storedResidence } from './known-people.ts';
export { comparePeople, type PeopleChanges } from './people-changes.ts';
export { type NewPerson, toAddress, toNewPerson } from './person.ts';
export { countIdentities, erasingIdentities, erasingPeople } from './person-erasure-store.ts';
export { toPersonRecord } from './person-representation.ts';
export {
  isPlausiblePhone,
  type Judgement,
  judgeDocumentReference,
  judgePeople,
  judgePhone,
  judgePlace,
  type NamedDocument,
  NOTHING_KEPT,
} from './person-rules.ts';
export { listPeopleToScreen, type PersonToScreen } from './person-screening-store.ts';
export { comparedText, isNumberOf, sealedPeople, sealedPeopleChanges } from './person-service.ts';
export {
  isPersonOf,
  listNamedFiles,
  listPersonStatuses,
  type NamedFile,
  type PersonStatusRow,
} from './person-status-store.ts';
export { addingPeople, listPeople, type PersonRow } from './person-store.ts';
export {
  findKnownPeople,
  type KnownPerson,
  type PeopleTotals,
  peopleTotals,
  updatingPeople,
} from './person-update-store.ts';
export { approvedUnjudged, approveUnjudged, judgingPerson } from './person-verdict-store.ts';
