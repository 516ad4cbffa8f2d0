import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { underwayAfter } from './field-rules.ts';

const TYPING_MS = 300;

/**
 * The text of a field that searches while the person types and follows changes of the URL. Each search appears in the URL a
 * moment later, when the person may have typed more: that must not reset the text, or these letters would be lost.
 */
export function useSearchText(q: string, onSearch: (q: string) => void) {
  const [text, setText] = useState(q);
  /** Searches that are not in the URL yet. */
  const underway = useRef<string[]>([]);
  const search = useDebouncedCallback((wanted: string) => {
    underway.current.push(wanted);
    onSearch(wanted);
  }, TYPING_MS);
  const follow = useEffectEvent((arrived: string) => {
    const left = underwayAfter(arrived, underway.current);
    underway.current = left ?? [];
    if (left !== undefined) return;
    search.cancel();
    setText(arrived);
  });
  useEffect(() => follow(q), [q]);
  const type = (typed: string) => {
    setText(typed);
    search(typed.trim());
  };
  return { text, type, searchNow: () => search.flush() };
}
