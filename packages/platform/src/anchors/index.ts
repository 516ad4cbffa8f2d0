// Stores signed anchors of the audit trail where the owner of the database cannot change them.
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inspectLocks, type LockedStorage, lockedTarget } from './object-lock.ts';
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

/** Says that anchors can be stored there, or throws. Stores nothing. */
export async function inspectAnchors(settings: AnchorSettings): Promise<string> {
  switch (settings.kind) {
    case 's3':
      await inspectLocks(settings);
      return `the bucket ${settings.bucket} locks what is stored there`;
    case 'file':
      await access(settings.path, constants.W_OK).catch(() => access(dirname(settings.path), constants.W_OK));
      return 'the file can be written on this machine';
    case 'command':
      for (const program of [settings.path, settings.ask ?? settings.path]) await access(program, constants.X_OK);
      return 'the program can be run on this machine';
  }
}
