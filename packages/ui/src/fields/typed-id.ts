import { uuid } from '../search/index.ts';

/** How a filter by id reads the text in its field: `changes` if the text is complete and differs from the filter's value. */
export function typedId(text: string, value: string): { isWrong: boolean; changes: boolean; id: string | undefined } {
  const trimmed = text.trim();
  const isWrong = trimmed !== '' && uuid(trimmed) === undefined;
  return { isWrong, changes: !isWrong && trimmed !== value, id: trimmed || undefined };
}
