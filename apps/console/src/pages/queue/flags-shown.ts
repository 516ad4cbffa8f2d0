/** As many as fit in a row; the package shows all. */
const FLAGS_SHOWN = 2;

export const splitFlags = <Flag>(flags: readonly Flag[]): { shown: Flag[]; more: Flag[] } => ({
  shown: flags.slice(0, FLAGS_SHOWN),
  more: flags.slice(FLAGS_SHOWN),
});
