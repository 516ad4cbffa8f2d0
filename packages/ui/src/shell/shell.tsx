// The frame of every page: navigation, location and account.
import {
  AppShell,
  Badge,
  Burger,
  Button,
  Group,
  Menu,
  Text,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { onNotice } from '../api/index.ts';
import { IconChevronDown } from '../icons/index.ts';
import { useSession } from '../session/index.ts';
import { Monogram } from '../values/monogram.tsx';
import { initialsOf } from '../values/monogram-rules.ts';
import { Rail } from './links.tsx';
import { Mark } from './mark.tsx';
import classes from './shell.module.css';
import { isOtherBuild } from './shell-rules.ts';

/** A page that fills the window gets all the space: no padding, and the menu as a rail of icons or behind the burger. */
export function Shell({
  nav,
  search,
  tools,
  menu,
  filled = false,
  children,
}: {
  nav: ReactNode;
  /** The button that opens the command palette. */
  search: ReactNode;
  /** In the header, before the menu of the user. */
  tools?: ReactNode;
  menu?: ReactNode;
  filled?: boolean;
  children: ReactNode;
}) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { session } = useSession();
  const isWide = useMediaQuery('(min-width: 80em)') ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a narrow screen, navigation closes the menu.
  useEffect(close, [path]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: filled ? 56 : 220, breakpoint: filled ? 1280 : 'sm', collapsed: { mobile: !opened } }}
      padding={filled ? 0 : 'lg'}
    >
      <a className="skip" href="#content">
        Skip to content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={opened}
              onClick={toggle}
              className={filled ? classes.railBurger : classes.burger}
              size="sm"
              aria-label={opened ? 'Close the menu' : 'Open the menu'}
            />
            {session.partner === null ? <Mark /> : <Monogram name={session.partner.name} size={28} />}
            <Text fw={650} truncate title={session.partner?.name}>
              {session.partner?.name ?? 'Business Onboarding'}
            </Text>
            {session.environment !== 'production' && (
              <Badge color="warning" tt="capitalize" flex="none" size="sm">
                {session.environment}
              </Badge>
            )}
          </Group>
          <Group gap="xs" wrap="nowrap" flex="none">
            {search}
            {tools}
            <UserMenu>{menu}</UserMenu>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" component="nav" aria-label="Pages" {...(filled ? { className: classes.rail } : {})}>
        <Rail value={filled && isWide}>{nav}</Rail>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} {...(filled ? { className: classes.filled } : {})}>
        <NewBuild />
        {children}
      </AppShell.Main>
    </AppShell>
  );
}

const SCHEMES = { light: 'Light', dark: 'Dark', auto: 'Same as system' } as const;

function UserMenu({ children }: { children: ReactNode }) {
  const { session, signOut } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="neutral"
          size="sm"
          px="xs"
          maw={200}
          flex="none"
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <Text span size="sm" truncate visibleFrom="xs" title={session.name}>
            {session.name}
          </Text>
          <Text span size="sm" hiddenFrom="xs">
            <span aria-hidden>{initialsOf(session.name)}</span>
            <VisuallyHidden>{session.name}</VisuallyHidden>
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {session.email}, {session.role}
        </Menu.Label>
        {children}
        <Menu.Item component="a" href={session.accountUrl} target="_blank" rel="noopener">
          Password and second factor
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Colours</Menu.Label>
        {(Object.keys(SCHEMES) as (keyof typeof SCHEMES)[]).map((scheme) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            {...(colorScheme === scheme ? { fw: 650, 'aria-current': true } : {})}
          >
            {SCHEMES[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const ownBuild = () => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;

/** Offers a reload once the server has a newer build than this page. */
function NewBuild() {
  const [newer, setNewer] = useState(false);
  useEffect(
    () =>
      onNotice((notice) => {
        if (isOtherBuild(notice, ownBuild())) setNewer(true);
      }),
    [],
  );
  if (!newer) return null;
  return (
    <Group mb="md" gap="sm" role="status">
      <Text size="sm">A new version of this site is available.</Text>
      <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </Group>
  );
}
