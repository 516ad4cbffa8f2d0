// Makes the sites' font from Inter: `npm run font`. Subsets, with the weights and features that the sites use: a browser fetches the
// letters of English first, and others only for a page that has them.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const FROM = 'node_modules/@fontsource-variable/inter';
const TO = 'packages/ui/src/theme/font';
const WEIGHTS = { min: 400, max: 700 };
const OPTIONS = {
  targetFormat: 'woff2' as const,
  /** Figures of equal width for tables, and the distances between letters. */
  keepFeatures: ['tnum', 'kern'],
  noHinting: true,
  variationAxes: { wght: WEIGHTS },
};

/** Each part: its file, the source that has its letters, and their Unicode ranges. */
const PARTS: readonly [file: string, source: string, ranges: readonly (readonly [from: number, to: number])[]][] = [
  [
    'inter-english',
    'latin',
    [
      [0x20, 0x7e],
      [0xb7, 0xb7],
      [0xd7, 0xd7],
      [0x2013, 0x2014],
      [0x2018, 0x201e],
      [0x2022, 0x2022],
      [0x2026, 0x2026],
    ],
  ],
  [
    'inter-latin',
    'latin',
    [
      [0xa0, 0xb6],
      [0xb8, 0xd6],
      [0xd8, 0xff],
    ],
  ],
  [
    'inter-latin-extended',
    'latin-ext',
    [
      [0x100, 0x24f],
      [0x1e00, 0x1eff],
    ],
  ],
];

await mkdir(TO, { recursive: true });
const faces: string[] = [];
for (const [file, source, ranges] of PARTS) {
  const whole = await readFile(`${FROM}/files/inter-${source}-wght-normal.woff2`);
  const letters = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
  const font = await subsetFont(whole, String.fromCodePoint(...letters), OPTIONS);
  await writeFile(`${TO}/${file}.woff2`, font);
  faces.push(faceOf(file, ranges));
  console.log(`${TO}/${file}.woff2: ${font.length} bytes`);
}
await writeFile(`${TO}/font.css`, `/* Made by \`npm run font\`. */\n${faces.join('\n')}`);
await writeFile(`${TO}/LICENSE`, await readFile(`${FROM}/LICENSE`));

function faceOf(file: string, ranges: (typeof PARTS)[number][2]): string {
  const hex = (code: number) => code.toString(16);
  const written = ranges.map(([from, to]) => `U+${hex(from)}${from === to ? '' : `-${hex(to)}`}`);
  return `@font-face {
  font-family: Inter;
  src: url("./${file}.woff2") format("woff2");
  font-weight: ${WEIGHTS.min} ${WEIGHTS.max};
  /* Text is readable at once, in the system's font. */
  font-display: swap;
  unicode-range: ${written.join(', ')};
}
`;
}
