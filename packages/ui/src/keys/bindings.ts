// The keys that work on this page. Components register them with useKey; <Keyboard> in the frame listens for all of them.
import { useEffectEvent, useLayoutEffect } from 'react';

export interface KeyOptions {
  /** If false, the key does nothing and the map does not show it. */
  enabled?: boolean;
  /** Whether holding the key repeats it: for moving, never for changes. */
  repeat?: boolean;
  /** Shown with the keys of all pages instead of those of this page. */
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
 * Calls the handler when the key is pressed outside fields and dialogs: 'j', '?', 'Enter', a sequence such as 'g q', or
 * 'Ctrl+Enter', which also works inside fields. The words complete "this key ..." in the map. If two bindings have the same keys,
 * the later one wins.
 */
export function useKey(keys: string, handler: () => void, words: string, options: KeyOptions = {}): void {
  const { enabled = true, repeat = false, everywhere = false } = options;
  const run = useEffectEvent(handler);
  // Registered before the page is painted, so that a visible key already works.
  useLayoutEffect(() => {
    if (!enabled) return;
    const binding = { keys, words, repeat, everywhere, run: () => run() };
    setBindings([...bindings, binding]);
    return () => setBindings(bindings.filter((one) => one !== binding));
  }, [keys, words, enabled, repeat, everywhere]);
}
