// The number of new notices in words.

/** The API counts each kind up to 100. */
const MOST = 99;

/** The badge of the bell, if there is anything new, and the name of the button. */
export function bellOf(unseen: number): { figure: string | undefined; label: string } {
  if (unseen === 0) return { figure: undefined, label: 'Notices' };
  const figure = unseen > MOST ? `${MOST}+` : String(unseen);
  return { figure, label: `Notices, ${figure} new` };
}
