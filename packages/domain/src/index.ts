export type {
  ClientActor,
  Context,
  PartnerPerson,
  ServiceActor,
  StaffPerson,
} from './context.ts';
export { acceptBody, DomainError, validationError } from './failure.ts';
