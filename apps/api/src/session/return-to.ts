const ELSEWHERE = 'https://elsewhere.invalid';
const MAX_LENGTH = 2_000;
const MAX_ENCODINGS = 5;
/** Characters that a URL may contain unencoded. */
const PRINTABLE = /^[\x21-\x7e]+$/;
// Control characters and unusual spaces, which browsers drop or trim, and the backslash, which they treat as a slash.
const DECEIVING = /[\p{Cc}\p{Cf}\\]|(?! )\p{Z}/u;

/**
 * Where a person goes after signing in: a path of our own site, or else its home page. Refuses anything that a browser could
 * interpret as another site, even after decoding several times.
 */
export function localPath(wanted: unknown): string {
  return typeof wanted === 'string' && isLocalPath(wanted) ? wanted : '/';
}

function isLocalPath(wanted: string): boolean {
  if (wanted.length > MAX_LENGTH || !PRINTABLE.test(wanted)) return false;
  let text = wanted;
  for (let round = 0; round < MAX_ENCODINGS; round++) {
    if (!staysHere(text)) return false;
    const decoded = decode(text);
    if (decoded === undefined) return false;
    if (decoded === text) return true;
    text = decoded;
  }
  return false;
}

function staysHere(text: string): boolean {
  if (!text.startsWith('/') || DECEIVING.test(text) || !URL.canParse(text, ELSEWHERE)) return false;
  const { origin, pathname } = new URL(text, ELSEWHERE);
  // The path as the browser resolves it: removing dot segments can bring two slashes together.
  return origin === ELSEWHERE && !pathname.startsWith('//') && !/^[^?#]*\/\//.test(text);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
