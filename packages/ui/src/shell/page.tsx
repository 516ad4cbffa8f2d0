import { Group, Stack, Text, Title } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { takesFocus } from './visits.ts';

/** The path of the previous page. */
let visited: string | undefined;

/** The heading of a page, which also sets the window's title and takes the focus when the page is opened. */
export function PageTitle({ title, size = 'h2' }: { title: string; size?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    document.title = `${title} – Business Onboarding`;
  }, [title]);
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
