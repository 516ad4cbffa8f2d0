import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { dayOf, endOfDay, lastDayOf, type Option, startOfDay, withValue } from '../search/index.ts';
import { typedId, underwayAfter } from './field-rules.ts';

export { isSearch } from './field-rules.ts';
export { Filters } from './filters.tsx';

/** A searchable select whose value is in the URL. Shows a value from the URL even if it is unknown. */
export function Choice({
  label,
  value,
  options,
  onChange,
  placeholder = 'Any',
  width = 180,
}: {
  label: string;
  value: string | undefined;
  options: readonly Option[];
  onChange: (value: string | undefined) => void;
  placeholder?: string;
  width?: number;
}) {
  return (
    <Select
      label={label}
      placeholder={placeholder}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      w={width}
      maw="100%"
      data={withValue(options, value)}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}

/** The first and the last day of a list, as times in the URL. */
export function Period({
  from,
  to,
  onChange,
}: {
  from: string | undefined;
  to: string | undefined;
  onChange: (changed: { from?: string | undefined; to?: string | undefined }) => void;
}) {
  return (
    <>
      <TextInput
        type="date"
        label="From"
        value={from === undefined ? '' : dayOf(from)}
        onChange={(event) => onChange({ from: startOfDay(event.currentTarget.value) })}
      />
      <TextInput
        type="date"
        label="Until"
        value={to === undefined ? '' : lastDayOf(to)}
        onChange={(event) => onChange({ to: endOfDay(event.currentTarget.value) })}
      />
    </>
  );
}

/** A filter by id. Takes effect once the id is complete; an invalid id is marked and changes nothing. */
export function IdField({
  label,
  value = '',
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}) {
  const [text, setText] = useState(value);
  const { isWrong, changes, id } = typedId(text, value);
  const apply = () => {
    if (changes) onChange(id);
  };
  return (
    <TextInput
      label={label}
      placeholder={`${label} id`}
      value={text}
      error={isWrong ? 'An id looks like 0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f00' : undefined}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && apply()}
      spellCheck={false}
    />
  );
}

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
