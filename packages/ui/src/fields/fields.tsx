import { Select, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { type Option, withValue } from '../search/index.ts';
import { typedId } from './field-rules.ts';

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
