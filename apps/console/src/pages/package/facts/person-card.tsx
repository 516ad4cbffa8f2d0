import { Box, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import type { PackageRecord, ReviewedPerson } from '@onboarding/contract';
import { addressWithCountry, Country } from '@onboarding/ui/countries';
import { type FactTable, factsOf } from '@onboarding/ui/facts';
import { Facts, StatusBadge } from '@onboarding/ui/values';
import { identityName } from '@onboarding/ui/words';
import type { ReactNode } from 'react';
import { useSelection } from '../selection.ts';
import { CompareNumber } from './compare-number.tsx';
import { DocumentList } from './document-list.tsx';
import classes from './facts.module.css';
import { isExpired } from './person-facts.ts';
import { toggleOf, useFocusWhenOpened } from './person-focus.ts';
import { PersonVerdict } from './person-verdict.tsx';

type Identity = ReviewedPerson['identities'][number];

/** A person with a summary that opens the rest. */
export function PersonCard({
  found,
  person,
  open,
  children,
}: {
  found: PackageRecord;
  person: ReviewedPerson;
  open: boolean;
  children: ReactNode;
}) {
  const { choose } = useSelection();
  const body = `person-${person.uboId}`;
  useFocusWhenOpened(person.uboId, open);
  return (
    <section className={classes.person} data-open={open} aria-label={`${person.firstName} ${person.lastName}`}>
      <UnstyledButton
        id={toggleOf(person.uboId)}
        className={classes.toggle}
        aria-expanded={open}
        aria-controls={body}
        onClick={() => choose({ person: open ? undefined : person.uboId })}
      >
        {children}
      </UnstyledButton>
      {open && (
        <Stack gap="sm" px="xs" pb="xs" id={body}>
          <PersonVerdict found={found} person={person} />
          <Facts items={factsOf(person, PERSON)} />
          {person.identities.map((identity) => (
            <IdentityFacts key={identity.identityId} identity={identity} found={found} />
          ))}
          <section>
            <Title order={3} size="h6" mb={6}>
              Documents
            </Title>
            <DocumentList found={found} of={person.uboId} />
          </section>
        </Stack>
      )}
    </section>
  );
}

/** Name, roles and share on two lines, for a few people. */
export function PersonSummary({ person, color }: { person: ReviewedPerson; color: string }) {
  return (
    <Group justify="space-between" gap={6} wrap="nowrap">
      <div>
        <Group gap={6} wrap="nowrap">
          <Box className={classes.swatch} bg={color} aria-hidden />
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {person.firstName} {person.lastName}
          </Text>
        </Group>
        <Text size="xs" c="dimmed">
          {[
            ...person.ownershipType.map(identityName),
            ...(person.percentageShare === null ? [] : [`${person.percentageShare}%`]),
          ].join(' · ')}
        </Text>
      </div>
      <StatusBadge status={person.verificationStatus} />
    </Group>
  );
}

const PERSON = {
  birthDate: ['Born'],
  nationality: ['Nationality', (code) => <Country code={code} />],
  taxResidenceCountry: ['Tax residence', (code) => <Country code={code} />],
  address: ['Address', addressWithCountry],
  email: ['E-mail'],
  phone: ['Phone'],
  uboId: 'hidden',
  firstName: 'elsewhere',
  lastName: 'elsewhere',
  ownershipType: 'elsewhere',
  percentageShare: 'elsewhere',
  identities: 'elsewhere',
  verificationStatus: 'elsewhere',
} satisfies FactTable<ReviewedPerson>;

function IdentityFacts({ identity, found }: { identity: Identity; found: PackageRecord }) {
  const { identityId, identityTypeCode, issuingCountry } = identity;
  return (
    <section>
      <Title order={3} size="h6">
        {identityName(identityTypeCode)}, <Country code={issuingCountry} />
      </Title>
      <Facts items={factsOf(identity, IDENTITY)} />
      <CompareNumber found={found} identityId={identityId} />
    </section>
  );
}

const IDENTITY = {
  identityValueMasked: ['Number', (number) => <code>{number}</code>],
  issueDate: ['Issued'],
  expiryDate: [
    'Expires',
    (date) =>
      isExpired(date) ? (
        <Text span size="sm" c="var(--danger)" fw={600}>
          {date}, expired
        </Text>
      ) : (
        date
      ),
  ],
  identityId: 'hidden',
  identityTypeCode: 'elsewhere',
  issuingCountry: 'elsewhere',
  documentUploadId: 'hidden',
} satisfies FactTable<Identity>;
