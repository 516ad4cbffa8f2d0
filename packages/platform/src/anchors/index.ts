// Stores signed anchors of the audit trail where the owner of the database cannot change them.
import { type LockedStorage, lockedTarget } from './object-lock.ts';
import { type AnchorTarget, commandTarget, fileTarget } from './target.ts';

export { prepareAnchors } from './object-lock.ts';
export type { AnchorTarget } from './target.ts';

export type AnchorSettings =
  | { kind: 'file'; path: string }
  /** `ask`: the program that prints the last stored line. */
  | { kind: 'command'; path: string; ask?: string | undefined }
  | ({ kind: 's3' } & LockedStorage);

export function openAnchors(settings: AnchorSettings): AnchorTarget {
  if (settings.kind === 's3') return lockedTarget(settings);
  return settings.kind === 'file' ? fileTarget(settings.path) : commandTarget(settings.path, settings.ask);
}
