// Documents with a script or other active content, random but reproducible by seed: in every place the format has for it,
// hidden in every way it allows. Some hide it so well that no reader finds it, which is harmless.
import { deflateSync } from 'node:zlib';
import {
  type Layout,
  latin,
  lengthNumber,
  type Packing,
  type PdfPart,
  PLAIN,
  writePdf,
} from '../harness/pdf-writer.ts';
import { LIE, PACKINGS } from './pdf-packings.ts';

/** The kind of hidden content. None: a link instead. */
export type Hidden = 'JavaScript' | 'Launch' | 'GoToE' | 'SubmitForm' | 'EmbeddedFile' | 'RichMedia' | 'Xfa' | 'None';

export interface HiddenScript {
  bytes: Buffer;
  /** The ways in which it was hidden. */
  tricks: string[];
}

interface Dice {
  below(most: number): number;
  chance(share: number): boolean;
  pick<T>(options: readonly [T, ...T[]]): T;
}

function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  return {
    below,
    chance: (share) => next() < share,
    pick: (options) => options[below(options.length)] ?? options[0],
  };
}

const SCRIPT = 'app.alert(1)';
const hex = (text: string) => latin(text).toString('hex');

/** Escapes letters of names, and adds gaps before them. */
function disguised(dice: Dice, text: string, tricks: Set<string>): string {
  let changed = text;
  if (dice.chance(0.3)) {
    tricks.add('escaped names');
    changed = changed.replace(/\/([A-Za-z]{2,})/g, (_, name: string) => {
      const letters = [...name].map((one) =>
        dice.chance(0.3) ? `#${dice.chance(0.5) ? hex(one) : hex(one).toUpperCase()}` : one,
      );
      return `/${letters.join('')}`;
    });
  }
  if (dice.chance(0.2)) {
    tricks.add('gaps');
    const gap = dice.pick([' '.repeat(99), '%\n'.repeat(30), `%${'/'.repeat(200)}\r`, '\0\t\f\r\n']);
    changed = changed.replace(/(?<=[\w>)\]])\//g, () => (dice.chance(0.4) ? `${gap}/` : '/'));
    changed = changed.replace(/(?<=\/(?:JS|JavaScript|N|First|EF|XFA)) ?(?=[[(<\d])/g, gap);
  }
  return changed;
}

/** The value of /JS; adds the objects it refers to. */
function scriptValue(dice: Dice, parts: PdfPart[], tricks: Set<string>, onlyStrings: boolean): string {
  const forms = {
    string: () => `(${SCRIPT})`,
    'string in octal': () =>
      `(${[...SCRIPT].map((one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`).join('')})`,
    'string in hex': () => ` <${hex(SCRIPT)}>`,
    'string of two-byte letters': () => ` <feff${Buffer.from(SCRIPT, 'utf16le').swap16().toString('hex')}>`,
    'string elsewhere': () => {
      parts.push({ number: 30, body: `(${SCRIPT})` });
      return ' 30 0 R';
    },
    'stream elsewhere': () => {
      const packed = dice.chance(0.5);
      const content = packed ? deflateSync(latin(SCRIPT)) : latin(SCRIPT);
      parts.push({ number: 31, body: packed ? '/Filter/FlateDecode' : '', content });
      return ' 31 0 R';
    },
  };
  const form = onlyStrings
    ? dice.pick(['string', 'string in hex', 'string in octal'] as const)
    : dice.pick(Object.keys(forms) as [keyof typeof forms]);
  tricks.add(form);
  return forms[form]();
}

interface Places {
  catalog: string;
  page: string;
  parts: PdfPart[];
}

const BOX = '/Rect[0 0 9 9]';
const PLACES: Record<string, (dice: Dice, action: string) => Places> = {
  OpenAction: (_, action) => ({ catalog: `/OpenAction ${action}`, page: '', parts: [] }),
  'AA of the catalogue': (dice, action) => ({
    catalog: `/AA<</${dice.pick(['WC', 'WS', 'DS', 'WP', 'DP'])} ${action}>>`,
    page: '',
    parts: [],
  }),
  'AA of a page': (dice, action) => ({ catalog: '', page: `/AA<</${dice.pick(['O', 'C'])} ${action}>>`, parts: [] }),
  'AA of a field': (dice, action) => ({
    catalog: '/AcroForm<</Fields[20 0 R]>>',
    page: '/Annots[20 0 R]',
    parts: [
      {
        number: 20,
        body: `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)${BOX}/P 3 0 R/AA<</${dice.pick(['K', 'F', 'V', 'C', 'Fo', 'Bl', 'E', 'X', 'D', 'U'])} ${action}>>>>`,
      },
    ],
  }),
  'A of a field': (_, action) => ({
    catalog: '/AcroForm<</Fields[20 0 R]>>',
    page: '/Annots[20 0 R]',
    parts: [{ number: 20, body: `<</Type/Annot/Subtype/Widget/FT/Btn/T(a)${BOX}/P 3 0 R/A ${action}>>` }],
  }),
  'A of a link': (_, action) => ({
    catalog: '',
    page: '/Annots 21 0 R',
    parts: [{ number: 21, body: `[<</Type/Annot/Subtype/Link${BOX}/A ${action}>>]` }],
  }),
  'AA of a screen': (dice, action) => ({
    catalog: '',
    page: '/Annots[20 0 R]',
    parts: [
      {
        number: 20,
        body: `<</Type/Annot/Subtype/Screen${BOX}/P 3 0 R/AA<</${dice.pick(['E', 'X', 'D', 'U', 'Fo', 'Bl', 'PO', 'PC', 'PV', 'PI'])} ${action}>>>>`,
      },
    ],
  }),
  'tree of names': (dice, action) => {
    const tree = dice.chance(0.5)
      ? { value: `<</Names[(a) ${action}]>>`, parts: [] }
      : { value: '<</Kids[22 0 R]>>', parts: [{ number: 22, body: `<</Limits[(a)(a)]/Names[(a) ${action}]>>` }] };
    return { catalog: `/Names<</JavaScript ${tree.value}>>`, page: '', parts: tree.parts };
  },
};

const RENDITION = 'AA of a screen';

/** Actions other than scripts. */
const ACTIONS: Partial<Record<Hidden, string>> = {
  None: '<</S/URI/URI(https://example.com/)>>',
  Launch: '<</S/Launch/F(cmd.exe)>>',
  GoToE: '<</S/GoToE/T<</R/C/N(a.pdf)>>/D[0/Fit]>>',
  SubmitForm: '<</S/SubmitForm/F<</FS/URL/F(https://example.com/)>>>>',
};

/** Content other than actions: a file in the document, a film, an XFA form. */
const THINGS: Partial<Record<Hidden, (dice: Dice) => Places>> = {
  EmbeddedFile(dice) {
    const file: PdfPart = { number: 31, body: dice.chance(0.5) ? '/Type/EmbeddedFile' : '', content: latin('hello') };
    const direct = dice.chance(0.5);
    const spec = `<</Type/Filespec/F(a.txt)/UF(a.txt)/EF${direct ? '<</F 31 0 R>>' : ' 32 0 R'}>>`;
    const parts = direct ? [file] : [file, { number: 32, body: '<</F 31 0 R>>' }];
    return dice.pick<Places>([
      { catalog: `/Names<</EmbeddedFiles<</Names[(a.txt) ${spec}]>>>>`, page: '', parts },
      { catalog: `/AF[${spec}]`, page: '', parts },
      {
        catalog: '',
        page: '/Annots[20 0 R]',
        parts: [...parts, { number: 20, body: `<</Type/Annot/Subtype/FileAttachment${BOX}/FS ${spec}>>` }],
      },
    ]);
  },
  RichMedia: () => ({
    catalog: '',
    page: '/Annots[20 0 R]',
    parts: [{ number: 20, body: `<</Type/Annot/Subtype/RichMedia${BOX}/RichMediaContent<</Assets<</Names[]>>>>>>` }],
  }),
  Xfa: (dice) => ({
    catalog: `/AcroForm<</Fields[]/XFA${dice.pick([' 31 0 R', '[(template) 31 0 R]'])}>>`,
    page: '',
    parts: [{ number: 31, body: '', content: latin('<xdp:xdp/>') }],
  }),
};

/** The pages, with the hidden content in one of its possible places. */
function partsOf(dice: Dice, tricks: Set<string>, hidden: Hidden, onlyStrings: boolean): PdfPart[] {
  const thing = THINGS[hidden];
  if (thing !== undefined) return documentOf(dice, tricks, [], thing(dice));
  const script = hidden === 'JavaScript';
  const parts: PdfPart[] = [];
  const place = dice.pick(Object.keys(PLACES) as [string]);
  tricks.add(place);
  const rendition = place === RENDITION && dice.chance(0.4);
  if (rendition) tricks.add('Rendition');
  const type = rendition ? '/S/Rendition' : dice.chance(0.5) ? '/Type/Action/S/JavaScript' : '/S/JavaScript';
  const direct = script
    ? disguised(dice, `<<${type}/JS${scriptValue(dice, parts, tricks, onlyStrings)}>>`, tricks)
    : disguised(dice, ACTIONS[hidden] ?? 'null', tricks);
  let action = direct;
  if (dice.chance(0.5)) {
    tricks.add('action elsewhere');
    parts.push({ number: 25, body: direct });
    action = '25 0 R';
  }
  const places = script || place !== 'tree of names' ? PLACES[place]?.(dice, action) : undefined;
  return documentOf(dice, tricks, parts, places ?? { catalog: '', page: '', parts: [] });
}

function documentOf(
  dice: Dice,
  tricks: Set<string>,
  parts: PdfPart[],
  { catalog, page, parts: more }: Places,
): PdfPart[] {
  return [
    { number: 1, body: disguised(dice, `<</Type/Catalog/Pages 2 0 R${catalog}>>`, tricks) },
    { number: 2, body: '<</Type/Pages/Count 1/Kids[3 0 R]>>' },
    {
      number: 3,
      body: disguised(dice, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R${page}>>`, tricks),
    },
    { number: 4, body: '', content: latin('0 0 9 9 re f') },
    ...parts,
    ...more.map((part) => ({
      ...part,
      body: part.content === undefined ? disguised(dice, part.body, tricks) : part.body,
    })),
  ];
}

