import { Badge, Group, Stack, Text } from '@mantine/core';
import { Loaded } from '@onboarding/ui/states';
import { type Column, DataTable } from '@onboarding/ui/table';
import { identityName } from '@onboarding/ui/words';
import { useCall } from '../../api/client.ts';
import { type Field, valueWords } from './country-words.ts';

const COLORS = { Added: 'success', Removed: 'danger', Changed: 'progress' } as const;

/** The differences between two versions, by document and field. */
export function RuleDifferences({ countryCode, from, to }: { countryCode: string; from: number; to: number }) {
  const difference = useCall('compareRules', { params: { countryCode }, query: { from, to } });
  return (
    <Loaded query={difference} height={120}>
      {({ documents }) =>
        documents.length === 0 ? (
          <Text size="sm">
            Version {from} and version {to} are identical.
          </Text>
        ) : (
          <Stack>
            {documents.map(({ identityTypeCode, change, fields }) => (
              <div key={identityTypeCode}>
                <Group gap="sm" mb={4}>
                  <Text fw={600} size="sm">
                    {identityName(identityTypeCode)}
                  </Text>
                  <Badge color={COLORS[change]}>{change}</Badge>
                </Group>
                <DataTable
                  label={`Differences: ${identityName(identityTypeCode)}`}
                  columns={columns(from, to)}
                  rows={fields}
                  rowKey={({ field }) => field}
                  minWidth={520}
                />
              </div>
            ))}
          </Stack>
        )
      }
    </Loaded>
  );
}

const columns = (from: number, to: number): Column<Field>[] => [
  { header: 'Field', cell: ({ field }) => field, width: 240 },
  { header: `Version ${from}`, cell: ({ before }) => said(before) },
  { header: `Version ${to}`, cell: ({ after }) => said(after) },
];

function said(value: Field['before']) {
  const words = valueWords(value);
  return words === undefined ? '–' : <span style={{ overflowWrap: 'anywhere' }}>{words}</span>;
}
