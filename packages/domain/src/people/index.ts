// Owns: the people of a business and their identity documents. Refuses: people that break a rule (shares, duplicate
// e-mails, documents not accepted where they live); lets no identity number out again.
export { type NewPerson, toAddress, toNewPerson } from './person.ts';
export { toPersonRecord } from './person-representation.ts';
export { type Judgement, judgeCountry, judgePeople, judgePhone } from './person-rules.ts';
export { sealedPeople } from './person-service.ts';
export { addingPeople, listPeople } from './person-store.ts';
