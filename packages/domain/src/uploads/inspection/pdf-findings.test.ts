import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { objectStreamOf, pdfOf, pdfWith } from '../../../../../tests/harness/files.ts';
import { searchFindings } from './pdf-findings.ts';

function findingsIn(bytes: Buffer, size = 65_536): string[] {
  const search = searchFindings();
  for (let at = 0; at < bytes.length; at += size) search.look(bytes.subarray(at, at + size));
  return search.findings();
}

const SCRIPT = '<</S/JavaScript/JS(app.alert(1))>>';
const packedIn = (dictionary: string, objects: string) =>
  pdfWith(
    Buffer.concat([
      Buffer.from(`9 0 obj<<${dictionary}>>stream\n`),
      deflateSync(Buffer.from(objects)),
      Buffer.from('\nendstream endobj'),
    ]),
  );

test.each<[string, Buffer, string[]]>([
  ['a plain document', pdfOf('hello'), []],
  ['a script', pdfWith(`9 0 obj${SCRIPT}endobj`), ['JavaScript']],
  ['a script under escaped names', pdfWith('9 0 obj<</S/J#61v#61Script/J#53 8 0 R>>endobj'), ['JavaScript']],
  ['a script in a rendition action', pdfWith('9 0 obj<</S/Rendition/JS % why\n 8 0 R>>endobj'), ['JavaScript']],
  ['a script of the first and last printable characters', pdfWith('/JS( ~ ~)'), ['JavaScript']],
  ['a script that begins with white space', pdfWith('/JS(\t\r\t\r)'), ['JavaScript']],
  ...[8, 14, 0x1f, 0x7f].map((byte): [string, Buffer, string[]] => [
    `a string with the control character ${byte}`,
    pdfWith(`/JS(abc${String.fromCharCode(byte)})`),
    [],
  ]),
  ['a script in UTF-16', pdfWith('9 0 obj<</JS <FEFF0061>>>endobj'), ['JavaScript']],
  ['a launch action', pdfWith('9 0 obj<</S /Launch /F (cmd.exe)>>endobj'), ['Launch']],
  ['an embedded file', pdfWith('9 0 obj<</Type/EmbeddedFile/Length 1>>stream\nx\nendstream endobj'), ['EmbeddedFile']],
  ['a name tree of embedded files', pdfWith('9 0 obj<</Names<</EmbeddedFiles 8 0 R>>>>endobj'), ['EmbeddedFile']],
  ['an embedded file by reference', pdfWith('9 0 obj<</AF[<</Type/Filespec/EF 7 0 R>>]>>endobj'), ['EmbeddedFile']],
  ['an embedded file after a wide gap', pdfWith(`<</EF${'\n'.repeat(30)}<</F 7 0 R>>>>`), ['EmbeddedFile']],
  [
    'an embedded file after long comments',
    pdfWith(`<</EF${'%'.repeat(99)}\n%${'x'.repeat(999)}\r<<>>>>`),
    ['EmbeddedFile'],
  ],
  ['rich media', pdfWith('9 0 obj<</Subtype/RichMedia>>endobj'), ['EmbeddedFile']],
  ['a link into an embedded file', pdfWith('9 0 obj<</S/GoToE/T<</R/C>>>>endobj'), ['EmbeddedFile']],
  ['a form that is submitted to a URL', pdfWith('9 0 obj<</S/SubmitForm/F(https://a.example)>>endobj'), ['SubmitForm']],
  ['an attachment on a page', pdfWith('9 0 obj<</Subtype /FileAttachment>>endobj'), ['EmbeddedFile']],
  ['an XFA form', pdfWith('9 0 obj<</AcroForm<</XFA [(a) 8 0 R]>>>>endobj'), ['Xfa']],
  ['an XFA form by reference, after a wide gap', pdfWith(`<</XFA${' '.repeat(999)}8%\n0%\nR>>`), ['Xfa']],
  [
    'a script in a catalogue inside the trailer',
    pdfWith(`trailer<</Root<</OpenAction<</S/Rendition/JS${'\r'.repeat(30)}(\x80)>>>>>>`),
    ['JavaScript'],
  ],
  ['encryption', pdfWith('trailer<</Encrypt 9 0 R>>'), ['Encrypted']],
  ['a script in an object stream', objectStreamOf(SCRIPT), ['JavaScript']],
  [
    'a script in an object stream after 300 others',
    pdfWith(...Array.from({ length: 300 }, () => objectStreamOf('<</A 1>>')), objectStreamOf(SCRIPT)),
    ['JavaScript'],
  ],
  ['a harmless object stream', objectStreamOf('<</Type/Page>>'), []],
  [
    'an object stream under an escaped name',
    packedIn('/Type/Obj#53tm/N 1/First 4/Filter/FlateDecode', `1 0 ${SCRIPT}`),
    ['JavaScript'],
  ],
  ['an object stream without /Type', packedIn('/N 1/First 4/Filter [ /FlateDecode ]', `1 0 ${SCRIPT}`), ['JavaScript']],
  [
    'an object stream with a misleading string',
    packedIn('/Type/ObjStm/N 1/First 4/X(1 0 obj)/Filter/FlateDecode', `1 0 ${SCRIPT}`),
    ['JavaScript'],
  ],
  [
    'an object stream compressed twice',
    packedIn('/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]', 'x'),
    ['Unchecked'],
  ],
  [
    'an object stream with another compression',
    packedIn('/Type/ObjStm/N 1/First 4/Filter/LZWDecode', 'x'),
    ['Unchecked'],
  ],
  [
    'an object stream that cannot be decompressed',
    pdfWith('9 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>stream\nno\nendstream'),
    ['Unchecked'],
  ],
  [
    'an object stream without an end',
    pdfWith('9 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>stream\nno'),
    ['Unchecked'],
  ],
  ['an object stream that decompresses to 40 MB', objectStreamOf(' '.repeat(40_000_000)), ['Unchecked']],
  [
    'object streams that together decompress to 48 MB',
    pdfWith(...Array.from({ length: 6 }, () => objectStreamOf(' '.repeat(8_000_000)))),
    ['Unchecked'],
  ],
  [
    'an encrypted object stream',
    pdfWith('9 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>stream\nno\nendstream', 'trailer<</Encrypt 9 0 R>>'),
    ['Encrypted'],
  ],
  [
    'names that only start like suspicious ones',
    pdfWith('9 0 obj<</JavaScripts 1/Launcher 2/XFAB 3/EFG 4/JSON(abcd)>>endobj'),
    [],
  ],
  [
    'short names without a matching value',
    pdfWith('/JS(\x01\x02\x03\x04)/JS<xyz>/JS 1 0 obj/JS 1 R/EF(a)/EF[/XFA 7/XFA 7 0/JS% 7 0 R\n/EF%<<\r1'),
    [],
  ],
  [
    'everything at once',
    pdfWith(SCRIPT, '/S/Launch ', '/EmbeddedFiles ', '/XFA['),
    ['EmbeddedFile', 'JavaScript', 'Launch', 'Xfa'],
  ],
])('classifies %s', (_, bytes, findings) => {
  expect(findingsIn(bytes)).toEqual(findings);
});

