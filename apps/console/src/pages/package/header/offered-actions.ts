// Which actions the header of a package offers, to whom, and which need a confirmation.
import type { Standing } from '../standing.ts';

interface Offer {
  isShown: boolean;
  isEnabled: boolean;
}

export interface OfferedActions {
  claim: Offer;
  release: Offer;
  reopen: Offer;
  next: Offer;
}

/** `works`: the role reviews packages. `supervises`: it also acts on those of others. `busy`: an action is running. */
export function actionsFor(
  standing: Standing,
  { works, supervises, busy }: { works: boolean; supervises: boolean; busy: boolean },
): OfferedActions {
  const isClaimed = standing === 'mine' || standing === 'theirs';
  return {
    claim: { isShown: standing === 'waiting', isEnabled: works && standing === 'waiting' && !busy },
    release: { isShown: isClaimed, isEnabled: works && canRelease(standing, supervises) && !busy },
    reopen: { isShown: standing === 'rejected', isEnabled: supervises && !busy },
    next: { isShown: true, isEnabled: works && !busy },
  };
}

const canRelease = (standing: Standing, supervises: boolean): boolean =>
  standing === 'mine' || (standing === 'theirs' && supervises);

/** The open question, if the package is still as it was when the button was pressed. */
export function questionAbout(
  standing: Standing,
  supervises: boolean,
  isAsking: boolean,
): 'reopen' | 'release' | undefined {
  if (!isAsking) return undefined;
  if (standing === 'rejected') return 'reopen';
  return canRelease(standing, supervises) ? 'release' : undefined;
}
