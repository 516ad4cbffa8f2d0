// The frame around every page of the console.
import { NavLink } from '@mantine/core';
import { IconBook } from '@onboarding/ui/icons';
import { Keyboard, KeysMenuItem, useKey } from '@onboarding/ui/keys';
import { PaletteButton } from '@onboarding/ui/palette';
import { SessionProvider, useSession } from '@onboarding/ui/session';
import { Shell, SideMenu } from '@onboarding/ui/shell';
import { Navigate, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { pagesFor } from './menu.ts';
import { firstPageOf, isOperator, isReader, needsWholeWindow } from './menu-roles.ts';
import { Bell } from './pages/notices/bell.tsx';

export function Frame() {
  const filled = useRouterState({ select: ({ location }) => needsWholeWindow(location.pathname) });
  return (
    <SessionProvider realm="staff" site="/console">
      <Keyboard>
        <Shell
          nav={<Pages />}
          filled={filled}
          search={<PaletteButton load={loadPalette} />}
          tools={<Bell />}
          menu={<KeysMenuItem />}
        >
          <WayKeys />
          <Outlet />
        </Shell>
      </Keyboard>
    </SessionProvider>
  );
}

const loadPalette = async () => (await import('./palette/palette.tsx')).Palette;

function Pages() {
  const { role, handbookUrl } = useSession().session;
  return (
    <>
      <SideMenu pages={pagesFor(role)} />
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
      aria-label="Operators' guide (opens in a new tab)"
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
