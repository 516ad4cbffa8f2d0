export type {
  Actor,
  ChangingActor,
  ClientActor,
  Context,
  OperatorActor,
  PartnerPerson,
  Person,
  ServiceActor,
  StaffActor,
  StaffPerson,
} from './context.ts';
export { DomainError, refuse } from './failure.ts';