const LENGTHS: Record<string, (bytes: number, stream: number) => string> = {
  'right length': (bytes) => `/Length ${bytes}`,
  'length elsewhere': (_, stream) => `/Length ${lengthNumber(stream)} 0 R`,
  'length too short': (bytes) => `/Length ${Math.floor(bytes / 2)}`,
  'length too long': (bytes) => `/Length ${bytes + 300}`,
  'length of nothing': () => '/Length 0',
  'no length': () => '',
};

const KEYWORDS: Record<string, string> = {
  'plain keyword': '\nstream\r\n',
  'blanks after the keyword': 'stream   \n',
  'a return after the keyword': 'stream\r',
  'a remark after the keyword': 'stream%remark\n',
  'a word after the keyword': 'stream and more\n',
  'a long remark before the keyword': `%${'x'.repeat(6_000)}\nstream\n`,
};

const fillings = (length: number): [string, ...string[]] => [
  `%${'x'.repeat(length)}\n`,
  `/X(${'x'.repeat(length)})`,
  `/X<${'41'.repeat(length / 2)}>`,
  `/X[${'0 '.repeat(length / 2)}]`,
  `/X(${'(endobj) 7 0 obj<<>>stream '.repeat(length / 27)})`,
];

function packingOf(dice: Dice, stream: number, tricks: Set<string>): Packing {
  const pick = <T>(usual: string, options: Record<string, T>, share: number): T => {
    const one = dice.chance(share) ? dice.pick(Object.keys(options) as [string]) : usual;
    tricks.add(one);
    return options[one] as T;
  };
  const lengthText = pick('right length', LENGTHS, 0.35);
  return {
    pack: pick('Flate', PACKINGS, 0.7),
    length: (bytes) => lengthText(bytes, stream),
    keyword: pick('plain keyword', KEYWORDS, 0.25),
    dictionary: (entries) => dictionaryOf(dice, entries, tricks),
    around(object) {
      if (!dice.chance(0.15)) return PLAIN.around(object);
      tricks.add('inside another stream');
      const length = object.length + `${stream} 0 obj\nendobj\n`.length;
      return { before: latin(`70 0 obj<</Length ${length}>>stream\n`), after: latin('\nendstream endobj\n') };
    },
  };
}

