// The frame around every page of a signed-in person.

import { NavLink } from '@mantine/core';
import { IconBook } from '@onboarding/ui/icons';
import { Keyboard, KeysMenuItem } from '@onboarding/ui/keys';
import { PaletteButton } from '@onboarding/ui/palette';
import { SessionProvider, useSession } from '@onboarding/ui/session';
import { MenuLink, Page, Shell, SideMenu } from '@onboarding/ui/shell';
import { Empty } from '@onboarding/ui/states';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { PAGES } from './menu.ts';
import { accessTo } from './standing.ts';

export function Frame() {
  return (
    <SessionProvider realm="partner" site="/portal">
      <Keyboard>
        <Shell
          nav={
            <>
              <SideMenu pages={PAGES} />
              <DocumentationLink />
            </>
          }
          search={<PaletteButton load={loadPalette} />}
          menu={
            <>
              <MenuLink to="/you">Sessions and notifications</MenuLink>
              <KeysMenuItem />
            </>
          }
        >
          <Standing />
        </Shell>
      </Keyboard>
    </SessionProvider>
  );
}

const loadPalette = async () => (await import('./palette/palette.tsx')).Palette;

/** Opens in a new tab, so that the current page stays open. */
function DocumentationLink() {
  return (
    <NavLink
      component="a"
      href="/docs"
      target="_blank"
      rel="noopener"
      label="Documentation"
      aria-label="Documentation (opens in a new tab)"
      mt="auto"
      leftSection={<IconBook size={18} aria-hidden />}
    />
  );
}

function Standing() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const access = accessTo(path, useSession().session.partner);
  if (access === 'deactivated') {
    return (
      <Page title="Your organisation is deactivated">
        <Empty kind="refused" title="Nothing can be read or changed at the moment">
          Your data is kept. Ask your contact at our company to reactivate it.
        </Empty>
      </Page>
    );
  }
  if (access === 'not-approved') {
    return (
      <Page title="Your organisation is not approved yet">
        <Empty kind="refused" title="We are still checking your organisation">
          You can start working here as soon as it is approved. Ask your contact at our company what is still needed.
          Until then, you can read the documentation and the event catalogue.
        </Empty>
      </Page>
    );
  }
  return <Outlet />;
}
