// Screens a business or person against sanctions lists. Fails without a definite result: no answer never means "no hit".

/** The business or person to screen. */
export interface ScreeningSubject {
  kind: 'Person' | 'Organisation';
  name: string;
  /** YYYY-MM-DD; null for a business, or if unknown. */
  birthDate: string | null;
  /** Residence or nationality: ISO 3166-1, three letters. */
  countries: readonly string[];
}

/** An entry on a list that may be the subject. */
export interface ScreeningHit {
  listName: string;
  /** The entry's id in its list. */
  entityId: string;
  /** As on the list. */
  name: string;
  /** From 0 to 1, by the provider's own measure. */
  score: number;
  url?: string;
  /** As on the list; often only a year. */
  birthDates: string[];
  /** ISO 3166-1, three letters; as on the list if it is not such a code. */
  countries: string[];
  aliases: string[];
  /** Why it is listed, in the provider's words. */
  topics: string[];
}

/** Details of an entry help to compare it; without them it is still a hit. */
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
 * Unreachable: no connection, or it broke. Timeout: no complete response in time. Status: any but 200. TooLarge: larger
 * than any real response. NotUnderstood: not what the provider documents. NotLoaded: no list to search. Stopped: by the
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

/** The message is logged, so it never contains any part of the query or the response. */
export class ScreeningFailure extends Error {
  override name = 'ScreeningFailure';
  readonly kind: ScreeningFailureKind;

  constructor(kind: ScreeningFailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
