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
/** Checks that the result is the same for any chunk size. */
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
/** A JPEG with segments between its beginning and its scan, beyond the first KiB. */
const jpegWith = (...segments: Buffer[]) =>
  joined(jpegOf().subarray(0, 20), segment(0xe2, Buffer.alloc(2_000, 3)), ...segments, jpegOf().subarray(20));
const pngWith = (...chunks: Buffer[]) =>
  joined(pngOf().subarray(0, 33), pngChunk('iCCP', Buffer.alloc(2_000, 1)), ...chunks, pngOf().subarray(33));
/** Pseudo-random bytes like those of a compressed image, always the same. */
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
  ['a PDF', PDF, pdfOf('hello')],
  ['a large PDF', PDF, pdfOf('hello', 300_000)],
  ['a PDF without a trailing newline', PDF, pdfOf('hello').subarray(0, -1)],
  ['a PDF with white space and zeros after its end', PDF, joined(pdfOf('hello'), '\r\n  \t\n\0\0\0')],
  ['a PDF with an incremental update, which ends twice', PDF, joined(pdfOf('hello'), '5 0 obj<<>>endobj\n%%EOF\r\n')],
  ['a PDF that happens to contain the magic bytes of an archive', PDF, joined(pdfOf('x'), byChance, '\n%%EOF')],
  ['a PDF with markup far from its beginning', PDF, pdfOf(`${' '.repeat(2_000)}<script>`)],
  ['a PDF with one byte after its end', PDF, joined(pdfOf('hello'), '\x1a')],
  ['a PDF with a letter after its end', PDF, joined(pdfOf('hello'), 'x')],
  ['a PDF with a mail signature after its end', PDF, joined(pdfOf('hello'), '\r\n-- \r\nsent by mail\r\n')],
  ['junk before a PDF', PDF, joined('junk\n', pdfOf('x'))],
  ['a byte order mark before a PDF', PDF, joined('\xef\xbb\xbf', pdfOf('x'))],
  ['HTTP response headers before a PDF', PDF, joined('HTTP/1.1 200 OK\r\n\r\n', pdfOf('x'))],
  ['a PDF that begins at the end of the first KiB', PDF, joined('\n'.repeat(1_019), pdfOf('x'))],
  ['a JPEG', JPEG, jpegOf()],
  ['a JPEG with XMP metadata', JPEG, jpegWith(segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0${XMP}`)))],
  ['a JPEG with a comment', JPEG, jpegWith(segment(0xfe, text('Made by <Ada> & Bo')))],
  ['a JPEG with a thumbnail in its metadata', JPEG, jpegWith(segment(0xe1, jpegOf()))],
  ['a JPEG with several scans', JPEG, joined(jpegOf().subarray(0, -2), jpegOf().subarray(20))],
  [
    'a JPEG with restart markers and stuffed bytes',
    JPEG,
    joined(jpegOf().subarray(0, -2), '\xff\xd0abc\xff\0\xff\xd1', '\xff\xd9'),
  ],
  ['a JPEG with fill bytes before its end', JPEG, joined(jpegOf().subarray(0, -2), '\xff\xff\xff\xd9')],
  ['a JPEG followed by another exposure', JPEG, joined(jpegOf(), '\0\0\0', jpegOf())],
  ['a JPEG followed by a newline', JPEG, joined(jpegOf(), '\r\n')],
  ['a large JPEG', JPEG, joined(jpegOf().subarray(0, 30), scanOf(noise(3_000_000)), '\xff\xd9')],
  ['a large PNG', PNG, pngWith(pngChunk('IDAT', noise(3_000_000)))],
  ['a PNG with XMP metadata', PNG, pngWith(pngChunk('iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`)))],
  ['a PNG with a comment', PNG, pngWith(pngChunk('tEXt', text('Comment\0a < b and <Ada>')))],
  ['a PNG followed by a newline', PNG, joined(pngOf(), '\n')],
  ['a JPEG with an embedded thumbnail', JPEG, joined(jpegOf().subarray(0, 20), jpegOf(), jpegOf().subarray(20))],
  ['a JPEG padded with zeros', JPEG, joined(jpegOf(), '\0\0\0\0')],
  ['a JPEG followed by camera metadata', JPEG, joined(jpegOf(), cameraNotes({ Image_UTC_Data: '1763' }))],
  [
    'a JPEG followed by several camera metadata entries and zeros',
    JPEG,
    joined(jpegOf(), cameraNotes({ Image_UTC_Data: '1763385000123', MCC_Data: '621', Edit: '{"a":[1]}' }), '\0\0'),
  ],
  ['a PNG', PNG, pngOf()],
  ['a PNG with a long colour profile', PNG, withProfile],
])('accepts %s', async (_, type, bytes) => {
  expect(await judge(type, bytes)).toBeNull();
});

