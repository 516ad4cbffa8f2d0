// Parses the pattern of an identity number. It supports only the part of regular expressions that our patterns use: letters,
// digits, separators, quantifiers and alternatives.
interface Times {
  least: number;
  most: number;
}

/** Either one of several characters, or one of several sequences. */
export type Piece = Times &
  ({ chars: readonly string[]; choices?: undefined } | { chars?: undefined; choices: readonly (readonly Piece[])[] });

export interface NumberPattern {
  pieces: readonly Piece[];
  /** Whether the pattern refuses some numbers in the right format. */
  excludes: boolean;
}

export const DIGITS: readonly string[] = [...'0123456789'];
export const LETTERS: readonly string[] = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
export const SEPARATORS = new Map([
  [' ', 'space'],
  ['-', 'hyphen'],
  ['/', 'slash'],
  ['.', 'full stop'],
  ['(', 'parenthesis'],
  [')', 'parenthesis'],
]);
const KNOWN = [...DIGITS, ...LETTERS, ...SEPARATORS.keys()];

const TOKEN =
  /(?<next>\|)|(?<not>\(\?![^()]*\))|(?<open>\((?!\?))|(?<close>\))|(?<set>\[(?:\\[d.\-/]|[A-Z0-9 .()/-])+\])|\\(?<escaped>[d./()-])|(?<plain>[A-Z0-9 /-])/y;
const TIMES = /\{(?<least>\d+)(?:,(?<most>\d+))?\}|\?/y;
const ONCE = { least: 1, most: 1 };

/** Undefined for an unsupported pattern. */
export function readPattern(regex: string): NumberPattern | undefined {
  if (!regex.startsWith('^') || !regex.endsWith('$')) return undefined;
  const text = regex.slice(1, -1);
  let at = 0;
  let excludes = false;
  const next = (expression: RegExp) => {
    expression.lastIndex = at;
    const found = expression.exec(text);
    at += found?.[0].length ?? 0;
    return found;
  };
  const readTimes = (): Times => {
    const found = next(TIMES);
    if (found === null) return ONCE;
    const { least = '0', most = found.groups?.least ?? '1' } = found.groups ?? {};
    return { least: Number(least), most: Number(most) };
  };
  function readChoices(isInner: boolean): Piece[][] | undefined {
    let sequence: Piece[] = [];
    const choices = [sequence];
    while (at < text.length) {
      const token = next(TOKEN)?.groups;
      if (token === undefined) return undefined;
      if (token.close !== undefined) return isInner ? choices : undefined;
      if (token.next !== undefined) {
        sequence = [];
        choices.push(sequence);
      } else if (token.not !== undefined) excludes = true;
      else if (token.open !== undefined) {
        const inner = readChoices(true);
        // An optional or repeated group cannot be described.
        if (inner === undefined || next(TIMES) !== null) return undefined;
        sequence.push({ choices: inner, ...ONCE });
      } else sequence.push({ chars: charactersOf(token), ...readTimes() });
    }
    return isInner ? undefined : choices;
  }
  const choices = readChoices(false);
  if (choices === undefined) return undefined;
  const [only = [], ...others] = choices;
  return { pieces: others.length === 0 ? only : [{ choices, ...ONCE }], excludes };
}

function charactersOf({ set, escaped, plain = '' }: Record<string, string | undefined>): readonly string[] {
  if (set === undefined) return escaped === 'd' ? DIGITS : [escaped ?? plain];
  const expression = new RegExp(set);
  return KNOWN.filter((char) => expression.test(char));
}

/** The lengths of the shortest and the longest matching number. */
export function lengthsOf(pieces: readonly Piece[]): Times {
  const sum = { least: 0, most: 0 };
  for (const { least, most, choices } of pieces) {
    const inner = choices?.map(lengthsOf) ?? [ONCE];
    sum.least += least * Math.min(...inner.map((one) => one.least));
    sum.most += most * Math.max(...inner.map((one) => one.most));
  }
  return sum;
}
