// Checks a signature in the browser; nothing typed here leaves it. If the signature is wrong, tries the usual mistakes,
// separately and combined, until one explains it.

export interface Sent {
  eventId: string;
  /** The exact body. */
  body: string;
  attempts: readonly { attemptNo: number; svcTimestamp: number; signatures: readonly string[] | null }[];
}

export interface Given {
  secret: string;
  /** As the receiver logged them, one per line. */
  headers: string;
  /** The signature that the receiver's code computed, if known. */
  computed: string;
}

export type Mistake =
  | 'UndecodedSecret'
  | 'PrefixInKey'
  | 'RewrittenBody'
  | 'OtherTimestamp'
  | 'BodyOnly'
  | 'HexOutput'
  | 'UrlSafeOutput';

export type Verdict =
  | { kind: 'SecretUnreadable' }
  | { kind: 'HeaderMissing'; header: string }
  | { kind: 'OtherEvent'; eventId: string }
  /** Signed with this secret; `previous` if it is the older of two valid secrets. */
  | { kind: 'Right'; previous: boolean }
  | { kind: 'Mistakes'; mistakes: Mistake[] }
  /** We sent these headers, but did not sign with this secret. */
  | { kind: 'OtherSecret' }
  /** Neither sent by us nor explained by a known mistake. */
  | { kind: 'Unknown' };

const PREFIX = 'whsec_';
const REQUIRED = ['id', 'timestamp', 'signature'] as const;

export async function checkSignature(sent: Sent, given: Given): Promise<Verdict> {
  const secret = given.secret.trim();
  const key = keyOf(secret);
  if (key === undefined) return { kind: 'SecretUnreadable' };
  const headers = readHeaders(given.headers);
  for (const name of REQUIRED) {
    if (headers[name] === undefined)
      return { kind: 'HeaderMissing', header: `Svc-${name[0]?.toUpperCase()}${name.slice(1)}` };
  }
  const { id = '', timestamp = '', signature = '' } = headers;
  if (id.toLowerCase() !== sent.eventId.toLowerCase()) return { kind: 'OtherEvent', eventId: id };
  const tokens = signature.split(/\s+/);
  const right = await sign(key, `${id}.${timestamp}.${sent.body}`);
  const computed = given.computed.trim().replace(/^v1,/, '');
  const place = tokens.indexOf(`v1,${right}`);
  if (place >= 0 && (computed === '' || computed === right)) return { kind: 'Right', previous: place > 0 };
  const wanted = place >= 0 ? [computed] : [...tokens.map((token) => token.replace(/^v1,/, '')), computed];
  const mistakes = await findMistakes(sent, { secret, id, timestamp }, new Set(wanted.filter((one) => one !== '')));
  if (mistakes !== undefined) return { kind: 'Mistakes', mistakes };
  const ours = sent.attempts.some(({ signatures }) => signatures?.some((one) => tokens.includes(one)) === true);
  return { kind: ours && place < 0 ? 'OtherSecret' : 'Unknown' };
}

function readHeaders(text: string): Partial<Record<(typeof REQUIRED)[number], string>> {
  const found: Partial<Record<(typeof REQUIRED)[number], string>> = {};
  for (const line of text.split('\n')) {
    const [, name, value] = /(?:svc|webhook)-(id|timestamp|signature)["']?\s*[:=]\s*["']?([^"']*)/i.exec(line) ?? [];
    const known = REQUIRED.find((one) => one === name?.toLowerCase());
    if (known !== undefined && value !== undefined) found[known] ??= value.trim().replace(/,$/, '');
  }
  return found;
}

interface Way<T> {
  value: T;
  mistakes: Mistake[];
}

/** The smallest combination of mistakes that yields one of the wanted signatures. */
async function findMistakes(
  { attempts, body }: Sent,
  { secret, id, timestamp }: { secret: string; id: string; timestamp: string },
  wanted: ReadonlySet<string>,
): Promise<Mistake[] | undefined> {
  const others = attempts.map(({ svcTimestamp }) => String(svcTimestamp)).filter((one) => one !== timestamp);
  const times: Way<string>[] = [
    { value: timestamp, mistakes: [] },
    ...others.map((value): Way<string> => ({ value, mistakes: ['OtherTimestamp'] })),
  ];
  let fewest: Mistake[] | undefined;
  for (const key of keysOf(secret)) {
    for (const written of bodiesOf(body)) {
      const contents = [
        ...times.map(({ value, mistakes }) => ({ value: `${id}.${value}.${written.value}`, mistakes })),
        { value: written.value, mistakes: ['BodyOnly' as const] },
      ];
      for (const content of contents) {
        const signature = await sign(key.value, content.value);
        for (const output of outputsOf(signature)) {
          const mistakes = [key, written, content, output].flatMap((way) => way.mistakes);
          if (wanted.has(output.value) && mistakes.length < (fewest?.length ?? 9)) fewest = mistakes;
        }
      }
    }
  }
  return fewest;
}

function keysOf(secret: string): Way<Uint8Array>[] {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = keyOf(secret);
  return [
    ...(key === undefined ? [] : [{ value: key, mistakes: [] }]),
    { value: bytes(secret.slice(PREFIX.length)), mistakes: ['UndecodedSecret'] },
    { value: bytes(secret), mistakes: ['PrefixInKey'] },
  ];
}

/** The body as frameworks serialise it again after parsing. */
function bodiesOf(body: string): Way<string>[] {
  const ways: Way<string>[] = [{ value: body, mistakes: [] }];
  const add = (value: string) => {
    if (value !== body) ways.push({ value, mistakes: ['RewrittenBody'] });
  };
  add(`${body}\n`);
  try {
    const parsed: unknown = JSON.parse(body);
    add(JSON.stringify(parsed));
    add(JSON.stringify(parsed, null, 2));
    add(JSON.stringify(parsed, null, 4));
    // As serialised by Python and Ruby on Rails, and with sorted keys.
    add(
      JSON.stringify(parsed, null, 1)
        .replaceAll(/\n\s*/g, ' ')
        .replaceAll(/([[{]) | ([\]}])/g, '$1$2'),
    );
    add(JSON.stringify(sorted(parsed)));
  } catch {
    // Not JSON, so it cannot have been serialised again.
  }
  return ways;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

function outputsOf(signature: string): Way<string>[] {
  const hex = [...atob(signature)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return [
    { value: signature, mistakes: [] },
    { value: hex, mistakes: ['HexOutput'] },
    { value: signature.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''), mistakes: ['UrlSafeOutput'] },
  ];
}

/** The bytes after the prefix; undefined if it is not one of our secrets. */
function keyOf(secret: string): Uint8Array | undefined {
  if (!secret.startsWith(PREFIX)) return undefined;
  try {
    return Uint8Array.from(atob(secret.slice(PREFIX.length)), (byte) => byte.charCodeAt(0));
  } catch {
    return undefined;
  }
}

async function sign(key: Uint8Array, content: string): Promise<string> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', new Uint8Array(key), hmac, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(content)));
  return btoa(String.fromCharCode(...bytes));
}
