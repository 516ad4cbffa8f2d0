import { Box, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import type { BusinessPersonRecord, PackageRecord } from '@onboarding/contract';
import { Country, countryName } from '@onboarding/ui/countries';
import { Facts, StatusBadge } from '@onboarding/ui/values';
import { addressLine, identityName } from '@onboarding/ui/words';
import type { ReactNode } from 'react';
import { useSelection } from '../selection.ts';
import { CompareNumber } from './compare-number.tsx';
import { DocumentList } from './document-list.tsx';
import classes from './facts.module.css';
import { isExpired } from './person-facts.ts';
import { toggleOf, useFocusWhenOpened } from './person-focus.ts';
import { PersonVerdict } from './person-verdict.tsx';

type Identity = BusinessPersonRecord['identities'][number];

export function PersonCard({
  found,
  person,
  color,
  open,
}: {
  found: PackageRecord;
  person: BusinessPersonRecord;
  color: string;
  open: boolean;
}) {
  const { choose } = useSelection();
  const name = `${person.firstName} ${person.lastName}`;
  const body = `person-${person.uboId}`;
  useFocusWhenOpened(person.uboId, open);
  return (
    <section className={classes.person} data-open={open} aria-label={name}>
      <UnstyledButton
        id={toggleOf(person.uboId)}
        className={classes.toggle}
        aria-expanded={open}
        aria-controls={body}
        onClick={() => choose({ person: open ? undefined : person.uboId })}
      >
        <Group justify="space-between" gap={6} wrap="nowrap">
          <div>
            <Group gap={6} wrap="nowrap">
              <Box className={classes.swatch} bg={color} aria-hidden />
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {name}
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
      </UnstyledButton>
      {open && (
        <Stack gap="sm" px="xs" pb="xs" id={body}>
          <PersonVerdict found={found} person={person} />
          <Facts items={personFacts(person)} />
          {person.identities.map((identity) => (
            <IdentityFacts key={identity.identityId} identity={identity} customerId={found.business.customerId} />
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

function personFacts(person: BusinessPersonRecord): [string, ReactNode][] {
  const { address, nationality, taxResidenceCountry } = person;
  return [
    ['Born', person.birthDate],
    ['Nationality', <Country key="nationality" code={nationality} />],
    ['Tax residence', taxResidenceCountry && <Country key="tax" code={taxResidenceCountry} />],
    ['Address', addressLine({ ...address, countryCode: countryName(address.countryCode) })],
    ['E-mail', person.email],
    ['Phone', person.phone],
  ];
}

function IdentityFacts({ identity, customerId }: { identity: Identity; customerId: string }) {
  const { identityId, identityTypeCode, issuingCountry, identityValueMasked, issueDate, expiryDate } = identity;
  return (
    <section>
      <Title order={3} size="h6">
        {identityName(identityTypeCode)}, <Country code={issuingCountry} />
      </Title>
      <Facts
        items={[
          ['Number', <code key="number">{identityValueMasked}</code>],
          ['Issued', issueDate],
          [
            'Expires',
            isExpired(expiryDate) ? (
              <Text key="expired" span size="sm" c="var(--danger)" fw={600}>
                {expiryDate}, expired
              </Text>
            ) : (
              expiryDate
            ),
          ],
        ]}
      />
      <CompareNumber customerId={customerId} identityId={identityId} />
    </section>
  );
}
