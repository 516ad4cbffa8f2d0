// Names of countries, separate from other names because they are long: the portal loads them with the pages that show one.
import type { AddressRecord } from '@onboarding/contract';
import { addressLine } from '../words/index.ts';
import { NAMES } from './names.gen.ts';

/** Returns an unknown code unchanged, because lists use their own codes. */
export const countryName = (code: string) => (Object.hasOwn(NAMES, code) ? NAMES[code] : undefined) ?? code;

/** An address on one line, with the name of its country. */
export const addressWithCountry = (address: AddressRecord) =>
  addressLine({ ...address, countryCode: countryName(address.countryCode) });

/** The explanation of a flag with country names for the codes in its facts. Other capitals stay unchanged. */
export function explanationOf({ explanation, facts }: { explanation: string; facts: object }): string {
  const codes = new Set(JSON.stringify(facts).match(/(?<=")[A-Z]{3}(?=")/g));
  return explanation.replaceAll(/\b[A-Z]{3}\b/g, (word) => (codes.has(word) ? countryName(word) : word));
}

export function Country({ code }: { code: string }) {
  return <span title={code}>{countryName(code)}</span>;
}
