// The decision of the analyst with the claim: an outcome, reasons that fit it, and what the partner will read.
import { Button, List, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { CatalogueReason, DecisionOutcome, DecisionPreview, PackageRecord } from '@onboarding/contract';
import { KeyHint, useKey } from '@onboarding/ui/keys';
import { ActionFailure, Failure, Loaded } from '@onboarding/ui/states';
import { useEffect, useRef, useState } from 'react';
import { useAction, useCall } from '../../../api/client.ts';
import classes from '../package.module.css';
import { type DecidingProps, isOutdated } from './deciding.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { type bodyOf, fittingReasons, useDraft } from './draft.ts';
import { decisionOf, doneWords, isObstacleTold, obstacleOf, questionOf } from './question.ts';
import { remedyOf, statusLine } from './reason-rules.ts';
import { Reasons } from './reasons.tsx';
import { MADE_STALE, OUTCOMES } from './words.ts';

export function DecisionForm(props: DecidingProps) {
  const query = useCall('listReasons');
  return <Loaded query={query}>{(catalogue) => <Form {...props} catalogue={catalogue} />}</Loaded>;
}

function Form({
  found,
  seen,
  onDone,
  onChanged,
  catalogue,
}: DecidingProps & { catalogue: readonly CatalogueReason[] }) {
  const { customerId } = found.business;
  const tools = useDraft(customerId);
  const { outcome } = tools.draft;
  const fitting = fittingReasons(tools.draft, catalogue);
  const obstacle = obstacleOf(found, tools.draft, fitting, catalogue);
  const body = decisionOf(found, tools.draft, obstacle, fitting, catalogue);
  const preview = usePreview(customerId, body);
  const [asked, setAsked] = useState(false);
  const [told, setTold] = useState(false);
  const decide = useAction('decideOnPackage', {
    refreshes: MADE_STALE,
    onDone: ({ state }) => {
      tools.drop();
      if (outcome !== null) onDone(doneWords(state, outcome));
    },
  });
  const changed = decide.error !== null && isOutdated(decide.error.code);
  useEffect(() => {
    if (changed) onChanged();
  }, [changed, onChanged]);
  // Changes that arrive while the dialog is open have not been reviewed, so it closes and does not reopen automatically.
  useEffect(() => {
    if (changed || !seen) setAsked(false);
  }, [changed, seen]);
  // Once the changes have been reviewed, the refusal is outdated.
  const { reset } = decide;
  useEffect(() => {
    if (seen) reset();
  }, [seen, reset]);
  const submit = () => {
    setTold(true);
    if (body === undefined || !seen) return;
    decide.reset();
    setAsked(true);
  };
  useKey('Ctrl+Enter', submit, 'Decide, after confirmation');
  return (
    <Stack gap="sm">
      <Outcome value={outcome} onChange={tools.choose} />
      {outcome !== null && outcome !== 'Approve' && (
        <Reasons found={found} outcome={outcome} catalogue={catalogue} fitting={fitting} tools={tools} />
      )}
      {body !== undefined && <PartnerReads found={found} query={preview} />}
      {obstacle !== undefined && isObstacleTold(tools.draft, told) && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {obstacle}
        </Text>
      )}
      {!asked && <ActionFailure error={decide.error} />}
      <div className={classes.act}>
        <Button fullWidth {...(outcome === null ? {} : { color: OUTCOMES[outcome].color })} onClick={submit}>
          {outcome === null ? 'Decide' : OUTCOMES[outcome].act}
        </Button>
        <KeyHint keys="Ctrl+Enter">Asks you to confirm first</KeyHint>
      </div>
      {asked && body !== undefined && (
        <DecisionDialog
          found={found}
          question={questionOf(body.outcome, found, fitting, catalogue)}
          action={decide}
          onConfirm={() => decide.mutate({ params: { customerId }, body })}
          onClose={() => setAsked(false)}
        />
      )}
    </Stack>
  );
}

const ORDER: readonly DecisionOutcome[] = ['Approve', 'RequestChanges', 'Reject'];

function Outcome({ value, onChange }: { value: DecisionOutcome | null; onChange: (outcome: DecisionOutcome) => void }) {
  const choices = useRef<HTMLDivElement>(null);
  const goThere = () => {
    const all = choices.current?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [];
    ([...all].find((one) => one.checked) ?? all[0])?.focus();
    choices.current?.scrollIntoView({ block: 'nearest' });
  };
  useKey('d', goThere, 'Go to the decision');
  return (
    <div ref={choices}>
      <SegmentedControl
        fullWidth
        aria-label="Outcome"
        data={ORDER.map((outcome) => ({ value: outcome, label: OUTCOMES[outcome].label }))}
        value={value ?? ''}
        onChange={(chosen) => {
          const outcome = ORDER.find((one) => one === chosen);
          if (outcome !== undefined) onChange(outcome);
        }}
      />
    </div>
  );
}

// A preview of what the partner will read, from the server.

const TYPING_MS = 400;

/** An undefined body means that something is missing, so there is nothing to preview yet. */
function usePreview(customerId: string, body: ReturnType<typeof bodyOf> | undefined) {
  const [unchanged] = useDebouncedValue(body === undefined ? undefined : JSON.stringify(body), TYPING_MS);
  const current = body === undefined ? undefined : JSON.stringify(body);
  return useCall(
    'previewDecision',
    { params: { customerId }, body: unchanged === undefined ? NOTHING : JSON.parse(unchanged) },
    { enabled: unchanged !== undefined && unchanged === current, keep: true },
  );
}

const NOTHING: ReturnType<typeof bodyOf> = { seenVersion: '', outcome: 'Approve' };

function PartnerReads({ found, query }: { found: PackageRecord; query: ReturnType<typeof usePreview> }) {
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="partner-reads">
      <Title order={3} size="h6" id="partner-reads" mb={4}>
        What the partner will see
      </Title>
      {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.data === undefined ? <Skeleton h={60} /> : <Status found={found} {...query.data} />}
    </Paper>
  );
}

function Status({ found, verificationStatus: status }: DecisionPreview & { found: PackageRecord }) {
  return (
    <Stack gap={6}>
      <Text size="sm">{statusLine(status)}</Text>
      {status.reasons.length > 0 && (
        <List size="sm" spacing={6}>
          {status.reasons.map((reason) => (
            <List.Item key={reason.reasonId}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {reason.message}
              </Text>
              <Text size="xs" c="dimmed">
                {remedyOf(found, reason)}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
