// Results of screening: each hit beside the screened business or person, and the finding whether they are the same.
import { Alert, Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { Allowed, useSession } from '@onboarding/ui/session';
import { ActionFailure } from '@onboarding/ui/states';
import { When } from '@onboarding/ui/values';
import { lazy, Suspense } from 'react';
import { operation, useAction } from '../../../api/client.ts';
import { hitsOf, lastScreened, summaryOf } from './screening-rules.ts';

// Loaded on demand: most packages have no hit.
const Hit = lazy(async () => ({ default: (await import('./hit.tsx')).Hit }));

export function Screening({ found }: { found: PackageRecord }) {
  const { words, color } = summaryOf(found);
  return (
    <section aria-labelledby="screening">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h6" id="screening">
            Screening
          </Title>
          <Badge color={color}>{words}</Badge>
        </Group>
        {hitsOf(found.screenings).map(({ screening, hit }) => (
          <Suspense key={`${screening.screeningId} ${hit.listName} ${hit.entityId}`} fallback={<Skeleton h={280} />}>
            <Hit found={found} screening={screening} hit={hit} />
          </Suspense>
        ))}
        <ScreenAgain found={found} />
      </Stack>
    </section>
  );
}

function ScreenAgain({ found }: { found: PackageRecord }) {
  const { customerId } = found.business;
  const again = useAction('screenPackageAgain', { refreshes: ['readPackage'] });
  const isMine = useSession().session.accountId === found.claim?.accountId;
  const last = lastScreened(found.screenings);
  if (found.screeningPending) {
    return (
      <Alert color="progress" p="xs" role="status">
        <Text size="sm">Screening is in progress. The business cannot be approved until it is complete.</Text>
      </Alert>
    );
  }
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {last === undefined ? (
            'Nobody has been screened.'
          ) : (
            <>
              Last screened <When at={last} ago />
            </>
          )}
        </Text>
        {isMine && (
          <Allowed to={operation('screenPackageAgain')}>
            {(disabled) => (
              <Button
                size="compact-sm"
                variant="default"
                disabled={disabled}
                loading={again.isPending}
                onClick={() => again.mutate({ params: { customerId } })}
              >
                Screen again
              </Button>
            )}
          </Allowed>
        )}
      </Group>
      <ActionFailure error={again.error} />
    </>
  );
}