test('finds the same regardless of chunk boundaries', () => {
  const filler = pdfOf('x', 140_000);
  const bytes = Buffer.concat([
    filler,
    objectStreamOf(SCRIPT),
    filler,
    objectStreamOf('/S/Launch '),
    Buffer.from('/XFA['),
  ]);
  for (const size of [bytes.length, 65_536, 131_072 - 3, 997]) {
    expect(findingsIn(bytes, size)).toEqual(['JavaScript', 'Launch', 'Xfa']);
  }
  for (let shift = 0; shift < 80; shift++) {
    const moved = Buffer.concat([Buffer.alloc(131_072 - 3 * shift, 0x20), objectStreamOf(SCRIPT)]);
    expect(findingsIn(moved, 131_072), `${shift}`).toEqual(['JavaScript']);
  }
});

test('reports nothing for images inside a PDF', () => {
  const bytes = Buffer.alloc(9_000_000);
  for (let at = 0, state = 11; at < bytes.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 16;
  }
  expect(
    findingsIn(pdfWith('9 0 obj<</Filter/DCTDecode/Length 9000000>>stream\n', bytes, '\nendstream endobj')),
  ).toEqual([]);
});

test('reads a large PDF with many small objects to its end', () => {
  const objects = Array.from({ length: 10_000 }, (_, index) => `${index} 0 obj<</A[${'1 '.repeat(140)}]>>endobj`);
  expect(findingsIn(pdfWith(objects.join('\n')))).toEqual([]);
});
