// How a statement of the specification is written down, together with the tests that cover it.

/** Where a statement can be seen to hold. */
type Surface =
  | 'Every API'
  | 'Partner API'
  | 'Dashboard'
  | 'Portal'
  | 'Compliance'
  | 'Identity service'
  | 'Storage'
  | 'Webhooks'
  | 'Reference data';

/** The tests of a file that are tagged with the statement, see tagOf. */
export interface TaggedTests {
  /** Relative to the root of the repository. */
  file: string;
  /** Where a table fills in titles: cases that must be among them, by what their titles contain; `*` stands for any characters. */
  cases: readonly string[];
}

/** Tests whose titles are made from data only: fields, values, codes and routes. */
export interface TitledTests {
  file: string;
  /** The titles from the outermost `describe` to the test, with " > " between them; `*` stands for any characters. */
  title: string;
}

export type Evidence = TaggedTests | TitledTests;

/** The place in docs/contract-decisions.md that says so. */
interface Decision {
  /** The heading. */
  under: string;
  /** How its entry starts, in bold. */
  entry?: string;
}

export interface Statement {
  /** Stable: a statement keeps its number, and a number is never used again. */
  no: number;
  /** Numbers of statements that this one says as well. */
  also?: readonly number[];
  says: string;
  surface: Surface;
  /** Where the statement says more than the specification, or something else. */
  decided?: Decision;
  coveredBy: readonly Evidence[];
}

export interface Area {
  title: string;
  statements: readonly Statement[];
}

export const area = (title: string, statements: readonly Statement[]): Area => ({ title, statements });

export const tagged = (file: string, ...cases: string[]): TaggedTests => ({ file, cases });
export const titled = (file: string, ...titles: string[]): TitledTests[] => titles.map((title) => ({ file, title }));

/** The tag of tests that cover a statement: `test('...', { tags: ['S-303'] }, ...)`. */
export const tagOf = ({ no }: Pick<Statement, 'no'>): string => `S-${no}`;

export const DIFFERENCES = 'Where we differ from the specification';
/** We narrow or extend what the specification says. */
export const differs = (entry: string): Decision => ({ under: DIFFERENCES, entry });
/** The specification leaves it open. */
export const decidedUnder = (heading: string): Decision => ({ under: heading });

export const numbersOf = ({ no, also = [] }: Statement): number[] => [no, ...also];

const withStars = (text: string): string =>
  text
    .split('*')
    .map((part) => RegExp.escape(part))
    .join('.*');

export const isTitled = (wanted: string, title: string): boolean =>
  new RegExp(`^${withStars(wanted)}$`, 's').test(title);

/** Whether whole words of the title are the case. */
export const isCase = (wanted: string, title: string): boolean =>
  new RegExp(`(?<!\\w)${withStars(wanted)}(?!\\w)`, 's').test(title);
