import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@onboarding/ui/icons';
import { Unreadable } from './paper.ts';

type Bar = { error: Error; onRetry?: () => void } | { warnings: readonly string[] };

/** A document that is not shown, or perhaps not in full: nobody may take it for a whole one. */
export function RedBar(bar: Bar) {
  const { title, words } = 'error' in bar ? wordsOf(bar.error) : incomplete(bar.warnings);
  return (
    <Alert
      role="alert"
      color="red"
      variant="filled"
      radius={0}
      p="sm"
      flex="none"
      icon={<IconAlertTriangle aria-hidden />}
      title={title}
    >
      <Stack gap={4} align="flex-start">
        {words.map((line) => (
          <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {line}
          </Text>
        ))}
        {'error' in bar && bar.onRetry !== undefined && (
          <Button size="compact-sm" variant="default" onClick={bar.onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function wordsOf(error: Error) {
  if (error instanceof Unreadable) return { title: error.title, words: [error.message] };
  return { title: 'This document could not be shown', words: [error.message, 'Open it again, or reload the page.'] };
}

/** A broken file may cause thousands, one like the other. */
function incomplete([first = '', ...more]: readonly string[]) {
  return {
    title: 'This document may not be shown in full',
    words: [
      'Content that seems to be missing may only be hidden. If you need it, request changes with the reason “Unreadable”.',
      `The PDF reader reports: ${first}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
    ],
  };
}
