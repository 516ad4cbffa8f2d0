import { Card, Code, Stack, Text, Title } from '@mantine/core';
import type { CountryRequirements } from '@onboarding/contract';
import { Snippet } from '@onboarding/ui/values';
import { businessTypeName } from '@onboarding/ui/words';
import { exampleBody } from './example-body.ts';

export function Example({ requirements, type }: { requirements: CountryRequirements; type: string | undefined }) {
  if (type === undefined) return null;
  const body = exampleBody(requirements, type, new Date());
  return (
    <Card withBorder padding="lg" component="section" aria-labelledby="example">
      <Stack gap="sm">
        <Title order={2} size="h4" id="example">
          An example to copy
        </Title>
        <Text size="sm">
          The body of <Code>POST /api/partner/v1/business-profiles</Code> for a business in {requirements.name} (
          {businessTypeName(type)}) with one owner who lives there. To try it without saving anything, send it to{' '}
          <Code>POST /api/partner/v1/business-profiles/validate</Code>.
        </Text>
        <Snippet text={JSON.stringify(body, null, 2)} what="the example body" height={480} />
      </Stack>
    </Card>
  );
}
