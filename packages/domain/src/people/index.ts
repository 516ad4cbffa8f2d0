// Owns: the people of a business and their identity documents. Refuses: people that break a rule (shares, duplicate e-mails,
// documents not accepted in their country of residence); never returns an identity number.

export {
  findMeant,
  judgeAllShares,
  judgeIdentityIds,
  judgeKnownPeople,
  judgeNumber,
  namesOf,
  storedResidence,
} from './known-people.ts';
export { comparePeople, type PeopleChanges, type PersonField } from './people-changes.ts';
export {
  type ComparedPerson,
  findIdentityKind,
  findSharedIdentities,
  listComparedPeople,
  listNumberGroups,
  type NumberGroup,
  type SharedIdentity,
} from './people-comparison-store.ts';
export { type CompletedPeople, completePeople } from './people-completion.ts';
export { type NewPerson, toAddress, toNewPerson } from './person.ts';
export {
  approvedUnjudged,
  approveUnjudged,
  countIdentities,
  erasingIdentities,
  erasingPeople,
  judgingPerson,
} from './person-change-store.ts';
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
export {
  comparedText,
  isNumberOf,
  openNumber,
  sealedPeople,
  sealedPeopleChanges,
  toPersonRecord,
} from './person-service.ts';
export {
  addingPeople,
  findKnownPeople,
  isPersonOf,
  type KnownIdentity,
  type KnownPerson,
  listNamedFiles,
  listPeople,
  listPeopleToScreen,
  listPersonStatuses,
  type NamedFile,
  type PeopleTotals,
  type PersonRow,
  type PersonStatusRow,
  type PersonToScreen,
  peopleTotals,
  updatingPeople,
} from './person-store.ts';
