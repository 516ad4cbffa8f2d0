import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DocumentContentType, IMAGE_MEGAPIXELS } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { cameraNotes, jpegOf, pdfAndZip, pdfOf, pngChunk, pngOf, zipOf } from '../../../../../tests/harness/files.ts';
import { createJudge } from './content-rules.ts';

const PDF = 'application/pdf';
const JPEG = 'image/jpeg';
const PNG = 'image/png';
const text = (value: string) => Buffer.from(value, 'latin1');
const joined = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? text(part) : part)));
/** The same result for any chunk size. */
async function judge(type: DocumentContentType, bytes: Buffer): Promise<string | null> {
  const verdicts = await Promise.all(
    [bytes.length || 1, 1_001, 7].map(async (size) => {
      const judging = createJudge(type);
      for (let at = 0; at < bytes.length; at += size) judging.look(bytes.subarray(at, at + size));
      return judging.refusal();
    }),
  );
  expect(new Set(verdicts).size).toBe(1);
  return verdicts[0] ?? null;
}

/** A real colour profile is longer than the part inspected at the beginning. */
const withProfile = joined(pngOf().subarray(0, 33), pngChunk('iCCP', Buffer.alloc(20_000, 1)), pngOf().subarray(33));
const PAGE = '<html><body onload=alert(1)>hello</body></html>';
const XMP =
  '<?xpacket begin="\xef\xbb\xbf"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/"><rdf:Description/></rdf:RDF></x:xmpmeta>';
const segment = (code: number, content: Buffer) =>
  joined(Buffer.from([0xff, code, (content.length + 2) >> 8, (content.length + 2) & 255]), content);
/** A photograph with segments between its beginning and its scan, beyond the first KiB. */
const jpegWith = (...segments: Buffer[]) =>
  joined(jpegOf().subarray(0, 20), segment(0xe2, Buffer.alloc(2_000, 3)), ...segments, jpegOf().subarray(20));
const pngWith = (...chunks: Buffer[]) =>
  joined(pngOf().subarray(0, 33), pngChunk('iCCP', Buffer.alloc(2_000, 1)), ...chunks, pngOf().subarray(33));
