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

export interface NamedTest {
  /** Relative to the root of the repository. */
  file: string;
  /** The titles from the outermost `describe` to the test, with " > " between them; `*` stands for any characters. */
  test: string;
}

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
  coveredBy: readonly NamedTest[];
}

export interface Area {
  title: string;
  statements: readonly Statement[];
}

export const area = (title: string, statements: readonly Statement[]): Area => ({ title, statements });

/** Tests of one file by their names. */
export const tests = (file: string, ...names: string[]): NamedTest[] => names.map((test) => ({ file, test }));

export const DIFFERENCES = 'Where we differ from the specification';
/** We narrow or extend what the specification says. */
export const differs = (entry: string): Decision => ({ under: DIFFERENCES, entry });
/** The specification leaves it open. */
export const decidedUnder = (heading: string): Decision => ({ under: heading });

export const numbersOf = ({ no, also = [] }: Statement): number[] => [no, ...also];

/** Whether a test of this name is one that the table names. */
export function isNamedBy(wanted: NamedTest, name: string): boolean {
  const parts = wanted.test.split('*').map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(name);
}
