// What tests of the create call check in a response, and the bodies that they build.
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { validBody, validIdentity, validPerson } from '../bodies.ts';

/** A problem or a warning as tests compare it: its pointer and code. Messages may be reworded. */
export type Finding = readonly [pointer: string, code: string];

interface Told {
  pointer: string;
  code: string;
  message: string;
}

const toFinding = ({ pointer, code }: Told): Finding => [pointer, code];

/** The library that checks the schemas has messages of its own, for every rule to which we have not given one. */
export const isForeign = ({ message }: { message: string }) => /\binvalid\b|\breceived\b|^Too /i.test(message);

/** The status and all problems, so that a wrongly refused body shows why. */
export function outcomeOf(answer: LightMyRequestResponse): { status: number; problems: Finding[] } {
  const details: Told[] = answer.json().error?.details ?? [];
  expect(details.filter(isForeign), 'in our own words').toEqual([]);
  return { status: answer.statusCode, problems: details.map(toFinding) };
}

export const ACCEPTED = { status: 200, problems: [] };

export const refusedWith = (...problems: Finding[]) => ({ status: 400, problems });

export function warningsOf(answer: LightMyRequestResponse): Finding[] {
  const warnings: Told[] = answer.json().warnings ?? [];
  return warnings.map(toFinding);
}

export function messagesOf(answer: LightMyRequestResponse): string[] {
  const details: Told[] = answer.json().error?.details ?? [];
  return details.map(({ message }) => message);
}

/** A body with only these people. */
export const bodyOf = (...people: unknown[]) => validBody({ businessPersonList: people });

/** A resident of a country with one identity document, issued there by default. */
export function resident(country: string, identity: Record<string, unknown>) {
  const person = validPerson();
  return {
    ...person,
    address: { ...person.address, countryCode: country },
    identities: [{ issuingCountry: country, ...identity }],
  };
}

/** A person whose one identity differs in some fields from a valid Nigerian one. */
export function withIdentity(changes: Record<string, unknown>) {
  return validPerson({ identities: [{ ...validIdentity(), ...changes }] });
}

export const PERSON = '/businessPersonList/0';
export const IDENTITY = `${PERSON}/identities/0`;
