import { Textarea } from '@mantine/core';

/** Every change by an operator has a reason, which is stored in the log. */
export function ReasonField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (reason: string) => void;
  error: string | undefined;
}) {
  return (
    <Textarea
      label="Reason"
      description="Recorded in the change log."
      required
      maxLength={500}
      autosize
      minRows={2}
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
