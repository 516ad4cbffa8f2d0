// The frame around every page of the console.
import { NavLink } from '@mantine/core';
import {
  IconActivityHeartbeat,
  IconBook,
  IconBuilding,
  IconChartBar,
  IconEye,
  IconListDetails,
  IconSearch,
  IconUserCog,
  IconWorld,
} from '@onboarding/ui/icons';
import { Keyboard, KeysMenuItem, useKey } from '@onboarding/ui/keys';
import { SessionProvider, useSession } from '@onboarding/ui/session';
import { type MenuPage, Shell, SideMenu } from '@onboarding/ui/shell';
import { Navigate, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { firstPageOf, isOfferedTo, isOperator, isReader, type MenuPath, needsWholeWindow } from './menu-roles.ts';
import { Bell } from './pages/notices/bell.tsx';

export function Frame() {
  const filled = useRouterState({ select: ({ location }) => needsWholeWindow(location.pathname) });
  return (
    <SessionProvider realm="staff" site="/console">
      <Keyboard>
        <Shell nav={<Pages />} filled={filled} tools={<Bell />} menu={<KeysMenuItem />}>
          <WayKeys />
          <Outlet />
        </Shell>
      </Keyboard>
    </SessionProvider>
  );
}

const PAGES: readonly (MenuPage & { to: MenuPath })[] = [
  { to: '/queue', label: 'Queue', icon: IconListDetails },
  { to: '/search', label: 'Search', icon: IconSearch },
  { to: '/lead', label: 'Statistics', icon: IconChartBar },
  { to: '/reads', label: 'Reading trail', icon: IconEye },
  { to: '/partners', label: 'Partners', icon: IconBuilding },
  { to: '/staff', label: 'Staff', icon: IconUserCog },
  { to: '/reference', label: 'Reference data', icon: IconWorld },
  { to: '/jobs', label: 'Jobs', icon: IconActivityHeartbeat },
];

function Pages() {
  const { role, handbookUrl } = useSession().session;
  return (
    <>
      <SideMenu pages={PAGES.filter(({ to }) => isOfferedTo(to, role))} />
      {handbookUrl !== null && isOperator(role) && <HandbookLink url={handbookUrl} />}
    </>
  );
}

/** Opens in a new tab, so that the current page stays open. */
function HandbookLink({ url }: { url: string }) {
  return (
    <NavLink
      component="a"
      href={`${url}operators`}
      target="_blank"
      rel="noopener"
      label="Operators' guide"
      title="Operators' guide (opens in a new tab)"
      mt="auto"
      leftSection={<IconBook size={18} aria-hidden />}
    />
  );
}

/** The keys that go from any page to the queue and its views. */
function WayKeys() {
  const { role } = useSession().session;
  const navigate = useNavigate();
  const options = { everywhere: true, enabled: isReader(role) };
  useKey('g q', () => void navigate({ to: '/queue' }), 'Go to the queue', options);
  useKey('g m', () => void navigate({ to: '/queue', search: { view: 'mine' } }), 'Go to your packages', options);
  useKey(
    'g c',
    () => void navigate({ to: '/queue', search: { view: 'confirm' } }),
    'Go to the packages to confirm',
    options,
  );
  useKey('/', () => void navigate({ to: '/search' }), 'Search all businesses', options);
  return null;
}

/** Redirects to the first page of the role. */
export function FirstPage() {
  const { role } = useSession().session;
  return <Navigate to={firstPageOf(role)} replace />;
}