test.each<[string, DocumentContentType, Buffer]>([
  ['HTML declared as a PDF', PDF, text('<!doctype html><html><body>hello</body></html>')],
  ['HTML that contains the PDF magic bytes', PDF, text('<html>%PDF-1.4\n</html>%%EOF')],
  ['a PDF with a script at its beginning', PDF, joined('%PDF-1.4\n%<script>alert(1)</script>\n', pdfOf('x'))],
  [
    'a PDF with a UTF-16 script at its beginning',
    PDF,
    joined('%PDF-1.4\n', Buffer.from('<SCRIPT>', 'utf16le'), pdfOf('x')),
  ],
  ['a PDF that is also an archive', PDF, pdfAndZip()],
  ['an archive before a PDF', PDF, joined(zipOf('a.txt', text('a')), pdfOf('x'))],
  ['a PDF followed by an archive', PDF, joined(pdfOf('x'), zipOf('a.txt', text('a')))],
  [
    'the end of a large archive, whose values are in an earlier record',
    PDF,
    joined(pdfOf('x'), 'PK\x06\x07', Buffer.alloc(16), 'PK\x05\x06', Buffer.alloc(16, 0xff), '\0\0\n%%EOF'),
  ],
  ['an empty archive at the end of a PDF', PDF, joined(pdfOf('x'), 'PK\x05\x06', Buffer.alloc(18), '\n%%EOF')],
  ['an archive whose directory exceeds the inspected part', PDF, longDirectory()],
  ['a PDF that begins after the first KiB', PDF, joined('\n'.repeat(1_020), pdfOf('x'))],
  ['HTML before a PDF', PDF, joined('<html><body>', pdfOf('x'))],
  ['a shell script before a PDF', PDF, joined('#!/bin/sh\necho hello\n', pdfOf('x'))],
  ['a truncated PDF', PDF, pdfOf('hello', 9_000).subarray(0, 8_000)],
  ['a PDF followed by a script', PDF, joined(pdfOf('x'), '<script>')],
  ['a PDF followed by more than a KiB of white space', PDF, joined(pdfOf('x'), ' '.repeat(2_000))],
  ['a GIF that contains a PDF', PDF, joined('GIF89a', Buffer.alloc(20), pdfOf('x'))],
  ['an SVG declared as a PNG', PNG, text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['an SVG declared as a PDF', PDF, text('<?xml version="1.0"?><svg></svg>')],
  ['an executable', PDF, joined('MZ', Buffer.alloc(200), pdfOf('x'))],
  ['a PNG declared as a PDF', PDF, pngOf()],
  ['a PDF declared as a PNG', PNG, pdfOf('x')],
  ['a JPEG declared as a PNG', PNG, jpegOf()],
  ['a PNG declared as a JPEG', JPEG, pngOf()],
  ['a truncated JPEG', JPEG, jpegOf().subarray(0, -2)],
  ['a JPEG followed by PHP', JPEG, joined(jpegOf(), '<?php system($_GET[0]); ?>')],
  ['a JPEG followed by a video', JPEG, joined(jpegOf(), '\0\0\0\x18ftypmp42')],
  ['a JPEG with HTML at its beginning', JPEG, joined(jpegOf().subarray(0, 20), '<HTML>', jpegOf())],
  ['a JPEG that is also an archive', JPEG, joined(jpegOf(), zipOf('a', text('a'), text('\xff\xd9'), jpegOf().length))],
  ['a PNG followed by a script', PNG, joined(pngOf(), '<script>alert(1)</script>')],
  ['a truncated PNG', PNG, pngOf().subarray(0, -1)],
  ['an animated PNG', PNG, joined(pngOf().subarray(0, 33), pngChunk('acTL', Buffer.alloc(8)), pngOf().subarray(33))],
  ['a PDF followed by HTML', PDF, joined(pdfOf('x'), 'x<html><script>alert(1)</script>')],
  ['a JPEG with HTML in a comment', JPEG, jpegWith(segment(0xfe, text(PAGE)))],
  ['a JPEG with UTF-16 HTML in its metadata', JPEG, jpegWith(segment(0xe1, Buffer.from(PAGE, 'utf16le')))],
  [
    'a JPEG with HTML in its scan',
    JPEG,
    joined(jpegOf().subarray(0, -2), noise(2_000).fill(1, 0, 2), PAGE, '\xff\xd9'),
  ],
  ['a JPEG followed by HTML and a second end marker', JPEG, joined(jpegOf(), Buffer.alloc(2_000), PAGE, '\xff\xd9')],
  ['a JPEG followed by text and a second end marker', JPEG, joined(jpegOf(), 'anything\xff\xd9')],
  ['a JPEG followed by HTML and the magic bytes of camera metadata', JPEG, joined(jpegOf(), PAGE, 'SEFT')],
  [
    'a JPEG followed by random bytes and the magic bytes of camera metadata',
    JPEG,
    joined(jpegOf(), noise(500), 'SEFT'),
  ],
  [
    'a JPEG followed by an executable and camera metadata',
    JPEG,
    joined(jpegOf(), 'MZ', noise(99), cameraNotes({ a: 'b' })),
  ],
  ['a JPEG followed by text and camera metadata', JPEG, joined(jpegOf(), 'x', cameraNotes({ a: 'b' }))],
  [
    'a JPEG with binary data in its camera metadata',
    JPEG,
    joined(jpegOf(), cameraNotes({ a: noise(99).toString('latin1') })),
  ],
  ['a JPEG with a video in its camera metadata', JPEG, joined(jpegOf(), cameraNotes({ a: '\0\0\0\x18ftypmp42' }))],
  ['a JPEG with HTML in its camera metadata', JPEG, joined(jpegOf(), cameraNotes({ a: PAGE }))],
  ['a JPEG with camera metadata as long as a file', JPEG, joined(jpegOf(), cameraNotes({ a: 'x'.repeat(20_000) }))],
  ['a JPEG with text after its camera metadata', JPEG, joined(jpegOf(), cameraNotes({ a: 'b' }), 'xSEFT')],
  ['a JPEG with camera metadata twice', JPEG, joined(jpegOf(), cameraNotes({ a: 'b' }), cameraNotes({ a: 'b' }))],
  ['a JPEG with text before empty camera metadata', JPEG, joined(jpegOf(), 'MZ rest', cameraNotes({}))],
  ['a JPEG with half of its camera metadata', JPEG, joined(jpegOf(), cameraNotes({ a: 'b' }).subarray(8))],
  ['a PNG followed by camera metadata', PNG, joined(pngOf(), cameraNotes({ a: 'b' }))],
  ['a JPEG followed by a PDF', JPEG, joined(jpegOf(), pdfOf('x'), '\xff\xd9')],
  ['a JPEG without a scan', JPEG, joined(jpegOf().subarray(0, 20), noise(3_000), '\xff\xd9')],
  [
    'a JPEG with a segment longer than the rest of the file',
    JPEG,
    joined(jpegOf().subarray(0, 20), '\xff\xe1\xff\xff', '\xff\xd9'),
  ],
  ['a PNG with HTML in a comment', PNG, pngWith(pngChunk('tEXt', text(`Comment\0${PAGE}`)))],
  [
    'a PNG with a script in a comment',
    PNG,
    pngWith(pngChunk('tEXt', text('Comment\0<ScRiPt src=//evil.example></script>'))),
  ],
  ['a PNG with PHP in its pixel data', PNG, pngWith(pngChunk('IDAT', text('<?php system($_GET[0]); ?>')))],
  ['a PNG followed by HTML and a second end chunk', PNG, joined(pngOf(), PAGE, pngOf().subarray(-12))],
  ['a PNG followed by text and a second end chunk', PNG, joined(pngOf(), 'anything', pngOf().subarray(-12))],
  [
    'a PNG whose last chunk is longer than the rest of the file',
    PNG,
    joined(pngOf().subarray(0, 33), '\0\xff\0\0IDAT', pngOf().subarray(-12)),
  ],
  ['only the magic bytes of a PDF', PDF, text('%PDF-')],
  ['an empty file', PDF, Buffer.alloc(0)],
])('refuses %s', async (_, type, bytes) => {
  expect(await judge(type, bytes)).toBe('ContentMismatch');
});

const [WIDE, HIGH] = [10_000, (IMAGE_MEGAPIXELS * 1_000_000) / 10_000];

test.each<[string, DocumentContentType, Buffer]>([
  ['a PNG', PNG, pngOf(WIDE, HIGH)],
  ['a long and narrow PNG', PNG, pngOf(IMAGE_MEGAPIXELS * 1_000_000, 1)],
  ['a JPEG', JPEG, jpegOf({ width: WIDE, height: HIGH })],
  [
    'a JPEG followed by a smaller one',
    JPEG,
    joined(jpegOf({ width: WIDE, height: HIGH }), jpegOf({ width: 9, height: 9 })),
  ],
])('accepts %s with the maximum number of pixels', async (_, type, bytes) => {
  expect(await judge(type, bytes)).toBeNull();
});

test.each<[string, DocumentContentType, Buffer]>([
  ['a PNG', PNG, pngOf(WIDE, HIGH + 1)],
  ['a PNG that would fill the memory when decoded', PNG, pngOf(60_000, 60_000)],
  ['a PNG of the largest size the format can express', PNG, pngOf(0xffffffff, 0xffffffff)],
  ['a JPEG', JPEG, jpegOf({ width: WIDE, height: HIGH + 1 })],
  ['a JPEG of the largest size the format can express', JPEG, jpegOf({ width: 65_535, height: 65_535 })],
  ['a JPEG that declares its height later', JPEG, jpegOf({ width: WIDE, height: 0 })],
  [
    'a JPEG followed by a larger one',
    JPEG,
    joined(jpegOf({ width: 9, height: 9 }), jpegOf({ width: WIDE, height: HIGH + 1 })),
  ],
  ...[0xc1, 0xc2, 0xc3, 0xc5, 0xc9, 0xcf].map((frame): [string, DocumentContentType, Buffer] => [
    `a JPEG with frame type ${frame.toString(16)}`,
    JPEG,
    jpegOf({ width: WIDE, height: HIGH + 1, frame }),
  ]),
])('refuses %s with too many pixels as TooLarge', async (_, type, bytes) => {
  expect(await judge(type, bytes)).toBe('TooLarge');
});

test('does not mistake the tables of a JPEG for its size', async () => {
  for (const frame of [0xc4, 0xcc])
    expect(await judge(JPEG, jpegOf({ width: 65_535, height: 65_535, frame }))).toBeNull();
});

test('the test file that is both a PDF and an archive can be opened as an archive', () => {
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
