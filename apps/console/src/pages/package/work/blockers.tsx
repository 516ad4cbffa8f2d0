import { Alert, List, Text } from '@mantine/core';
import type { Blocker, BusinessPersonRecord, PackageRecord } from '@onboarding/contract';
import { IconAlertTriangle } from '@onboarding/ui/icons';
import { PageLink } from '@onboarding/ui/shell';
import { DocumentLinks, unopenedIn } from '../document/unopened.tsx';
import { useStanding } from '../standing.ts';

/** What has to be settled before the business can be approved; nothing for a package that nobody decides on now. */
export function Blockers({ found }: { found: PackageRecord }) {
  const standing = useStanding(found);
  if (!['waiting', 'mine', 'theirs'].includes(standing)) return null;
  const blockers = found.blockers.filter(({ code }) => code !== 'Review.DocumentUnopened');
  // Whoever does not decide about it may open what they like; a second analyst reads it beside the proposal.
  const unopened = standing === 'mine' ? unopenedIn(found) : [];
  return (
    <>
      {blockers.length + unopened.length > 0 && (
        <Alert
          color="red"
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
            {unopened.length > 0 && (
              <List.Item>
                You have not opened {unopened.length === 1 ? 'this document' : `these ${unopened.length} documents`}{' '}
                yet:
                <DocumentLinks found={found} documents={unopened} />
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

/** As the server words it, except where the page can say more: it knows the person, and everything is in sight. */
function Words({ blocker: { code, message, uboId }, found }: { blocker: Blocker; found: PackageRecord }) {
  if (code === 'Review.ScreeningPending') return 'Screening is still running.';
  if (code === 'Review.HitOpen') return hitsWithoutFinding(found);
  if (code === 'Review.DocumentMissing' && uboId === null) return 'A submitted document is still being checked.';
  const person = found.business.businessPersonList.find((one) => one.uboId === uboId);
  if (person === undefined) return message;
  if (code === 'Review.DocumentMissing') {
    return (
      <>
        <Person person={person} /> refers to a document that has no file. Wait for it, or request changes.
      </>
    );
  }
  if (code !== 'Review.VerdictOpen') return message;
  return (
    <>
      <Person person={person} /> {person.verificationStatus === 'Rejected' ? 'is rejected.' : 'needs changes.'}
    </>
  );
}

function Person({ person }: { person: BusinessPersonRecord }) {
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

function hitsWithoutFinding({ screenings }: PackageRecord): string {
  const open = screenings.flatMap(({ hits }) => hits ?? []).filter(({ finding }) => finding === null);
  return open.length === 1 ? 'A hit has no finding.' : `${open.length} hits have no finding.`;
}
