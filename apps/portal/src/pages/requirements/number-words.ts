// The format of a number in words. An unsupported pattern is described only by its length.
import type { IdentityRequirement } from '@onboarding/contract';
import { DIGITS, LETTERS, lengthsOf, type Piece, readPattern, SEPARATORS } from './number-pattern.ts';

export function numberInWords({ regex, minLength, maxLength }: IdentityRequirement['validationRules']): string {
  const length = `${span(minLength, maxLength)} ${maxLength === 1 ? 'character' : 'characters'}`;
  const pattern = readPattern(regex);
  if (pattern === undefined) return length;
  const { least, most } = lengthsOf(pattern.pieces);
  const optional = [...new Set(optionalSeparators(pattern.pieces))];
  return [
    inOrder(pattern.pieces),
    ...(optional.length > 0 ? [`${list(optional, 'and')} are optional`] : []),
    ...(minLength > least || maxLength < most ? [`${length} in all`] : []),
    ...(pattern.excludes ? ['numbers that are never issued are refused'] : []),
  ].join('; ');
}

const isOptionalSeparator = ({ least, chars }: Piece) =>
  least === 0 && chars?.every((char) => SEPARATORS.has(char)) === true;

function optionalSeparators(pieces: readonly Piece[]): string[] {
  return pieces.flatMap((piece) =>
    isOptionalSeparator(piece) ? separatorsOf(piece.chars ?? []) : (piece.choices ?? []).flatMap(optionalSeparators),
  );
}

const PLURALS: Record<string, string> = { slash: 'slashes', parenthesis: 'parentheses' };
const plural = (name: string) => PLURALS[name] ?? `${name}s`;
const separatorsOf = (chars: readonly string[]) => [
  ...new Set(chars.flatMap((char) => SEPARATORS.get(char) ?? []).map(plural)),
];

function inOrder(pieces: readonly Piece[]): string {
  const words: string[] = [];
  let literal = '';
  for (const piece of pieces.filter((one) => !isOptionalSeparator(one))) {
    const fixed = fixedOf(piece);
    if (fixed === undefined && literal !== '') words.push(named(literal));
    literal = fixed === undefined ? '' : literal + fixed;
    if (fixed === undefined) words.push(piece.choices === undefined ? ofCharacters(piece) : ofChoices(piece.choices));
  }
  if (literal !== '') words.push(named(literal));
  return words.join(', then ');
}

/** The letter or digit, if only one is possible. */
function fixedOf({ chars = [], least, most }: Piece): string | undefined {
  const [char = ''] = chars;
  return chars.length === 1 && least === 1 && most === 1 && !SEPARATORS.has(char) ? char : undefined;
}

/** Digits in quotation marks, so that they are not taken for a count. */
const named = (text: string) => (/\d/.test(text) ? `“${text}”` : text);

function ofCharacters({ chars = [], least, most }: Piece): string {
  const once = most === 1;
  const count = least === 0 && once ? 'optionally 1' : span(least, most);
  const kinds = (
    [
      ['letter', LETTERS],
      ['digit', DIGITS],
    ] as const
  ).filter(([, all]) => all.every((char) => chars.includes(char)));
  const names = kinds.map(([name]) => name);
  const rest = chars.filter((char) => !SEPARATORS.has(char) && !kinds.some(([, all]) => all.includes(char)));
  const signs = separatorsOf(chars);
  if (rest.length === 0 && names.length > 0)
    return `${count} ${list([...(once ? names : names.map(plural)), ...signs])}`;
  if (rest.length === 0)
    return once ? `a ${list(chars.map((char) => SEPARATORS.get(char) ?? char))}` : `${count} ${list(signs)}`;
  const runs = runsOf(rest);
  if (!once) return `${count} characters that are ${list([...names.map(plural), ...runs, ...signs])}`;
  const all = [...names.map((name) => `a ${name}`), ...runs, ...signs];
  const choice = all.length > 3 || runs.some((run) => run.includes(' ')) ? `one of ${list(all)}` : list(all);
  return least === 0 ? `optionally ${choice}` : choice;
}

/** Of A, B, C, D and X: "A to D" and "X". */
function runsOf(chars: readonly string[]): string[] {
  const runs: string[][] = [];
  for (const char of chars) {
    const last = runs.at(-1);
    if (last?.at(-1)?.charCodeAt(0) === char.charCodeAt(0) - 1) last.push(char);
    else runs.push([char]);
  }
  return runs.flatMap((run) =>
    run.length > 3 ? [`${named(run.at(0) ?? '')} to ${named(run.at(-1) ?? '')}`] : run.map(named),
  );
}

/** Consecutive numbers, such as months, are described as a range. */
function ofChoices(choices: readonly (readonly Piece[])[]): string {
  const texts = choices.map(everyText);
  const [first = '', ...others] = texts.includes(undefined) ? [] : texts.flatMap((some) => some ?? []).sort();
  const follow = others.every((text, at) => /^\d+$/.test(text) && Number(text) === Number(first) + at + 1);
  if (others.length > 1 && follow) return `${named(first)} to ${named(others.at(-1) ?? '')}`;
  const words = choices.map(inOrder);
  return words.some((text) => /,| or /.test(text)) ? words.join('; or ') : list(words);
}

const MOST_TEXTS = 50;

/** Every matching text; undefined if there are too many. */
function everyText(pieces: readonly Piece[]): string[] | undefined {
  let texts = [''];
  for (const { chars, least, most } of pieces) {
    if (chars === undefined || least !== 1 || most !== 1) return undefined;
    texts = texts.flatMap((text) => chars.map((char) => text + char));
    if (texts.length > MOST_TEXTS) return undefined;
  }
  return texts;
}

const span = (least: number, most: number) => {
  if (least === most) return String(least);
  return most === least + 1 ? `${least} or ${most}` : `${least} to ${most}`;
};

const list = (words: readonly string[], last = 'or') =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
