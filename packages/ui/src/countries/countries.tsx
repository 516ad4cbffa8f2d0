// What countries are called. Apart from the other words, because only the console has use for all of these names.
import { NAMES } from './names.gen.ts';

/** As it is where it is no code of ours: lists write what they like. */
export const countryName = (code: string) => NAMES[code] ?? code;

/** What the service says about a flag, with the countries among its facts by name. Other words in capitals stay as they are. */
export function explanationOf({ explanation, facts }: { explanation: string; facts: object }): string {
  const codes = new Set(JSON.stringify(facts).match(/(?<=")[A-Z]{3}(?=")/g));
  return explanation.replaceAll(/\b[A-Z]{3}\b/g, (word) => (codes.has(word) ? countryName(word) : word));
}

export function Country({ code }: { code: string }) {
  return <span title={code}>{countryName(code)}</span>;
}
