// What can be done with a package from its header, by whom, and whether it has to be asked about first.
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

/** `works`: the role reviews packages. `supervises`: it also acts on those of others. `busy`: something is under way. */
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

/** The question that is open, if the package still is as it was when somebody pressed the button. */
export function questionAbout(
  standing: Standing,
  supervises: boolean,
  isAsking: boolean,
): 'reopen' | 'release' | undefined {
  if (!isAsking) return undefined;
  if (standing === 'rejected') return 'reopen';
  return canRelease(standing, supervises) ? 'release' : undefined;
}
