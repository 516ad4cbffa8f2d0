export { ButtonLink, MenuLink, type MenuPage, PageLink, SideMenu } from './links.tsx';
export { Broken, NotFound, Page, PageTitle } from './page.tsx';
export { Shell } from './shell.tsx';
