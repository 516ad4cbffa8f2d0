// The library's links, connected to the router: typed paths, no reload.
import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
  NavLink,
  type NavLinkProps,
  Tooltip,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type ComponentType, createContext, type Ref, useContext } from 'react';

type Element = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'color'> & { ref?: Ref<HTMLAnchorElement> };

export const PageLink = createLink((props: AnchorProps & Element) => <Anchor {...props} />);
export const ButtonLink = createLink((props: ButtonProps & Element) => <Button component="a" {...props} />);
const NavItem = createLink((props: NavLinkProps & Element) => <NavLink component="a" {...props} />);
export const MenuLink = createLink((props: MenuItemProps & Element) => <Menu.Item component="a" {...props} />);

export interface MenuPage {
  to: string;
  label: string;
  icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  /** Whether pages below it have separate entries. */
  exact?: boolean;
}

/** Whether the menu is a rail of icons, whose names are tooltips. */
export const Rail = createContext(false);

/** The side menu with the pages of a site. */
export function SideMenu({ pages }: { pages: readonly MenuPage[] }) {
  const isRail = useContext(Rail);
  return pages.map(({ to, label, icon: Icon, exact = false }) => (
    <Tooltip key={to} label={label} position="right" disabled={!isRail}>
      <NavItem
        to={to}
        label={label}
        leftSection={<Icon size={18} aria-hidden />}
        activeOptions={{ exact, includeSearch: false }}
      />
    </Tooltip>
  ));
}
