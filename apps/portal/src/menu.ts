// The pages in the menu of the portal.
import {
  IconActivityHeartbeat,
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
import type { MenuPage } from '@onboarding/ui/shell';

export const PAGES = [
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
] as const satisfies readonly MenuPage[];
