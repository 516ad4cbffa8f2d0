import { Card, SimpleGrid, Text, Title } from '@mantine/core';
import type { BusinessProfileRecord, VerificationStatusRecord } from '@onboarding/contract';
import type { ApiFailure } from '@onboarding/ui/api';
import { BUSINESS, type FactTable, factsOf } from '@onboarding/ui/facts';
import { Loaded } from '@onboarding/ui/states';
import { Copied, Facts, FactsLoading, When } from '@onboarding/ui/values';
import { ACTIONS } from '@onboarding/ui/words';
import type { UseQueryResult } from '@tanstack/react-query';
import { whyNoUpdates } from './customer-words.ts';
import { metadataFacts } from './metadata.tsx';

export function Overview({
  record,
  review,
}: {
  record: BusinessProfileRecord;
  review: UseQueryResult<VerificationStatusRecord, ApiFailure>;
}) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Card withBorder component="section" aria-labelledby="profile">
        <Title order={2} size="h5" id="profile" mb="xs">
          Profile
        </Title>
        <Facts items={factsOf(record, FACTS)} />
      </Card>
      <Card withBorder component="section" aria-labelledby="review">
        <Title order={2} size="h5" id="review" mb="xs">
          Review
        </Title>
        <Loaded query={review} skeleton={<FactsLoading lines={8} />}>
          {(status) => <Facts items={reviewFacts(record, status)} />}
        </Loaded>
      </Card>
    </SimpleGrid>
  );
}

const FACTS = {
  ...BUSINESS,
  metadata: metadataFacts,
  customerId: 'elsewhere',
  canUpdate: 'elsewhere',
  createdAt: 'elsewhere',
  updatedAt: 'elsewhere',
  version: 'elsewhere',
} satisfies FactTable<BusinessProfileRecord>;

function reviewFacts(record: BusinessProfileRecord, review: VerificationStatusRecord): [string, React.ReactNode][] {
  return [
    ['Customer id', <Copied key="id" text={record.customerId} what="the customer id" />],
    ['Submitted', <When key="submitted" at={review.submittedAt} />],
    ['Attempt', String(review.attempt)],
    ['Decided', review.decidedAt === null ? undefined : <When key="decided" at={review.decidedAt} />],
    ['Next step', ACTIONS[review.nextAction]],
    [
      'Updates',
      review.canUpdate ? (
        'Accepted'
      ) : (
        <Text key="updates" size="sm">
          Not accepted: {whyNoUpdates(record.verificationStatus)}
        </Text>
      ),
    ],
    ['Version', String(record.version)],
    ['Last event', `No. ${review.sequence}`],
    ['Created', <When key="created" at={record.createdAt} />],
    ['Last changed', <When key="changed" at={record.updatedAt} />],
  ];
}
