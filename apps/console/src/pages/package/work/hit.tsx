import { Anchor, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { HitFinding, PackageHit, PackageRecord, PackageScreening } from '@onboarding/contract';
import { useSession } from '@onboarding/ui/session';
import { ActionFailure } from '@onboarding/ui/states';
import type { Tone } from '@onboarding/ui/tones';
import { When } from '@onboarding/ui/values';
import { useState } from 'react';
import { useAction } from '../../../api/client.ts';
import classes from './hit.module.css';
import {
  type Agreement,
  aliasWords,
  type Compared,
  compare,
  findingBody,
  findingPart,
  similarWords,
  subjectOf,
  topicWords,
  valueWords,
} from './screening-rules.ts';

/** A match with a list needs attention, so it has the warm colours. */
const AGREEMENTS: Record<Agreement, { words: string; color: Tone }> = {
  agrees: { words: 'Agrees', color: 'danger' },
  partly: { words: 'Partly agrees', color: 'warning' },
  differs: { words: 'Differs', color: 'success' },
  unknown: { words: 'Unknown', color: 'neutral' },
};

interface HitProps {
  found: PackageRecord;
  screening: PackageScreening;
  hit: PackageHit;
}

export function Hit({ found, screening, hit }: HitProps) {
  const person = found.business.businessPersonList.find(({ uboId }) => uboId === screening.uboId);
  const subject = subjectOf(found.business, person);
  const [name = ''] = subject.names;
  return (
    <article className={classes.hit} data-open={hit.finding === null} aria-label={`${name} and ${hit.name}`}>
      <Stack gap="xs">
        <Group justify="space-between" gap={4} align="baseline">
          <Text size="sm" fw={600} className={classes.words}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {similarWords(hit.score)}
          </Text>
        </Group>
        <Comparison rows={compare(subject, hit, person !== undefined)} />
        <Listing hit={hit} />
        <Finding found={found} screening={screening} hit={hit} />
      </Stack>
    </article>
  );
}

function Comparison({ rows }: { rows: readonly Compared[] }) {
  return (
    <table className={classes.compared}>
      <thead>
        <tr>
          <th scope="col">Ours</th>
          <th scope="col">The list&rsquo;s</th>
        </tr>
      </thead>
      {rows.map(({ field, ours, theirs, agreement }) => (
        <tbody key={field}>
          <tr>
            <th scope="rowgroup" colSpan={2}>
              <Group justify="space-between" gap={4} wrap="nowrap">
                <span>{field}</span>
                <Badge size="sm" color={AGREEMENTS[agreement].color}>
                  {AGREEMENTS[agreement].words}
                </Badge>
              </Group>
            </th>
          </tr>
          <tr>
            <td>{valueWords(field, ours)}</td>
            <td>{valueWords(field, theirs)}</td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}

function Listing({ hit: { listName, entityId, url, aliases, topics } }: { hit: PackageHit }) {
  return (
    <Stack gap={4}>
      {topics.length > 0 && (
        <Group gap={4}>
          {topics.map((topic) => (
            <Badge key={topic} size="sm" color="neutral" variant="outline" title={topicWords(topic)}>
              {topicWords(topic)}
            </Badge>
          ))}
        </Group>
      )}
      {aliases.length > 0 && (
        <Text size="xs" className={classes.words}>
          Also known as {aliasWords(aliases)}
        </Text>
      )}
      <Text size="xs" c="dimmed" className={classes.words}>
        {listName}, entry {entityId}
        {url !== undefined && (
          <>
            {' · '}
            <Anchor href={url} target="_blank" rel="noreferrer" size="xs">
              Open the entry
            </Anchor>
          </>
        )}
      </Text>
    </Stack>
  );
}

const FINDINGS: Record<HitFinding, { words: string; color: Tone }> = {
  NotTheSame: { words: 'Not the same', color: 'success' },
  Same: { words: 'The same', color: 'danger' },
};

function Finding({ found, screening, hit }: HitProps) {
  const [changing, setChanging] = useState(false);
  const isMine = useSession().session.accountId === found.claim?.accountId;
  const { finding } = hit;
  const part = findingPart(hit, isMine, changing);
  if (part === 'closed') {
    return <Text size="xs">Only the analyst who has claimed the package can review this hit.</Text>;
  }
  if (finding === null || part === 'form') {
    return <FindingForm found={found} screening={screening} hit={hit} onDone={() => setChanging(false)} />;
  }
  const { words, color } = FINDINGS[finding.finding];
  return (
    <Stack gap={4}>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Badge color={color}>{words}</Badge>
        {isMine && (
          <Button size="compact-xs" variant="default" onClick={() => setChanging(true)}>
            Change
          </Button>
        )}
      </Group>
      {finding.note !== null && (
        <Text size="sm" className={classes.words}>
          {finding.note}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {finding.foundBy.name ?? 'A former colleague'}, <When at={finding.foundAt} />
      </Text>
    </Stack>
  );
}

function FindingForm({ found, screening, hit, onDone }: HitProps & { onDone: () => void }) {
  const [note, setNote] = useState(hit.finding?.note ?? '');
  const judge = useAction('judgeHit', { refreshes: ['readPackage'], onDone });
  const params = {
    customerId: found.business.customerId,
    screeningId: screening.screeningId,
    entityId: hit.entityId,
  };
  const save = (finding: HitFinding) => {
    judge.mutate({ params, body: findingBody(hit.listName, finding, note) });
  };
  const chosen = judge.variables?.body.finding;
  return (
    <Stack gap="xs">
      <TextInput
        size="xs"
        label="Reason (for colleagues, optional)"
        value={note}
        maxLength={1000}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group gap="xs" grow>
        {(['NotTheSame', 'Same'] as const).map((finding) => (
          <Button
            key={finding}
            size="compact-sm"
            variant="default"
            loading={judge.isPending && chosen === finding}
            disabled={judge.isPending && chosen !== finding}
            onClick={() => save(finding)}
          >
            {FINDINGS[finding].words}
          </Button>
        ))}
      </Group>
      <ActionFailure error={judge.error} />
    </Stack>
  );
}
