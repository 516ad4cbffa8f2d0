// Around every page of our staff: what the role is for comes first, and nothing else is offered.
import type { StaffRole } from '@onboarding/contract';
import {
  IconActivityHeartbeat,
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
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';

/** The package needs the whole window. */
const FILLED = /^\/packages\/[^/]+\/?$/;

export function Frame() {
  const filled = useRouterState({ select: ({ location }) => FILLED.test(location.pathname) });
  return (
    <SessionProvider realm="staff" site="/console">
      <Keyboard>
        <Shell nav={<Pages />} filled={filled} menu={<KeysMenuItem />}>
          <WayKeys />
          <Outlet />
        </Shell>
      </Keyboard>
    </SessionProvider>
  );
}

const READERS: readonly StaffRole[] = ['analyst', 'supervisor', 'auditor'];

const SUPERVISING: readonly StaffRole[] = ['supervisor', 'auditor'];
const OPERATORS: readonly StaffRole[] = ['operator'];

const PAGES: readonly (MenuPage & { roles: readonly StaffRole[] })[] = [
  { to: '/queue', label: 'Queue', icon: IconListDetails, roles: READERS },
  { to: '/search', label: 'Search', icon: IconSearch, roles: READERS },
  { to: '/lead', label: 'Statistics', icon: IconChartBar, roles: SUPERVISING },
  { to: '/reads', label: 'Reading trail', icon: IconEye, roles: SUPERVISING },
  { to: '/partners', label: 'Partners', icon: IconBuilding, roles: OPERATORS },
  { to: '/staff', label: 'Staff', icon: IconUserCog, roles: OPERATORS },
  { to: '/reference', label: 'Reference data', icon: IconWorld, roles: OPERATORS },
  { to: '/jobs', label: 'Jobs', icon: IconActivityHeartbeat, roles: OPERATORS },
];

function Pages() {
  const { role } = useSession().session;
  return <SideMenu pages={PAGES.filter(({ roles }) => roles.some((one) => one === role))} />;
}

/** The keys that lead from any page to the queue and its views. */
function WayKeys() {
  const { role } = useSession().session;
  const navigate = useNavigate();
  const options = { everywhere: true, enabled: READERS.some((one) => one === role) };
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
