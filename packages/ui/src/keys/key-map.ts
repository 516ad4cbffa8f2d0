import type { Binding } from './bindings.ts';

type Shown = Pick<Binding, 'keys' | 'words' | 'everywhere'>;

/** The keys that are live, each once: of two with the same keys, the later one counts. */
export function mapOf<T extends Shown>(bindings: readonly T[]): { here: T[]; everywhere: T[] } {
  const live = [...new Map(bindings.map((binding) => [binding.keys, binding])).values()];
  return {
    here: live.filter(({ everywhere }) => !everywhere),
    everywhere: live.filter(({ everywhere }) => everywhere),
  };
}
