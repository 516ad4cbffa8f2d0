// Files as users upload them, valid and invalid.
import { crc32, deflateSync } from 'node:zlib';

/** A document of this size that any reader opens. */
export function pdfOf(text: string, sizeBytes = 0): Buffer {
  const head = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R>>endobj
4 0 obj<</Length ${text.length}>>stream
${text}
endstream endobj
`;
  const tail = 'trailer<</Root 1 0 R>>\n%%EOF\n';
  const filling = Math.max(0, sizeBytes - head.length - tail.length - 2);
  return Buffer.from(`${head}%${'.'.repeat(filling)}\n${tail}`, 'latin1');
}

/** A document with additional content after its pages. */
export function pdfWith(...parts: (Buffer | string)[]): Buffer {
  const plain = pdfOf('hello');
  const tail = plain.indexOf('trailer<<');
  const bytes = parts.flatMap((part) => [
    typeof part === 'string' ? Buffer.from(part, 'latin1') : part,
    Buffer.from('\n'),
  ]);
  return Buffer.concat([plain.subarray(0, tail), ...bytes, plain.subarray(tail)]);
}

/** A compressed object stream, as in newer documents. */
export function objectStreamOf(objects: string): Buffer {
  const packed = deflateSync(Buffer.from(`9 0 ${objects}`, 'latin1'));
  const head = `8 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), packed, Buffer.from('\r\nendstream\nendobj\n', 'latin1')]);
}

/** White, one pixel in size. It may claim to be larger. */
export function pngOf(width = 1, height = 1): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.from([0, 0xff]))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A valid enough image for programs that do not render it, optionally declaring this size. */
export function jpegOf(size?: { width: number; height: number; frame?: number }): Buffer {
  const start = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
  const frame = Buffer.from('ffc0000b080000000001011100', 'hex');
  if (size !== undefined) {
    frame.writeUInt8(size.frame ?? 0xc0, 1);
    frame.writeUInt16BE(size.height, 5);
    frame.writeUInt16BE(size.width, 7);
  }
  return Buffer.concat([
    start,
    size === undefined ? Buffer.alloc(0) : frame,
    Buffer.from('ffda0008010100003f00', 'hex'),
    Buffer.alloc(64, 7),
    Buffer.from('ffd9', 'hex'),
  ]);
}

/** Named notes, as one large manufacturer appends them to photographs: the notes, then a directory of them. */
export function cameraNotes(notes: Record<string, string>): Buffer {
  const numbers = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
  const blocks = Object.entries(notes).map(([name, text]) =>
    Buffer.concat([Buffer.from([0, 0, 1, 10]), numbers(name.length), Buffer.from(name + text, 'latin1')]),
  );
  const entries = blocks.map((block, index) => {
    const back = Buffer.concat(blocks.slice(index)).length;
    return Buffer.concat([Buffer.from([0, 0, 1, 10]), numbers(back, block.length)]);
  });
  const directory = Buffer.concat([Buffer.from('SEFH'), numbers(107, blocks.length), ...entries]);
  return Buffer.concat([...blocks, directory, numbers(directory.length), Buffer.from('SEFT')]);
}

/** An archive with one uncompressed file, and a comment after its directory. */
export function zipOf(name: string, content: Buffer, comment: Buffer = Buffer.alloc(0), startsAt = 0): Buffer {
  const fileName = Buffer.from(name, 'latin1');
  const facts = Buffer.alloc(16);
  facts.writeUInt32LE(crc32(content), 4);
  facts.writeUInt32LE(content.length, 8);
  facts.writeUInt32LE(content.length, 12);
  const lengths = Buffer.alloc(4);
  lengths.writeUInt16LE(fileName.length);
  const version = Buffer.from([20, 0, 0, 0, 0, 0]);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), version, facts, lengths, fileName, content]);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(startsAt, 10);
  const directory = Buffer.concat([
    Buffer.from('PK\x01\x02', 'latin1'),
    Buffer.from([20, 0]),
    version,
    facts,
    lengths,
    place,
    fileName,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(startsAt + local.length, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([local, directory, end, comment]);
}

/** A document and an archive at once: the archive's comment is the end of the document. */
export function pdfAndZip(): Buffer {
  const document = pdfOf('a document');
  const comment = Buffer.from('\n%%EOF\n', 'latin1');
  return Buffer.concat([document, zipOf('run.sh', Buffer.from('echo run'), comment, document.length)]);
}

/**
 * A complete grey JPEG of this many blocks of 8 by 8 pixels, the upper half dark and the lower half light, padded to a size.
 * Its tables contain only what it needs: the same grey again, one other grey, and the end of a block.
 */
export function plainJpeg(blocks: { across: number; down: number }, sizeBytes: number): Buffer {
  const { across, down } = blocks;
  const segment = (marker: number, data: Buffer) => {
    const head = Buffer.of(0xff, marker, 0, 0);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  };
  const frame = Buffer.of(8, 0, 0, 0, 0, 1, 1, 0x11, 0);
  frame.writeUInt16BE(down * 8, 1);
  frame.writeUInt16BE(across * 8, 3);
  // One-bit codes: 0 for the most frequent symbol.
  const codes = (kind: number, ...symbols: number[]) =>
    segment(0xc4, Buffer.from([kind, 1, symbols.length - 1, ...Array(14).fill(0), ...symbols]));
  const parts = [
    Buffer.of(0xff, 0xd8),
    segment(0xdb, Buffer.concat([Buffer.of(0), Buffer.alloc(64, 8)])),
    segment(0xc0, frame),
    codes(0x00, 0, 6),
    codes(0x10, 0, 1),
    segment(0xda, Buffer.of(1, 1, 0x00, 0, 63, 0)),
  ];
  // A block equal to the previous one is 00: no difference, end. The first of each half has its difference in six bits.
  const half = (across * down) / 2;
  const bits = [DARKER, '00'.repeat(half - 1), LIGHTER, '00'.repeat(half - 1)].join('');
  const scan = Buffer.from(
    bits
      .padEnd(Math.ceil(bits.length / 8) * 8, '1')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
  );
  const end = Buffer.of(0xff, 0xd9);
  const length = [...parts, scan, end].reduce((sum, part) => sum + part.length, 0);
  const comments: Buffer[] = [];
  for (let left = sizeBytes - length; left > 4; left -= 65_537) {
    comments.push(segment(0xfe, Buffer.alloc(Math.min(left - 4, 65_533), 'x')));
  }
  return Buffer.concat([parts[0] ?? end, ...comments, ...parts.slice(1), scan, end]);
}

/** 62 greys darker than the middle, then as many lighter: the code for six bits, the bits, the end of the block. */
const [DARKER, LIGHTER] = ['100000010', '101111100'];
