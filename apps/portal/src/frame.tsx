// The frame around every page of a signed-in person.

import { NavLink } from '@mantine/core';
import {
  IconActivityHeartbeat,
  IconBook,
  IconBuilding,
  IconClipboardList,
  IconHistory,
  IconHome,
  IconKey,
  IconListDetails,
  IconSend,
  IconUsers,
  IconWebhook,
} from '@onboarding/ui/icons';
import { SessionProvider, useSession } from '@onboarding/ui/session';
import { MenuLink, type MenuPage, Page, Shell, SideMenu } from '@onboarding/ui/shell';
import { Empty } from '@onboarding/ui/states';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { accessTo } from './standing.ts';

export function Frame() {
  return (
    <SessionProvider realm="partner" site="/portal">
      <Shell
        nav={
          <>
            <SideMenu pages={PAGES} />
            <DocumentationLink />
          </>
        }
        menu={<MenuLink to="/you">Sessions and notifications</MenuLink>}
      >
        <Standing />
      </Shell>
    </SessionProvider>
  );
}

/** Opens in a new tab, so that the current page stays open. */
function DocumentationLink() {
  return (
    <NavLink
      component="a"
      href="/docs"
      target="_blank"
      rel="noopener"
      label="Documentation"
      title="Documentation (opens in a new tab)"
      mt="auto"
      leftSection={<IconBook size={18} aria-hidden />}
    />
  );
}

const PAGES: readonly MenuPage[] = [
  { to: '/', label: 'Home', icon: IconHome, exact: true },
  { to: '/customers', label: 'Customers', icon: IconBuilding },
  { to: '/requirements', label: 'Requirements', icon: IconClipboardList },
  { to: '/webhooks', label: 'Webhook', icon: IconWebhook, exact: true },
  { to: '/webhooks/deliveries', label: 'Deliveries', icon: IconSend },
  { to: '/webhooks/events', label: 'Events', icon: IconListDetails },
  { to: '/credentials', label: 'API credentials', icon: IconKey },
  { to: '/api-requests', label: 'API requests', icon: IconActivityHeartbeat },
  { to: '/team', label: 'Team', icon: IconUsers },
  { to: '/activity', label: 'Activity', icon: IconHistory },
];

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
