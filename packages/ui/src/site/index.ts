export { showSite } from './site.tsx';
