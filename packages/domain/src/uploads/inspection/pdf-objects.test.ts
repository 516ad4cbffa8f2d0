// Scripts hidden in object streams, where scanners may miss them but PDF readers run them.
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pdfWith } from '../../../../../tests/harness/files.ts';
import { searchFindings } from './pdf-findings.ts';

function findingsIn(bytes: Buffer, size = 65_536): string[] {
  const search = searchFindings();
  for (let at = 0; at < bytes.length; at += size) search.look(bytes.subarray(at, at + size));
  return search.findings();
}

const OBJECTS = '1 0 <</S/JavaScript/JS(app.alert(1))>>';
const HARMLESS = '1 0 <</Type/Page>>';
const PACKED = deflateSync(Buffer.from(OBJECTS));
/** A stored block, whose text is visible uncompressed, followed by a compressed one with the objects. */
function afterStored(words: string): Buffer {
  const stored = deflateSync(Buffer.from(words), { level: 0 });
  // Clears the flag of the last block. The checksum covers both blocks.
  stored[2] = 0;
  const both = deflateSync(Buffer.from(words + OBJECTS), { level: 0 });
  const packed = deflateSync(Buffer.from(OBJECTS));
  return Buffer.concat([stored.subarray(0, -4), packed.subarray(2, -4), both.subarray(-4)]);
}
const streamOf = (dictionary: string, content: Buffer, between = 'stream\n') =>
  pdfWith(
    Buffer.concat([
      Buffer.from(`9 0 obj${dictionary}${between}`, 'latin1'),
      content,
      Buffer.from('\nendstream endobj', 'latin1'),
    ]),
  );
const OBJECT_STREAM = '/Type/ObjStm/N 1/First 4/Filter/FlateDecode';
const SCRIPT = ['JavaScript'];
const UNCHECKED = ['Unchecked'];

test.each<[string, Buffer, string[]]>([
  ['is long', streamOf(`<<${OBJECT_STREAM}/X(${'x'.repeat(9_000)})>>`, PACKED), SCRIPT],
  ['contains a long comment', streamOf(`<<${OBJECT_STREAM}%${'x'.repeat(9_000)}\n>>`, PACKED), SCRIPT],
  ['is followed by a long comment', streamOf(`<<${OBJECT_STREAM}>>%${'x'.repeat(9_000)}\n`, PACKED), SCRIPT],
  ['is too long', streamOf(`<<${OBJECT_STREAM}/X(${'x'.repeat(2_000_000)})>>`, PACKED), UNCHECKED],
  ['has no end', streamOf(`<<${OBJECT_STREAM}`, PACKED), UNCHECKED],
  ['has a mismatched end', streamOf(`<<${OBJECT_STREAM}]>>`, PACKED), UNCHECKED],
  ['contains another stream', streamOf('<</X<<>>stream\n(endstream/N 1/First 4>>', PACKED), UNCHECKED],
  ['abbreviates its filter', streamOf('<</N 1/First 4/F/Fl>>', PACKED), SCRIPT],
  ['names its filter twice', streamOf(`<<${OBJECT_STREAM}/Filter null>>`, PACKED), UNCHECKED],
  ['references its filter', streamOf('<</N 1/First 4/Filter 8 0 R>>', PACKED), UNCHECKED],
  ['lacks /First', streamOf('<</N 1/Filter/FlateDecode>>', PACKED), SCRIPT],
  [
    'contains object syntax in a nested string',
    streamOf(`<<${OBJECT_STREAM}/X((1 0 obj<<>>)1 0 obj)>>`, PACKED),
    SCRIPT,
  ],
  ['references its numbers', streamOf('<</N%\n8 0 R/First 7 0 R/Filter/FlateDecode>>', PACKED), SCRIPT],
  [
    'contains wide gaps',
    streamOf(`<</N${' '.repeat(99)}1/First${'\n'.repeat(99)}4/Filter[/FlateDecode]>>`, PACKED),
    SCRIPT,
  ],
  ['has no filter and is short', streamOf('<</N 1/First 4/Length 38>>', Buffer.from(OBJECTS)), SCRIPT],
  [
    'is nested deeper than readers go',
    streamOf(`<</X${'['.repeat(600)}${']'.repeat(500)}/Type${OBJECT_STREAM}/Y${']'.repeat(100)}/Length 5>>`, PACKED),
    UNCHECKED,
  ],
  [
    'has its filter in an ambiguous place',
    streamOf('<</N 1/First 4/X[/Filter/FlateDecode]/Length 6>>', Buffer.from('hello ')),
    UNCHECKED,
  ],
  ['has a predictor', streamOf(`<<${OBJECT_STREAM}/DecodeParms<</Predictor 12>>>>`, PACKED), UNCHECKED],
  ['has a predictor without effect', streamOf(`<<${OBJECT_STREAM}/DecodeParms<</Predictor 1>>>>`, PACKED), SCRIPT],
])('checks an object stream whose dictionary %s', (_, bytes, findings) => {
  expect(findingsIn(bytes)).toEqual(findings);
  expect(findingsIn(bytes, 1_001)).toEqual(findings);
});

