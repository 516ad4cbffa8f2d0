// Whether the bytes that have arrived are those that were checked when the partner uploaded them.

/** Without a recorded hash nothing is the same. */
export async function isRecorded(bytes: Uint8Array<ArrayBuffer>, sha256: string | null): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}

/** How much of a file has arrived; one of unknown size counts as whole. */
export const percentOf = (got: number, sizeBytes: number | null): number =>
  Math.min(100, Math.round((got / (sizeBytes ?? got)) * 100));