function dictionaryOf(dice: Dice, entries: readonly string[], tricks: Set<string>): string {
  const said = [...entries];
  if (dice.chance(0.3)) {
    tricks.add('no type');
    said[0] = dice.pick(['', '/Type/XObject', '/Type null']);
  }
  if (dice.chance(0.15)) {
    tricks.add('number elsewhere');
    said[1] = '/N 60 0 R';
  }
  if (dice.chance(0.1)) {
    tricks.add('entries twice');
    said.push('/Filter null/N 0');
  }
  if (dice.chance(0.3)) said.reverse();
  if (dice.chance(0.4)) {
    tricks.add('dictionary begun long before');
    said.splice(dice.below(said.length + 1), 0, dice.pick(fillings(2_000 + dice.below(40_000))));
  }
  if (dice.chance(0.15)) {
    tricks.add('another object in a string');
    said.push('/X((7 0 obj)<<>>8 0 obj<</Length 3>>stream)');
  }
  return disguised(dice, `<<${said.join(' ')}>>`, tricks);
}

const STREAM = 40;

/** The document of this seed. */
export function hideContent(seed: number, hidden: Hidden): HiddenScript {
  const dice = diceOf(seed * 7_919 + 17);
  const tricks = new Set<string>();
  const encrypted = dice.chance(0.06);
  const packed = encrypted || dice.chance(0.75);
  const parts = partsOf(dice, tricks, hidden, encrypted);
  const layout: Layout = {
    references: packed ? dice.pick(['stream', 'stream', 'both']) : dice.pick(['table', 'stream', 'none']),
    packings: packed ? new Map([[STREAM, packingOf(dice, STREAM, tricks)]]) : new Map(),
    encrypted,
    junk: dice.chance(0.1) ? 'junk\n' : '',
  };
  tricks.add(`references in ${layout.references}`);
  if (encrypted) tricks.add('encrypted');
  if (layout.junk !== '') tricks.add('junk in front');
  const held = [{ number: 50, body: LIE }, ...parts];
  const placed = (packed ? held : parts).map((part) =>
    packed && part.content === undefined ? { ...part, within: STREAM } : part,
  );
  const count = placed.filter(({ within }) => within !== undefined).length;
  const all = packed && !encrypted ? [...placed, { number: 60, body: String(count) }] : placed;
  if (encrypted || !dice.chance(0.3)) return { bytes: writePdf(all, layout), tricks: [...tricks] };
  tricks.add('update');
  const first = writePdf(partsOf(diceOf(seed), new Set(), 'None', false), {
    ...layout,
    packings: new Map(),
    references: 'table',
  });
  return { bytes: writePdf(all, layout, first), tricks: [...tricks] };
}
