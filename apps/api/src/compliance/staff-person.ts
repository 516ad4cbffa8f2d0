import { DomainError, type StaffPerson } from '@onboarding/domain';
import type { SessionCall } from '../http/route.ts';

/** The caller as one who works for us; anybody else has no business here. */
export function staffOf({ session }: SessionCall): StaffPerson {
  const { person } = session;
  if (person.realm !== 'staff') throw new DomainError('Partner.NotAuthenticated');
  return person;
}
