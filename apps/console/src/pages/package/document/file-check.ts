// Whether the received bytes are those that were checked when the partner uploaded them.

/** False without a recorded hash. */
export async function isRecorded(bytes: Uint8Array<ArrayBuffer>, sha256: string | null): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}

/** The received percentage of a file; 100 if its size is unknown. */
export const percentOf = (got: number, sizeBytes: number | null): number =>
  Math.min(100, Math.round((got / (sizeBytes ?? got)) * 100));
