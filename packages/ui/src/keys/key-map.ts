import type { Binding } from './bindings.ts';

type Shown = Pick<Binding, 'keys' | 'words' | 'everywhere'>;

/** The active keys, each once: if two bindings have the same keys, the later one wins. */
export function mapOf<T extends Shown>(bindings: readonly T[]): { here: T[]; everywhere: T[] } {
  const live = [...new Map(bindings.map((binding) => [binding.keys, binding])).values()];
  return {
    here: live.filter(({ everywhere }) => !everywhere),
    everywhere: live.filter(({ everywhere }) => everywhere),
  };
}
