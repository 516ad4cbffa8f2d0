import type { Notice } from '../api/index.ts';

/** Whether the server has a different build than the open page. */
export const isOtherBuild = (notice: Notice, own: string | undefined): boolean =>
  notice.kind === 'build' && notice.build !== own;

/** The messages of Chromium, Firefox and Safari when a chunk cannot be loaded. */
export const isMissingPart = (error: unknown): boolean =>
  /dynamically imported module|Importing a module script failed/i.test(String(error));

/** Reloads once; if that did not help, the page shows the failure instead of reloading forever. */
export const reloads = (isMissing: boolean, reloadedBefore: string | null): boolean =>
  isMissing && reloadedBefore === null;

/** The first page of a visit keeps the browser's focus; each later one focuses its heading. */
export const takesFocus = (visited: string | undefined, path: string): boolean =>
  visited !== undefined && visited !== path;
