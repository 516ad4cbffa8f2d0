// Which partner a session belongs to, as far as this process has seen: the partner is known only once a transaction has begun,
// and the share of the connections that it may have is needed before.

/** More than the sessions that one process serves at a time; whichever was seen first is forgotten first. */
const MOST = 10_000;

export interface SessionOwners {
  note(sessionValue: string, partnerId: string): void;
  /** Before its first request is through, a session has a share of its own. */
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

/** Of this process, for all routes. */
export const sessionOwners = createSessionOwners();
