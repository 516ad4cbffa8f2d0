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
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Element = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'color'> & { ref?: Ref<HTMLAnchorElement> };

export const PageLink = createLink((props: AnchorProps & Element) => <Anchor {...props} />);
export const ButtonLink = createLink((props: ButtonProps & Element) => <Button component="a" {...props} />);
export const NavItem = createLink((props: NavLinkProps & Element) => <NavLink component="a" {...props} />);
export const MenuLink = createLink((props: MenuItemProps & Element) => <Menu.Item component="a" {...props} />);
