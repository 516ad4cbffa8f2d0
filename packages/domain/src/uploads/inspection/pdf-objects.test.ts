// Where a script is hidden from those who look for it, but not from those who run it: in streams of objects.
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
/** A block that is only stored, so that its letters are there to see, and after it one with the objects. */
function afterStored(words: string): Buffer {
  const stored = deflateSync(Buffer.from(words), { level: 0 });
  // Not the last one any more. The checksum is of both.
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
  ['begins long before its end', streamOf(`<<${OBJECT_STREAM}/X(${'x'.repeat(9_000)})>>`, PACKED), SCRIPT],
  ['has a long remark in it', streamOf(`<<${OBJECT_STREAM}%${'x'.repeat(9_000)}\n>>`, PACKED), SCRIPT],
  ['has a long remark after it', streamOf(`<<${OBJECT_STREAM}>>%${'x'.repeat(9_000)}\n`, PACKED), SCRIPT],
  ['begins too long before its end', streamOf(`<<${OBJECT_STREAM}/X(${'x'.repeat(2_000_000)})>>`, PACKED), UNCHECKED],
  ['has no end', streamOf(`<<${OBJECT_STREAM}`, PACKED), UNCHECKED],
  ['has the end of something else', streamOf(`<<${OBJECT_STREAM}]>>`, PACKED), UNCHECKED],
  ['has another stream in it', streamOf('<</X<<>>stream\n(endstream/N 1/First 4>>', PACKED), UNCHECKED],
  ['says its filter in short', streamOf('<</N 1/First 4/F/Fl>>', PACKED), SCRIPT],
  ['says its filter twice', streamOf(`<<${OBJECT_STREAM}/Filter null>>`, PACKED), UNCHECKED],
  ['says its filter elsewhere', streamOf('<</N 1/First 4/Filter 8 0 R>>', PACKED), UNCHECKED],
  ['says no place of the first object', streamOf('<</N 1/Filter/FlateDecode>>', PACKED), SCRIPT],
  ['has other names in a nested string', streamOf(`<<${OBJECT_STREAM}/X((1 0 obj<<>>)1 0 obj)>>`, PACKED), SCRIPT],
  ['has a reference for its numbers', streamOf('<</N%\n8 0 R/First 7 0 R/Filter/FlateDecode>>', PACKED), SCRIPT],
  ['has wide gaps', streamOf(`<</N${' '.repeat(99)}1/First${'\n'.repeat(99)}4/Filter[/FlateDecode]>>`, PACKED), SCRIPT],
  ['has no filter and is short', streamOf('<</N 1/First 4/Length 38>>', Buffer.from(OBJECTS)), SCRIPT],
  [
    'is deeper than readers go',
    streamOf(`<</X${'['.repeat(600)}${']'.repeat(500)}/Type${OBJECT_STREAM}/Y${']'.repeat(100)}/Length 5>>`, PACKED),
    UNCHECKED,
  ],
  [
    'has its filter where it is in doubt',
    streamOf('<</N 1/First 4/X[/Filter/FlateDecode]/Length 6>>', Buffer.from('hello ')),
    UNCHECKED,
  ],
  ['has a predictor', streamOf(`<<${OBJECT_STREAM}/DecodeParms<</Predictor 12>>>>`, PACKED), UNCHECKED],
  ['has a predictor that does nothing', streamOf(`<<${OBJECT_STREAM}/DecodeParms<</Predictor 1>>>>`, PACKED), SCRIPT],
])('an object stream whose dictionary %s', (_, bytes, findings) => {
  expect(findingsIn(bytes)).toEqual(findings);
  expect(findingsIn(bytes, 1_001)).toEqual(findings);
});

test.each<[string, Buffer, string[]]>([
  ['the word for its end in a stored block', streamOf(`<<${OBJECT_STREAM}>>`, afterStored(' endstream ')), SCRIPT],
  ['a whole object in a stored block', streamOf(`<<${OBJECT_STREAM}>>`, afterStored('1 0 obj<<>>endobj')), SCRIPT],
  ['its end cut off', streamOf(`<<${OBJECT_STREAM}>>`, deflateSync(Buffer.from(HARMLESS)).subarray(0, -6)), UNCHECKED],
  ['nothing in it', streamOf(`<<${OBJECT_STREAM}>>`, Buffer.alloc(0)), UNCHECKED],
  ['something else before it', streamOf(`<<${OBJECT_STREAM}>>`, PACKED, 'stream x\n'), UNCHECKED],
  ['a return alone before it', streamOf(`<<${OBJECT_STREAM}>>`, PACKED, 'stream\r'), SCRIPT],
  ['a line that is not empty before it', streamOf(`<<${OBJECT_STREAM}>>`, PACKED, 'stream \t   \r\n'), SCRIPT],
  [
    'a script of two letters in it',
    streamOf(`<<${OBJECT_STREAM}>>`, deflateSync(Buffer.from(`1 0 <</S/Rendition/JS${' '.repeat(99)}(a)>>`))),
    SCRIPT,
  ],
  ['nothing special in it', streamOf(`<<${OBJECT_STREAM}>>`, deflateSync(Buffer.from(HARMLESS))), []],
])('an object stream with %s', (_, bytes, findings) => {
  expect(findingsIn(bytes)).toEqual(findings);
  expect(findingsIn(bytes, 1_001)).toEqual(findings);
});

test.each<[string, Buffer, string[]]>([
  ['a script of two letters after a gap', pdfWith(`9 0 obj[<</JS${' '.repeat(99)}(a)>>]endobj`), SCRIPT],
  ['a script of a model in space', pdfWith('9 0 obj<</Type/3D/OnInstantiate 8 0 R>>endobj'), SCRIPT],
  ['a number with a sign too many', pdfWith(`9 0-obj<</JS${' '.repeat(99)}(a)>>endobj`), SCRIPT],
  ['encryption after a gap', pdfWith(`trailer<</Encrypt${' '.repeat(99)}9 0 R>>`), ['Encrypted']],
  [
    'a colour profile',
    streamOf('<</N 3/Alternate/DeviceRGB/Filter/FlateDecode>>', deflateSync(Buffer.alloc(3_000))),
    [],
  ],
  ['a stream of another kind', streamOf('<</Type/XObject/Filter/LZWDecode>>', Buffer.from('x')), []],
  ['more beginnings than anybody needs', pdfWith('1 0 obj<<('.repeat(30_000)), UNCHECKED],
])('%s', (_, bytes, findings) => {
  expect(findingsIn(bytes)).toEqual(findings);
});
