import type { Notice } from '../api/index.ts';

/** Whether the server has a different build than the open page. */
export const isOtherBuild = (notice: Notice, own: string | undefined): boolean =>
  notice.kind === 'build' && notice.build !== own;
