import { uuid } from '../search/index.ts';

/** What a filter by id makes of the text in its field: `changes` if the text is complete and not what the filter has. */
export function typedId(text: string, value: string): { isWrong: boolean; changes: boolean; id: string | undefined } {
  const trimmed = text.trim();
  const isWrong = trimmed !== '' && uuid(trimmed) === undefined;
  return { isWrong, changes: !isWrong && trimmed !== value, id: trimmed || undefined };
}
