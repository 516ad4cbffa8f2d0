// The result of one check of the doctor.

export interface Verdict {
  /** What was checked, in a word or two. */
  about: string;
  /** Skipped: an earlier fault must be fixed first. */
  state: 'good' | 'warning' | 'fault' | 'skipped';
  found: string;
  /** How to fix it; empty if good. */
  cure: string;
}

export const good = (about: string, found: string): Verdict => ({ about, state: 'good', found, cure: '' });
export const skipped = (about: string, found: string): Verdict => ({ about, state: 'skipped', found, cure: '' });
export const warning = (about: string, found: string, cure: string): Verdict => ({
  about,
  state: 'warning',
  found,
  cure,
});
export const fault = (about: string, found: string, cure: string): Verdict => ({ about, state: 'fault', found, cure });
