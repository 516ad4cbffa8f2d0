// Asks whether somebody is on a list of sanctions. Who gives no certain answer has failed: silence is never "no".

/** Who is asked about. */
export interface ScreeningSubject {
  kind: 'Person' | 'Organisation';
  name: string;
  /** YYYY-MM-DD, of a person. */
  birthDate: string | null;
  /** Where they are at home or come from: ISO 3166-1, three letters. */
  countries: readonly string[];
}

/** An entry of a list that may be the subject. */
export interface ScreeningHit {
  listName: string;
  /** The entry's id in its list. */
  entityId: string;
  /** As the list has it. */
  name: string;
  /** From 0 to 1, as the provider counts. */
  score: number;
  url?: string;
}

export interface ScreeningProvider {
  name: string;
  /** No hits means that everything there is was searched. Throws ScreeningFailure unless that is certain. */
  screen(subject: ScreeningSubject, signal: AbortSignal): Promise<ScreeningHit[]>;
  close(): Promise<void>;
}

/**
 * Unreachable: no connection, or it broke. Timeout: no whole answer in time. Status: any but 200. TooLarge: more than anybody
 * answers. NotUnderstood: not what the provider documents. NotLoaded: it has no list to search. Stopped: by the caller.
 */
export type ScreeningFailureKind =
  | 'Unreachable'
  | 'Timeout'
  | 'Status'
  | 'TooLarge'
  | 'NotUnderstood'
  | 'NotLoaded'
  | 'Stopped';

/** Its message goes into logs, so it never holds anything of the question or of the answer. */
export class ScreeningFailure extends Error {
  override name = 'ScreeningFailure';
  readonly kind: ScreeningFailureKind;

  constructor(kind: ScreeningFailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
