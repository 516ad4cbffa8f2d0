import { DomainError, type StaffPerson } from '@onboarding/domain';
import type { StaffReader } from '@onboarding/domain/staff-reads';
import type { SessionCall } from '../http/route.ts';

/** The caller as one who works for us; anybody else has no business here. */
export function staffOf({ session }: SessionCall): StaffPerson {
  const { person } = session;
  if (person.realm !== 'staff') throw new DomainError('Partner.NotAuthenticated');
  return person;
}

/** The same, with where they are: what they are shown is recorded. */
export function readerOf(call: SessionCall): StaffReader {
  return { person: staffOf(call), address: call.address };
}
