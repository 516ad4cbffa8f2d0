// Changes since the last decision, before and after.
import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import type {
  CatalogueReason,
  DocumentChange,
  FieldChange,
  IdentityChange,
  PackageChanges,
  PackageRecord,
  PersonChange,
} from '@onboarding/contract';
import { Country } from '@onboarding/ui/countries';
import { Loaded } from '@onboarding/ui/states';
import { When } from '@onboarding/ui/values';
import { DOCUMENT_STATES, identityName, spelled } from '@onboarding/ui/words';
import { useCall } from '../../../api/client.ts';
import { answersTo } from './answers.ts';
import { pathName, shownValue } from './change-words.ts';
import classes from './changes.module.css';

export function Changes({ found }: { found: PackageRecord }) {
  // Keyed by the version, so that changes are read again after an update.
  return <SinceDecision key={found.verification.version} found={found} />;
}

function SinceDecision({ found }: { found: PackageRecord }) {
  const { customerId } = found.business;
  const query = useCall('readPackageChanges', { params: { customerId }, query: {} });
  const catalogue = useCall('listReasons');
  return (
    <section aria-labelledby="changes" className={classes.changes}>
      <Title order={2} size="h6" id="changes">
        Changed since the last decision
      </Title>
      <Loaded query={query} height={60}>
        {(changes) => <All changes={changes} found={found} catalogue={catalogue.data ?? []} />}
      </Loaded>
    </section>
  );
}

const DECIDED = {
  Approve: 'The business was approved',
  Reject: 'The business was rejected',
  RequestChanges: 'Changes were requested',
} as const;

function All({
  changes,
  found,
  catalogue,
}: {
  changes: PackageChanges;
  found: PackageRecord;
  catalogue: readonly CatalogueReason[];
}) {
  const { since, fields, people, documents } = changes;
  if (since === null) {
    return (
      <Text size="sm">The last decision was made before we recorded changes, so there is nothing to compare.</Text>
    );
  }
  return (
    <Stack gap="xs" mt={4}>
      <Text size="xs" c="dimmed">
        {DECIDED[since.outcome]} on <When at={since.decidedAt} />.
      </Text>
      <Answers answers={answersTo(found, changes, catalogue)} />
      {fields.length + people.length + documents.length === 0 && <Text size="sm">Nothing has changed since then.</Text>}
      <Fields fields={fields} />
      {people.map((person) => (
        <Person key={person.uboId} person={person} />
      ))}
      {documents.length > 0 && <Documents documents={documents} found={found} />}
    </Stack>
  );
}

/** What was asked, so that an unanswered reason is not overlooked. */
function Answers({ answers }: { answers: ReturnType<typeof answersTo> }) {
  if (answers.length === 0) return null;
  return (
    <section className={classes.group} aria-label="What we asked for">
      {answers.map(({ reasonId, asked, by }) => (
        <div key={reasonId} className={classes.field}>
          <Group justify="space-between" gap={4} wrap="nowrap" align="flex-start">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {asked}
            </Text>
            <Badge size="sm" flex="none" color={by.length > 0 ? 'success' : 'warning'}>
              {by.length > 0 ? 'Answered' : 'Not answered'}
            </Badge>
          </Group>
          {by.length > 0 && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              By: {by.join(', ')}
            </Text>
          )}
        </div>
      ))}
    </section>
  );
}

function Fields({ fields }: { fields: readonly FieldChange[] }) {
  return fields.map(({ pointer, before, after }) => (
    <div key={pointer} className={classes.field}>
      <Text size="xs" c="dimmed">
        {pathName(pointer)}
      </Text>
      <BeforeAndAfter before={shownValue(before, pointer)} after={shownValue(after, pointer)} />
    </div>
  ));
}

function BeforeAndAfter({ before, after }: { before: string; after: string }) {
  return (
    <div className={classes.pair}>
      <div className={classes.before}>
        <span className={classes.side}>Before</span>
        {before}
      </div>
      <div className={classes.after}>
        <span className={classes.side}>After</span>
        {after}
      </div>
    </div>
  );
}

const KINDS = {
  Added: { words: 'Added', color: 'success' },
  Changed: { words: 'Changed', color: 'progress' },
  Removed: { words: 'Removed', color: 'danger' },
} as const;

function Kind({ of }: { of: keyof typeof KINDS }) {
  return (
    <Badge size="sm" color={KINDS[of].color}>
      {KINDS[of].words}
    </Badge>
  );
}

function Person({ person: { name, change, fields, identities } }: { person: PersonChange }) {
  return (
    <div className={classes.group}>
      <Group justify="space-between" gap={4} wrap="nowrap">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Kind of={change} />
      </Group>
      <Fields fields={fields} />
      {identities.map((identity) => (
        <Identity key={identity.identityId} identity={identity} />
      ))}
    </div>
  );
}

const NUMBERS = {
  Same: 'The number is the same.',
  Changed: 'The number has changed.',
  Unknown: 'The number may have changed: compare it with the document.',
} as const;

function Identity({ identity }: { identity: IdentityChange }) {
  const { identityTypeCode, issuingCountry, change, number, fields } = identity;
  return (
    <div className={classes.field}>
      <Group justify="space-between" gap={4} wrap="nowrap">
        <Text size="xs" c="dimmed">
          {identityName(identityTypeCode)}, <Country code={issuingCountry} />
        </Text>
        {change !== 'Changed' && <Kind of={change} />}
      </Group>
      {number !== null && (
        <Text size="sm" fw={number === 'Same' ? 400 : 600}>
          {NUMBERS[number]}
        </Text>
      )}
      <Fields fields={fields} />
    </div>
  );
}

function Documents({ documents, found }: { documents: readonly DocumentChange[]; found: PackageRecord }) {
  const nameOf = (uboId: string | null) => {
    const person = found.business.businessPersonList.find((one) => one.uboId === uboId);
    return person === undefined ? '' : ` of ${person.firstName} ${person.lastName}`;
  };
  return (
    <div className={classes.group}>
      <Text size="sm" fw={600}>
        Documents
      </Text>
      {documents.map(({ documentId, documentCategory, uboId, change, before, after }) => (
        <div key={documentId} className={classes.field}>
          <Group justify="space-between" gap={4} wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {spelled(documentCategory)}
              {nameOf(uboId)}
            </Text>
            <Kind of={change} />
          </Group>
          {before !== null && (
            <BeforeAndAfter before={DOCUMENT_STATES[before].label} after={DOCUMENT_STATES[after].label} />
          )}
        </div>
      ))}
    </div>
  );
}
