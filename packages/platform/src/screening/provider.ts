// Checks someone against sanctions lists. Without a definite answer it fails: silence is never "no".

/** Who is screened. */
export interface ScreeningSubject {
  kind: 'Person' | 'Organisation';
  name: string;
  /** YYYY-MM-DD, of a person. */
  birthDate: string | null;
  /** Residence or nationality: ISO 3166-1, three letters. */
  countries: readonly string[];
}

/** An entry of a list that may be the subject. */
export interface ScreeningHit {
  listName: string;
  /** The entry's id in its list. */
  entityId: string;
  /** As in the list. */
  name: string;
  /** From 0 to 1, by the provider's own measure. */
  score: number;
  url?: string;
  /** As the list writes them; often a year alone. */
  birthDates: string[];
  /** ISO 3166-1, three letters; as the list writes it where it is no such code. */
  countries: string[];
  aliases: string[];
  /** Why it is listed, in the provider's words. */
  topics: string[];
}

/** The list's own details of an entry help to compare it; without them it is a hit all the same. */
export const NO_DETAILS: Pick<ScreeningHit, 'birthDates' | 'countries' | 'aliases' | 'topics'> = {
  birthDates: [],
  countries: [],
  aliases: [],
  topics: [],
};

export interface ScreeningProvider {
  name: string;
  /** No hits means that all lists were searched. Throws ScreeningFailure unless that is certain. */
  screen(subject: ScreeningSubject, signal: AbortSignal): Promise<ScreeningHit[]>;
  close(): Promise<void>;
}

/**
 * Unreachable: no connection, or it broke. Timeout: no complete answer in time. Status: any but 200. TooLarge: larger
 * than any real answer. NotUnderstood: not what the provider documents. NotLoaded: no list to search. Stopped: by the
 * caller.
 */
export type ScreeningFailureKind =
  | 'Unreachable'
  | 'Timeout'
  | 'Status'
  | 'TooLarge'
  | 'NotUnderstood'
  | 'NotLoaded'
  | 'Stopped';

/** The message is logged, so it never contains anything of the question or the answer. */
export class ScreeningFailure extends Error {
  override name = 'ScreeningFailure';
  readonly kind: ScreeningFailureKind;

  constructor(kind: ScreeningFailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
