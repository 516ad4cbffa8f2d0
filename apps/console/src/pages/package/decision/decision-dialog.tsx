// The confirmation before a decision: which business, of which partner, and its new status.
import { Button, Group, List, Stack, Text } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { countryName } from '@onboarding/ui/countries';
import { Dialog } from '@onboarding/ui/dialog';
import { ActionFailure } from '@onboarding/ui/states';
import { Facts } from '@onboarding/ui/values';
import { ConfirmedMatches } from './confirmed-matches.tsx';
import type { Question } from './question.ts';

/** Cancel has the focus, so that pressing Enter by habit decides nothing. */
export function DecisionDialog({
  found,
  question,
  action,
  onConfirm,
  onClose,
}: {
  found: PackageRecord;
  question: Question;
  action: { isPending: boolean; error: Error | null };
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { business, partner } = found;
  return (
    <Dialog onClose={onClose} title={question.title}>
      <Stack gap="sm">
        <Text size="xl" fw={650} style={{ overflowWrap: 'anywhere' }}>
          {business.companyName}
        </Text>
        <Facts
          items={[
            ['Partner', partner.name],
            ['Registration', `${business.registrationNumber}, ${countryName(business.incorporationCountryIso3Code)}`],
            ['Becomes', <strong key="outcome">{question.outcome}</strong>],
          ]}
        />
        <ConfirmedMatches found={found} />
        {question.reasons.length > 0 && (
          <List size="sm">
            {question.reasons.map((words) => (
              <List.Item key={words}>{words}</List.Item>
            ))}
          </List>
        )}
        <Text size="sm">{question.next}</Text>
        <ActionFailure error={action.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color={question.color} onClick={onConfirm} loading={action.isPending}>
            {question.act}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
