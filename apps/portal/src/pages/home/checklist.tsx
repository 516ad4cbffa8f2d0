import { Badge, Group, Paper, Stack, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core';
import type { Overview } from '@onboarding/contract';
import { IconCheck, IconCircle } from '@onboarding/ui/icons';
import type { ReactNode } from 'react';
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
    <Paper withBorder p="lg" component="section" aria-labelledby="checklist">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4" id="checklist">
          First steps
        </Title>
        <Badge color={done === steps.length ? 'green' : 'brand'} role="status">
          {done} of {steps.length} done
        </Badge>
      </Group>
      <Stack gap="md" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        {steps.map((step) => (
          <Line key={step.kind} step={step} overview={overview} />
        ))}
      </Stack>
    </Paper>
  );
}

const WORDS = { done: 'Done', next: 'Next', later: 'Later' } as const;

function Line({ step: { kind, title, state }, overview }: { step: Step; overview: Overview }) {
  const Body = BODIES[kind];
  return (
    <Group
      component="li"
      align="flex-start"
      wrap="nowrap"
      gap="md"
      aria-current={state === 'next' ? 'step' : undefined}
    >
      <ThemeIcon
        radius="xl"
        size={28}
        variant={state === 'done' ? 'filled' : 'light'}
        color={state === 'done' ? 'green' : state === 'next' ? 'brand' : 'gray'}
      >
        {state === 'done' ? <IconCheck size={16} aria-hidden /> : <IconCircle size={14} aria-hidden />}
      </ThemeIcon>
      <Stack gap="xs" miw={0} flex={1}>
        <Text fw={state === 'next' ? 650 : 500} {...(state === 'later' ? { c: 'dimmed' } : {})} pt={2}>
          {title}
          <VisuallyHidden>: {WORDS[state]}</VisuallyHidden>
        </Text>
        {state === 'next' && <Body overview={overview} />}
      </Stack>
    </Group>
  );
}
