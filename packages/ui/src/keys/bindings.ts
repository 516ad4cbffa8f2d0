// The keys that are live on this page. A component says which by useKey; <Keyboard> in the frame listens for all of them.
import { useEffectEvent, useLayoutEffect } from 'react';

export interface KeyOptions {
  /** Without it the key does nothing, and the map does not show it. */
  enabled?: boolean;
  /** Whether holding the key down goes on and on: for moving, never for what changes something. */
  repeat?: boolean;
  /** Shown among the keys of all pages rather than of this one. */
  everywhere?: boolean;
}

export interface Binding {
  keys: string;
  words: string;
  repeat: boolean;
  everywhere: boolean;
  run: () => void;
}

let bindings: readonly Binding[] = [];
const watchers = new Set<() => void>();

export const liveBindings = () => bindings;

export function watchBindings(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function setBindings(next: readonly Binding[]): void {
  bindings = next;
  for (const watcher of watchers) watcher();
}

/**
 * Calls the handler when the key is pressed outside fields and dialogs: 'j', '?', 'Enter', one after the other as in 'g q', or
 * 'Ctrl+Enter', which works inside fields too. The words complete "this key ..." in the map. Of two with the same keys, the
 * later one counts.
 */
export function useKey(keys: string, handler: () => void, words: string, options: KeyOptions = {}): void {
  const { enabled = true, repeat = false, everywhere = false } = options;
  const run = useEffectEvent(handler);
  // Before the page is drawn: a key that is shown works.
  useLayoutEffect(() => {
    if (!enabled) return;
    const binding = { keys, words, repeat, everywhere, run: () => run() };
    setBindings([...bindings, binding]);
    return () => setBindings(bindings.filter((one) => one !== binding));
  }, [keys, words, enabled, repeat, everywhere]);
}
