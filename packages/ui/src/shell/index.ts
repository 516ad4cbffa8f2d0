export { ButtonLink, MenuLink, type MenuPage, PageLink, SideMenu } from './links.tsx';
export { Broken, NotFound, Page, PageTitle } from './page.tsx';
export { Section } from './section.tsx';
export { Shell } from './shell.tsx';
export { ViewLink, Views } from './views.tsx';
