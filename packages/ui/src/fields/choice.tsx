import { Select } from '@mantine/core';
import { type Option, withValue } from '../search/index.ts';

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
