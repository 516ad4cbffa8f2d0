// What responses of the API say about the session and the site, for components that show it.
export type Notice =
  /** The session has ended. */
  | { kind: 'signed-out' }
  /** The operation needs a fresh second factor. */
  | { kind: 'step-up' }
  /** The person has used the session, which extends it. */
  | { kind: 'used' }
  /** The server's current build of the site. */
  | { kind: 'build'; build: string };

type Listener = (notice: Notice) => void;
const listeners = new Set<Listener>();

export function announce(notice: Notice): void {
  for (const listener of listeners) listener(notice);
}

/** Returns a function that unsubscribes. */
export function onNotice(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
