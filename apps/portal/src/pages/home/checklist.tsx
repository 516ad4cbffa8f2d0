import { Group, Paper, Progress, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { Overview } from '@onboarding/contract';
import { IconCheck } from '@onboarding/ui/icons';
import type { ReactNode } from 'react';
import classes from './home.module.css';
import type { Step, StepKind } from './home-rules.ts';
import { BusinessStep, CredentialStep, LiveStep, TokenStep, WebhookStep } from './step-bodies.tsx';

const BODIES: Record<StepKind, (props: { overview: Overview }) => ReactNode> = {
  credential: CredentialStep,
  token: TokenStep,
  business: BusinessStep,
  webhook: WebhookStep,
  live: LiveStep,
};

/** The steps in order; the next one says what to do. */
export function Checklist({ steps, overview }: { steps: readonly Step[]; overview: Overview }) {
  const done = steps.filter(({ state }) => state === 'done').length;
  return (
    <Paper withBorder component="section" aria-labelledby="checklist" className={classes.checklist}>
      <div className={classes.progress}>
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" id="checklist">
            First steps
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {done} of {steps.length} done
          </Text>
        </Group>
        <Progress value={(100 * done) / steps.length} color="success" size={6} aria-label="Steps done" />
      </div>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <Line key={step.kind} step={step} overview={overview} />
        ))}
      </ol>
    </Paper>
  );
}

const WORDS = { done: 'Done', next: 'Next', later: 'Later' } as const;

function Line({ step: { kind, title, state }, overview }: { step: Step; overview: Overview }) {
  const Body = BODIES[kind];
  return (
    <li className={classes.step} data-state={state} aria-current={state === 'next' ? 'step' : undefined}>
      <span className={classes.bullet}>{state === 'done' && <IconCheck size={14} stroke={3} aria-hidden />}</span>
      <Stack gap="sm" miw={0} flex={1}>
        <Text fw={state === 'next' ? 650 : 500} size={state === 'next' ? 'md' : 'sm'} className={classes.stepTitle}>
          {title}
          <VisuallyHidden>: {WORDS[state]}</VisuallyHidden>
        </Text>
        {state === 'next' && <Body overview={overview} />}
      </Stack>
    </li>
  );
}
