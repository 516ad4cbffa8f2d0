// What the answers of the API say about the session and the site itself, for whoever shows it.
export type Notice =
  /** The session has ended. */
  | { kind: 'signed-out' }
  /** The operation needs a fresh second factor. */
  | { kind: 'step-up' }
  /** The person has used the session, so it stays alive. */
  | { kind: 'used' }
  /** The build of the site that the server has now. */
  | { kind: 'build'; build: string };

type Listener = (notice: Notice) => void;
const listeners = new Set<Listener>();

export function announce(notice: Notice): void {
  for (const listener of listeners) listener(notice);
}

/** Returns how to stop listening. */
export function onNotice(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
