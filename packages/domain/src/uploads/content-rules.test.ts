import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentContentType } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { jpegOf, pdfAndZip, pdfOf, pngChunk, pngOf, zipOf } from '../../../../tests/harness/files.ts';
import { BEGINNING_BYTES, END_BYTES, isPlainly } from './content-rules.ts';

const PDF = 'application/pdf';
const JPEG = 'image/jpeg';
const PNG = 'image/png';
const text = (value: string) => Buffer.from(value, 'latin1');
const joined = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? text(part) : part)));
const judge = (type: DocumentContentType, bytes: Buffer) =>
  isPlainly(type, {
    beginning: bytes.subarray(0, BEGINNING_BYTES),
    end: bytes.subarray(-END_BYTES),
    sizeBytes: bytes.length,
  });

/** A real colour profile is longer than what is looked at of the beginning. */
const withProfile = joined(pngOf().subarray(0, 33), pngChunk('iCCP', Buffer.alloc(20_000, 1)), pngOf().subarray(33));
const byChance = text('PK\x05\x06random letters of a stream');

test.each<[string, DocumentContentType, Buffer]>([
  ['a document', PDF, pdfOf('hello')],
  ['a large document', PDF, pdfOf('hello', 300_000)],
  ['a document without an end of line', PDF, pdfOf('hello').subarray(0, -1)],
  ['a document with white space and zeros behind its end', PDF, joined(pdfOf('hello'), '\r\n  \t\n\0\0\0')],
  ['a document that was changed and so ends twice', PDF, joined(pdfOf('hello'), '5 0 obj<<>>endobj\n%%EOF\r\n')],
  ['a document with the letters of an archive by chance', PDF, joined(pdfOf('x'), byChance, '\n%%EOF')],
  ['a document with markup far behind its beginning', PDF, pdfOf(`${' '.repeat(2_000)}<script>`)],
  ['a photograph', JPEG, jpegOf()],
  ['a photograph with a thumbnail in it', JPEG, joined(jpegOf().subarray(0, 20), jpegOf(), jpegOf().subarray(20))],
  ['a photograph that was filled up with zeros', JPEG, joined(jpegOf(), '\0\0\0\0')],
  ['a photograph with the notes of its camera behind it', JPEG, joined(jpegOf(), 'Image_UTC_DataSEFH\x6a\0\0\0SEFT')],
  ['a picture', PNG, pngOf()],
  ['a picture with a long colour profile', PNG, withProfile],
])('%s is taken', async (_, type, bytes) => {
  expect(await judge(type, bytes)).toBe(true);
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
  ['junk in front of a document', PDF, joined('junk\n', pdfOf('x'))],
  ['a mark of order in front of a document', PDF, joined('\xef\xbb\xbf', pdfOf('x'))],
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
  ['nothing but a beginning', PDF, text('%PDF-')],
  ['nothing', PDF, Buffer.alloc(0)],
])('%s is refused', async (_, type, bytes) => {
  expect(await judge(type, bytes)).toBe(false);
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
