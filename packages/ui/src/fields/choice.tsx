import { Select } from '@mantine/core';

/** One of many, found by typing; it lives in the URL. A value of the URL is shown even if it is unknown. */
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
  options: readonly { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
  placeholder?: string;
  width?: number;
}) {
  const known = value === undefined || options.some((option) => option.value === value);
  return (
    <Select
      label={label}
      placeholder={placeholder}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      w={width}
      maw="100%"
      data={known ? options : [...options, { value, label: value }]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}
