// The side menu with the pages of a site.
import type { ComponentType } from 'react';
import { NavItem } from './links.tsx';

export interface MenuPage {
  to: string;
  label: string;
  icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  /** Whether pages below it have separate entries. */
  exact?: boolean;
}

export function SideMenu({ pages }: { pages: readonly MenuPage[] }) {
  return pages.map(({ to, label, icon: Icon, exact = false }) => (
    <NavItem
      key={to}
      to={to}
      label={label}
      title={label}
      leftSection={<Icon size={18} aria-hidden />}
      activeOptions={{ exact, includeSearch: false }}
    />
  ));
}