test.each<[string, Buffer, string[]]>([
  ['the word endstream in a stored block', streamOf(`<<${OBJECT_STREAM}>>`, afterStored(' endstream ')), SCRIPT],
  ['a whole object in a stored block', streamOf(`<<${OBJECT_STREAM}>>`, afterStored('1 0 obj<<>>endobj')), SCRIPT],
  [
    'truncated content',
    streamOf(`<<${OBJECT_STREAM}>>`, deflateSync(Buffer.from(HARMLESS)).subarray(0, -6)),
    UNCHECKED,
  ],
  ['empty content', streamOf(`<<${OBJECT_STREAM}>>`, Buffer.alloc(0)), UNCHECKED],
  ['text after its stream keyword', streamOf(`<<${OBJECT_STREAM}>>`, PACKED, 'stream x\n'), UNCHECKED],
  ['only a carriage return after its stream keyword', streamOf(`<<${OBJECT_STREAM}>>`, PACKED, 'stream\r'), SCRIPT],
  ['white space after its stream keyword', streamOf(`<<${OBJECT_STREAM}>>`, PACKED, 'stream \t   \r\n'), SCRIPT],
  [
    'a /JS script in it',
    streamOf(`<<${OBJECT_STREAM}>>`, deflateSync(Buffer.from(`1 0 <</S/Rendition/JS${' '.repeat(99)}(a)>>`))),
    SCRIPT,
  ],
  ['harmless content', streamOf(`<<${OBJECT_STREAM}>>`, deflateSync(Buffer.from(HARMLESS))), []],
])('checks an object stream with %s', (_, bytes, findings) => {
  expect(findingsIn(bytes)).toEqual(findings);
  expect(findingsIn(bytes, 1_001)).toEqual(findings);
});

test.each<[string, Buffer, string[]]>([
  ['a /JS script after a gap', pdfWith(`9 0 obj[<</JS${' '.repeat(99)}(a)>>]endobj`), SCRIPT],
  ['a script of a 3D model', pdfWith('9 0 obj<</Type/3D/OnInstantiate 8 0 R>>endobj'), SCRIPT],
  ['an object number with a stray sign', pdfWith(`9 0-obj<</JS${' '.repeat(99)}(a)>>endobj`), SCRIPT],
  ['encryption after a gap', pdfWith(`trailer<</Encrypt${' '.repeat(99)}9 0 R>>`), ['Encrypted']],
  [
    'a colour profile',
    streamOf('<</N 3/Alternate/DeviceRGB/Filter/FlateDecode>>', deflateSync(Buffer.alloc(3_000))),
    [],
  ],
  ['a stream of another kind', streamOf('<</Type/XObject/Filter/LZWDecode>>', Buffer.from('x')), []],
  ['30,000 unfinished objects', pdfWith('1 0 obj<<('.repeat(30_000)), UNCHECKED],
])('classifies %s', (_, bytes, findings) => {
  expect(findingsIn(bytes)).toEqual(findings);
});
