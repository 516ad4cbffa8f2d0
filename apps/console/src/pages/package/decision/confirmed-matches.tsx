import { Alert, List } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { IconAlertTriangle } from '@onboarding/ui/icons';
import { confirmedMatches, matchWords } from '../work/screening-rules.ts';

/** Repeated where the decision is made, so that a confirmed match is never overlooked. */
export function ConfirmedMatches({ found }: { found: PackageRecord }) {
  const matches = confirmedMatches(found.screenings);
  if (matches.length === 0) return null;
  return (
    <Alert
      color="danger"
      p="sm"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={matches.length === 1 ? 'Confirmed match' : `${matches.length} confirmed matches`}
      role="status"
    >
      <List size="sm">
        {matches.map((match) => (
          <List.Item key={`${match.screening.screeningId} ${match.hit.listName} ${match.hit.entityId}`}>
            {matchWords(found, match)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
