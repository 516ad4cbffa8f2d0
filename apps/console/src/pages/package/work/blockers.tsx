import { Alert, List, Text } from '@mantine/core';
import type { Blocker, PackageRecord, ReviewedPerson } from '@onboarding/contract';
import { IconAlertTriangle } from '@onboarding/ui/icons';
import { PageLink } from '@onboarding/ui/shell';
import { useDraft } from '../decision/draft.ts';
import { DocumentLink, ListLink } from '../document/unopened.tsx';
import { useStanding } from '../use-standing.ts';
import { blockerWords, blockingFor, unopenedWords } from './evidence-rules.ts';

/** What must be resolved before the business can be approved; nothing if it is not under review, or for another outcome. */
export function Blockers({ found }: { found: PackageRecord }) {
  const { outcome } = useDraft(found.business.customerId).draft;
  const blocking = blockingFor(found, useStanding(found), outcome);
  if (blocking === undefined) return null;
  const { blockers, unopened } = blocking;
  const [next] = unopened;
  return (
    <>
      {blockers.length + unopened.length > 0 && (
        <Alert
          color="danger"
          p="sm"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title="Cannot be approved yet"
          role="status"
        >
          <List size="sm">
            {blockers.map((blocker) => (
              <List.Item key={`${blocker.code} ${blocker.uboId} ${blocker.documentId}`}>
                <Words blocker={blocker} found={found} />
              </List.Item>
            ))}
            {next !== undefined && (
              <List.Item>
                {unopenedWords(unopened.length)} <DocumentLink found={found} document={next} />
                {unopened.length > 1 && (
                  <>
                    {', or '}
                    <ListLink>show all of them</ListLink>
                  </>
                )}
              </List.Item>
            )}
          </List>
        </Alert>
      )}
      {found.flagsPending && (
        <Text size="sm" role="status">
          Flags are being computed. They will appear here.
        </Text>
      )}
    </>
  );
}

function Words({ blocker, found }: { blocker: Blocker; found: PackageRecord }) {
  const { person, words } = blockerWords(blocker, found);
  if (person === undefined) return words;
  return (
    <>
      <Person person={person} /> {words}
    </>
  );
}

function Person({ person }: { person: ReviewedPerson }) {
  return (
    <PageLink
      from="/packages/$customerId"
      search={(now) => ({ ...now, tab: 'people', person: person.uboId })}
      replace
      size="sm"
    >
      {person.firstName} {person.lastName}
    </PageLink>
  );
}
