import { Textarea } from '@mantine/core';

/** Whatever an operator changes has a reason, which the log keeps. */
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
