export { openTab, useAccountActions } from './account-actions.ts';
export { Finder, useRecent, useTyped } from './finder.tsx';
export { matching, stillMatching } from './finder-rules.ts';
