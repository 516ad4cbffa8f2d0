export { SavedFilterMenu } from './saved-filter-menu.tsx';
