import { Button, Code, CopyButton, Group, ScrollArea } from '@mantine/core';
import { IconCheck, IconCopy } from '../icons/index.ts';
import { copyLabel } from './value-words.ts';

/** Copies the text; the accessible name says what it copies. */
export function Copy({ text, what, label = 'Copy' }: { text: string; what: string; label?: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          onClick={copy}
          aria-label={copyLabel(what, label, copied)}
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        >
          {copied ? 'Copied' : label}
        </Button>
      )}
    </CopyButton>
  );
}

/** A value to copy, on one line. */
export function Copied({ text, what }: { text: string; what: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
      <Copy text={text} what={what} />
    </Group>
  );
}

/** Code or JSON with a copy button. Scrolls separately, also by keyboard. */
export function Snippet({ text, what, height = 360 }: { text: string; what: string; height?: number }) {
  return (
    <div>
      <Group justify="flex-end" mb={4}>
        <Copy text={text} what={what} />
      </Group>
      <ScrollArea.Autosize mah={height} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': what }}>
        <Code block>{text}</Code>
      </ScrollArea.Autosize>
    </div>
  );
}
