export type { Actor, ClientActor, Context, PartnerPerson, Person, StaffPerson } from './context.ts';
export { DomainError, refuse } from './failure.ts';
