import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { uuid } from '../search/index.ts';

/** A filter by id. Takes effect when it is complete; what is no id is marked, and changes nothing. */
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
  const trimmed = text.trim();
  const isWrong = trimmed !== '' && uuid(trimmed) === undefined;
  const apply = () => {
    if (!isWrong && trimmed !== value) onChange(trimmed || undefined);
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
