import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { typedId } from './typed-id.ts';

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
