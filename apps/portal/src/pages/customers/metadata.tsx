import { Text } from '@mantine/core';
import type { Metadata } from '@onboarding/contract';
import type { Fact } from '@onboarding/ui/values';

/** A line for each pair; nothing if there are none. */
export function metadataFacts(pairs: Metadata | null): Fact[] {
  const lines = Object.entries(pairs ?? {}).map(([key, value]) => (
    <Text key={key} size="sm" style={{ overflowWrap: 'anywhere' }}>
      <code>{key}</code>: {value}
    </Text>
  ));
  return lines.length === 0 ? [] : [['Metadata', lines]];
}
