// The pages in the menu of the console.
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
import type { MenuPage } from '@onboarding/ui/shell';
import { isOfferedTo, type MenuPath } from './menu-roles.ts';

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

/** Those that the role may open. */
export const pagesFor = (role: string) => PAGES.filter(({ to }) => isOfferedTo(to, role));
