export { Broken } from './broken.tsx';
export { ButtonLink, MenuLink, PageLink } from './links.tsx';
export { NotFound } from './not-found.tsx';
export { Page, PageTitle } from './page.tsx';
export { Shell } from './shell.tsx';
export { type MenuPage, SideMenu } from './side-menu.tsx';
