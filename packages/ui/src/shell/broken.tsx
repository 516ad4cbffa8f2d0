import { Button, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isMissingPart, reloads } from './visits.ts';

const RELOADED = 'reloaded-for-missing-part';

/** A chunk that cannot be loaded, usually on an old page after a release. Reloads once, then shows the failure. */
export function Broken({ error }: ErrorComponentProps) {
  const missing = isMissingPart(error);
  useEffect(() => {
    if (!reloads(missing, sessionStorage.getItem(RELOADED))) return;
    sessionStorage.setItem(RELOADED, 'once');
    window.location.reload();
  }, [missing]);
  return (
    <Stack align="flex-start" role="alert">
      <Title order={1} size="h2">
        This page is not working
      </Title>
      <Text>
        {missing
          ? 'Part of it could not be loaded. Check your connection, then reload the page.'
          : 'Reload the page. If it happens again, tell our support team what you did just before.'}
      </Text>
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </Stack>
  );
}