/** Pseudo-random bytes like those of a compressed picture, always the same. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0, state = 7; at < length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 16;
  }
  return bytes;
}
const scanOf = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replaceAll('\xff', '\xff\0'), 'latin1');
const byChance = text('PK\x05\x06random letters of a stream');

test.each<[string, DocumentContentType, Buffer]>([
  ['a document', PDF, pdfOf('hello')],
  ['a large document', PDF, pdfOf('hello', 300_000)],
  ['a document without an end of line', PDF, pdfOf('hello').subarray(0, -1)],
  ['a document with white space and zeros behind its end', PDF, joined(pdfOf('hello'), '\r\n  \t\n\0\0\0')],
  ['a document that was changed and so ends twice', PDF, joined(pdfOf('hello'), '5 0 obj<<>>endobj\n%%EOF\r\n')],
  ['a document with the letters of an archive by chance', PDF, joined(pdfOf('x'), byChance, '\n%%EOF')],
  ['a document with markup far behind its beginning', PDF, pdfOf(`${' '.repeat(2_000)}<script>`)],
  ['a document with one byte behind its end', PDF, joined(pdfOf('hello'), '\x1a')],
  ['a document with a letter behind its end', PDF, joined(pdfOf('hello'), 'x')],
  ['a document with a signature of a mail behind its end', PDF, joined(pdfOf('hello'), '\r\n-- \r\nsent by mail\r\n')],
  ['junk in front of a document', PDF, joined('junk\n', pdfOf('x'))],
  ['a mark of order in front of a document', PDF, joined('\xef\xbb\xbf', pdfOf('x'))],
  ['the headers of an answer in front of a document', PDF, joined('HTTP/1.1 200 OK\r\n\r\n', pdfOf('x'))],
  ['a document that begins at the end of the first KiB', PDF, joined('\n'.repeat(1_019), pdfOf('x'))],
  ['a photograph', JPEG, jpegOf()],
  [
    'a photograph with its description in XML',
    JPEG,
    jpegWith(segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0${XMP}`))),
  ],
  ['a photograph with a remark', JPEG, jpegWith(segment(0xfe, text('Made by <Ada> & Bo')))],
  ['a photograph with a thumbnail in its notes', JPEG, jpegWith(segment(0xe1, jpegOf()))],
  ['a photograph in several scans', JPEG, joined(jpegOf().subarray(0, -2), jpegOf().subarray(20))],
  [
    'a photograph with restarts and stuffed bytes',
    JPEG,
    joined(jpegOf().subarray(0, -2), '\xff\xd0abc\xff\0\xff\xd1', '\xff\xd9'),
  ],
  ['a photograph with fill bytes before its end', JPEG, joined(jpegOf().subarray(0, -2), '\xff\xff\xff\xd9')],
  ['a photograph with another of other light behind it', JPEG, joined(jpegOf(), '\0\0\0', jpegOf())],
  ['a photograph with line ends behind it', JPEG, joined(jpegOf(), '\r\n')],
  ['a large photograph', JPEG, joined(jpegOf().subarray(0, 30), scanOf(noise(3_000_000)), '\xff\xd9')],
  ['a large picture', PNG, pngWith(pngChunk('IDAT', noise(3_000_000)))],
  ['a picture with its description in XML', PNG, pngWith(pngChunk('iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`)))],
  ['a picture with a remark', PNG, pngWith(pngChunk('tEXt', text('Comment\0a < b and <Ada>')))],
  ['a picture with a line end behind it', PNG, joined(pngOf(), '\n')],
  ['a photograph with a thumbnail in it', JPEG, joined(jpegOf().subarray(0, 20), jpegOf(), jpegOf().subarray(20))],
  ['a photograph that was filled up with zeros', JPEG, joined(jpegOf(), '\0\0\0\0')],
  [
    'a photograph with the notes of its camera behind it',
    JPEG,
    joined(jpegOf(), cameraNotes({ Image_UTC_Data: '1763' })),
  ],
  [
    'a photograph with several notes, and zeros behind them',
    JPEG,
    joined(jpegOf(), cameraNotes({ Image_UTC_Data: '1763385000123', MCC_Data: '621', Edit: '{"a":[1]}' }), '\0\0'),
  ],
  ['a picture', PNG, pngOf()],
  ['a picture with a long colour profile', PNG, withProfile],
])('%s is taken', async (_, type, bytes) => {
  expect(await judge(type, bytes)).toBeNull();
});

test.each<[string, DocumentContentType, Buffer]>([
  ['a page that is called a document', PDF, text('<!doctype html><html><body>hello</body></html>')],
  ['a page with the mark of a document in it', PDF, text('<html>%PDF-1.4\n</html>%%EOF')],
  ['a document with a page in its first line', PDF, joined('%PDF-1.4\n%<script>alert(1)</script>\n', pdfOf('x'))],
  ['the same in two-byte letters', PDF, joined('%PDF-1.4\n', Buffer.from('<SCRIPT>', 'utf16le'), pdfOf('x'))],
  ['a document and an archive at once', PDF, pdfAndZip()],
  ['an archive in front of a document', PDF, joined(zipOf('a.txt', text('a')), pdfOf('x'))],
  ['a document with an archive behind it', PDF, joined(pdfOf('x'), zipOf('a.txt', text('a')))],
  ['an empty archive at the end of a document', PDF, joined(pdfOf('x'), 'PK\x05\x06', Buffer.alloc(18), '\n%%EOF')],
  ['an archive whose directory is longer than what is looked at', PDF, longDirectory()],
  ['a document that begins behind the first KiB', PDF, joined('\n'.repeat(1_020), pdfOf('x'))],
  ['a page in front of a document', PDF, joined('<html><body>', pdfOf('x'))],
  ['a script of a shell in front of a document', PDF, joined('#!/bin/sh\necho hello\n', pdfOf('x'))],
  ['a document that is cut off', PDF, pdfOf('hello', 9_000).subarray(0, 8_000)],
  ['a document with something behind it', PDF, joined(pdfOf('x'), '<script>')],
  ['a document with a KiB of white space behind it', PDF, joined(pdfOf('x'), ' '.repeat(2_000))],
  ['a moving picture with a document in it', PDF, joined('GIF89a', Buffer.alloc(20), pdfOf('x'))],
  ['a drawing', PNG, text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a drawing that is called a document', PDF, text('<?xml version="1.0"?><svg></svg>')],
  ['a program', PDF, joined('MZ', Buffer.alloc(200), pdfOf('x'))],
  ['a picture that is called a document', PDF, pngOf()],
  ['a document that is called a picture', PNG, pdfOf('x')],
  ['a photograph that is called a picture', PNG, jpegOf()],
  ['a picture that is called a photograph', JPEG, pngOf()],
  ['a photograph that is cut off', JPEG, jpegOf().subarray(0, -2)],
  ['a photograph with something behind it', JPEG, joined(jpegOf(), '<?php system($_GET[0]); ?>')],
  ['a photograph with a film behind it', JPEG, joined(jpegOf(), '\0\0\0\x18ftypmp42')],
  ['a photograph with a page in its first lines', JPEG, joined(jpegOf().subarray(0, 20), '<HTML>', jpegOf())],
  [
    'a photograph and an archive at once',
    JPEG,
    joined(jpegOf(), zipOf('a', text('a'), text('\xff\xd9'), jpegOf().length)),
  ],
  ['a picture with a script behind it', PNG, joined(pngOf(), '<script>alert(1)</script>')],
  ['a picture that is cut off', PNG, pngOf().subarray(0, -1)],
  ['a moving picture', PNG, joined(pngOf().subarray(0, 33), pngChunk('acTL', Buffer.alloc(8)), pngOf().subarray(33))],
  ['a document with a page behind its end', PDF, joined(pdfOf('x'), 'x<html><script>alert(1)</script>')],
  ['a photograph with a page in a remark', JPEG, jpegWith(segment(0xfe, text(PAGE)))],
  [
    'a photograph with a page in its notes, in two-byte letters',
    JPEG,
    jpegWith(segment(0xe1, Buffer.from(PAGE, 'utf16le'))),
  ],
  [
    'a photograph with a page in its scan',
    JPEG,
    joined(jpegOf().subarray(0, -2), noise(2_000).fill(1, 0, 2), PAGE, '\xff\xd9'),
  ],
  [
    'a photograph with a page behind it and its end once more',
    JPEG,
    joined(jpegOf(), Buffer.alloc(2_000), PAGE, '\xff\xd9'),
  ],
  ['a photograph with anything behind it and its end once more', JPEG, joined(jpegOf(), 'anything\xff\xd9')],
  ['a photograph with a page behind it in the notes of its camera', JPEG, joined(jpegOf(), PAGE, 'SEFT')],
  ['a photograph with anything behind it and the mark of its camera', JPEG, joined(jpegOf(), noise(500), 'SEFT')],
  ['a photograph with a program and notes behind it', JPEG, joined(jpegOf(), 'MZ', noise(99), cameraNotes({ a: 'b' }))],
  ['a photograph with letters and notes behind it', JPEG, joined(jpegOf(), 'x', cameraNotes({ a: 'b' }))],
  [
    'a photograph with a program in the notes',
    JPEG,
    joined(jpegOf(), cameraNotes({ a: noise(99).toString('latin1') })),
  ],
  ['a photograph with a film in the notes', JPEG, joined(jpegOf(), cameraNotes({ a: '\0\0\0\x18ftypmp42' }))],
  ['a photograph with a page in the notes', JPEG, joined(jpegOf(), cameraNotes({ a: PAGE }))],
  ['a photograph with notes as long as a file', JPEG, joined(jpegOf(), cameraNotes({ a: 'x'.repeat(20_000) }))],
  ['a photograph with notes and anything behind them', JPEG, joined(jpegOf(), cameraNotes({ a: 'b' }), 'xSEFT')],
  ['a photograph with notes twice', JPEG, joined(jpegOf(), cameraNotes({ a: 'b' }), cameraNotes({ a: 'b' }))],
  ['a photograph with notes that are elsewhere', JPEG, joined(jpegOf(), 'MZ rest', cameraNotes({}))],
  ['a photograph with half of the notes', JPEG, joined(jpegOf(), cameraNotes({ a: 'b' }).subarray(8))],
  ['a picture with the notes of a camera behind it', PNG, joined(pngOf(), cameraNotes({ a: 'b' }))],
  ['a photograph with a document behind it', JPEG, joined(jpegOf(), pdfOf('x'), '\xff\xd9')],
  ['a photograph without a scan', JPEG, joined(jpegOf().subarray(0, 20), noise(3_000), '\xff\xd9')],
  [
    'a photograph with a segment that is longer than the rest',
    JPEG,
    joined(jpegOf().subarray(0, 20), '\xff\xe1\xff\xff', '\xff\xd9'),
  ],
  ['a picture with a page in a remark', PNG, pngWith(pngChunk('tEXt', text(`Comment\0${PAGE}`)))],
  [
    'a picture with a script in a remark',
    PNG,
    pngWith(pngChunk('tEXt', text('Comment\0<ScRiPt src=//evil.example></script>'))),
  ],
  [
    'a picture with a program of a server in its rows',
    PNG,
    pngWith(pngChunk('IDAT', text('<?php system($_GET[0]); ?>'))),
  ],
  ['a picture with a page behind its end and the end once more', PNG, joined(pngOf(), PAGE, pngOf().subarray(-12))],
  [
    'a picture with anything behind its end and the end once more',
    PNG,
    joined(pngOf(), 'anything', pngOf().subarray(-12)),
  ],
  [
    'a picture whose last chunk is longer than the rest',
    PNG,
    joined(pngOf().subarray(0, 33), '\0\xff\0\0IDAT', pngOf().subarray(-12)),
  ],
  ['nothing but a beginning', PDF, text('%PDF-')],
  ['nothing', PDF, Buffer.alloc(0)],
])('%s is refused', async (_, type, bytes) => {
  expect(await judge(type, bytes)).toBe('ContentMismatch');
});

const [WIDE, HIGH] = [10_000, (IMAGE_MEGAPIXELS * 1_000_000) / 10_000];

test.each<[string, DocumentContentType, Buffer]>([
  ['a picture', PNG, pngOf(WIDE, HIGH)],
  ['a long and narrow picture', PNG, pngOf(IMAGE_MEGAPIXELS * 1_000_000, 1)],
  ['a photograph', JPEG, jpegOf({ width: WIDE, height: HIGH })],
  [
    'a photograph with a smaller one behind it',
    JPEG,
    joined(jpegOf({ width: WIDE, height: HIGH }), jpegOf({ width: 9, height: 9 })),
  ],
])('%s of as many pixels as are allowed is taken', async (_, type, bytes) => {
  expect(await judge(type, bytes)).toBeNull();
});

test.each<[string, DocumentContentType, Buffer]>([
  ['a picture', PNG, pngOf(WIDE, HIGH + 1)],
  ['a picture of 48 KB that fills the memory', PNG, pngOf(60_000, 60_000)],
  ['a picture of more than can be', PNG, pngOf(0xffffffff, 0xffffffff)],
  ['a photograph', JPEG, jpegOf({ width: WIDE, height: HIGH + 1 })],
  ['a photograph in the largest size', JPEG, jpegOf({ width: 65_535, height: 65_535 })],
  ['a photograph whose height comes later', JPEG, jpegOf({ width: WIDE, height: 0 })],
  [
    'a photograph with a larger one behind it',
    JPEG,
    joined(jpegOf({ width: 9, height: 9 }), jpegOf({ width: WIDE, height: HIGH + 1 })),
  ],
  ...[0xc1, 0xc2, 0xc3, 0xc5, 0xc9, 0xcf].map((frame): [string, DocumentContentType, Buffer] => [
    `a photograph of kind ${frame.toString(16)}`,
    JPEG,
    jpegOf({ width: WIDE, height: HIGH + 1, frame }),
  ]),
])('%s of more pixels than are allowed is too large', async (_, type, bytes) => {
  expect(await judge(type, bytes)).toBe('TooLarge');
});

test('tables of a photograph are not taken for its size', async () => {
  for (const frame of [0xc4, 0xcc])
    expect(await judge(JPEG, jpegOf({ width: 65_535, height: 65_535, frame }))).toBeNull();
});

test('the file that is two things at once really is an archive to those who look for one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'two-things-'));
  const file = join(folder, 'document.pdf');
  writeFileSync(file, pdfAndZip());
  const script = 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).namelist())';
  expect(execFileSync('python3', ['-c', script, file]).toString()).toContain('run.sh');
  rmSync(folder, { recursive: true });
});

function longDirectory(): Buffer {
  const entry = joined('PK\x01\x02', Buffer.alloc(42));
  const directory = Buffer.concat(Array.from({ length: 2_000 }, () => entry));
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(2_000, 8);
  end.writeUInt16LE(2_000, 10);
  end.writeUInt32LE(directory.length, 12);
  return joined(pdfOf('x'), directory, end, '%%EOF');
}
