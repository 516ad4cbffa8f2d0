import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, useMatch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { rememberVisit } from '../palette/index.ts';
import { Empty } from '../states/states.tsx';
import { ButtonLink } from './links.tsx';
import { isMissingPart, reloads, takesFocus } from './shell-rules.ts';

/** The path of the previous page. */
let visited: string | undefined;

/** The heading of a page, which also sets the window's title and takes the focus when the page is opened. */
export function PageTitle({ title, size = 'h2' }: { title: string; size?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Its own, because the previous page stays until the next one has loaded.
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  useEffect(() => {
    document.title = `${title} – Business Onboarding`;
    rememberVisit({ path, title });
  }, [path, title]);
  useEffect(() => {
    if (takesFocus(visited, path)) heading.current?.focus();
    visited = path;
  }, [path]);
  return (
    <Title ref={heading} tabIndex={-1} order={1} size={size} style={{ overflowWrap: 'anywhere' }}>
      {title}
    </Title>
  );
}

/** A page: its title, description and actions. */
export function Page({
  title,
  about,
  actions,
  children,
}: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <div>
          <PageTitle title={title} />
          {about !== undefined && (
            <Text c="dimmed" size="sm" maw={720} component="div">
              {about}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

export function NotFound() {
  return (
    <Page title="Page not found">
      <Empty
        title="The URL may be mistyped, or the page may have moved"
        action={<ButtonLink to="/">Go to the start page</ButtonLink>}
      />
    </Page>
  );
}

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
