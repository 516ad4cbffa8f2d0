// Remembers the partner of each session seen by this process: the partner is known only inside a transaction, but its share of
// the connections must be known before.

/** More than the sessions that one process serves at a time; the oldest is forgotten first. */
const MOST = 10_000;

export interface SessionOwners {
  note(sessionValue: string, partnerId: string): void;
  /** Until its first request has finished, a session has its own share. */
  of(sessionValue: string): string;
}

function createSessionOwners(most = MOST): SessionOwners {
  const partners = new Map<string, string>();
  return {
    note(sessionValue, partnerId) {
      if (partners.has(sessionValue)) return;
      partners.set(sessionValue, partnerId);
      const [oldest] = partners.keys();
      if (partners.size > most && oldest !== undefined) partners.delete(oldest);
    },
    of: (sessionValue) => partners.get(sessionValue) ?? sessionValue,
  };
}

/** Shared by all routes of this process. */
export const sessionOwners = createSessionOwners();
