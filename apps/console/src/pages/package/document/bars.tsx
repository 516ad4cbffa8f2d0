import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@onboarding/ui/icons';
import { failedWords, incompleteWords } from './paper.ts';

type Bar = { error: Error; page?: number; onRetry?: () => void } | { warnings: readonly string[] };

/** Warns that a document is not shown, or perhaps not in full, so that no one takes it for complete. */
export function RedBar(bar: Bar) {
  const { title, words } = 'error' in bar ? failedWords(bar.error, bar.page) : incompleteWords(bar.warnings);
  return (
    <Alert
      role="alert"
      color="danger"
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
