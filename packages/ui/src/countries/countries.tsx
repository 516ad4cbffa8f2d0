// What countries are called. Apart from the other words, because only the console has use for all of these names.
import { NAMES } from './names.gen.ts';

/** As it is where it is no code of ours: lists write what they like. */
export const countryName = (code: string) => NAMES[code] ?? code;

/** The codes in a sentence of the service as names. */
export const withCountryNames = (sentence: string) => sentence.replaceAll(/\b[A-Z]{3}\b/g, countryName);

export function Country({ code }: { code: string }) {
  return <span title={code}>{countryName(code)}</span>;
}
