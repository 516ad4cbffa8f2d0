import type { Notice } from '../api/index.ts';

/** Whether the server has another build of the site than the page that is open. */
export const isOtherBuild = (notice: Notice, own: string | undefined): boolean =>
  notice.kind === 'build' && notice.build !== own;
