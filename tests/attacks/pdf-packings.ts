// Ways to pack an object stream: each filter of the format that is not for images, alone, in chains and with predictors.
import { deflateRawSync, deflateSync } from 'node:zlib';
import { latin } from '../harness/pdf-writer.ts';

/** Keywords of the format in a string, with which an object stream begins. */
export const LIE = '(endstream endobj 8 0 obj<</Length 3>>stream)';

/** Everything up to the end of the string is only stored, so that its keywords are visible. */
function storedFirst(content: Buffer): Buffer {
  const cut = content.indexOf(LIE) + LIE.length;
  const head = Buffer.from([0x78, 0x01, 0, cut, cut >> 8, ~cut, ~cut >> 8]);
  return Buffer.concat([
    head,
    content.subarray(0, cut),
    deflateRawSync(content.subarray(cut)),
    deflateSync(content).subarray(-4),
  ]);
}

function ascii85(content: Buffer): Buffer {
  let text = '';
  for (let at = 0; at < content.length; at += 4) {
    const part = content.subarray(at, at + 4);
    let number = Buffer.concat([part, Buffer.alloc(4 - part.length)]).readUInt32BE();
    let letters = '';
    for (let digit = 0; digit < 5; digit++, number = Math.floor(number / 85))
      letters = String.fromCharCode(33 + (number % 85)) + letters;
    text += letters.slice(0, part.length + 1);
  }
  return latin(`${text}~>`);
}

/** Nine-bit codes, reset before they become ten bits. */
function lzw(content: Buffer): Buffer {
  const codes = [...content].flatMap((byte, index) => (index % 200 === 0 ? [256, byte] : [byte]));
  const bits = [...codes, 257].map((code) => code.toString(2).padStart(9, '0')).join('');
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

const runs = (content: Buffer) =>
  Buffer.concat(
    [...Array(Math.ceil(content.length / 100)).keys()]
      .map((index) => {
        const part = content.subarray(index * 100, index * 100 + 100);
        return Buffer.concat([Buffer.from([part.length - 1]), part]);
      })
      .concat(Buffer.from([128])),
  );

/** Each row as the difference from the row above, or each byte as the difference from the byte before. */
function predicted(content: Buffer, columns: number, up: boolean): Buffer {
  const rows = Math.ceil(content.length / columns);
  const padded = Buffer.concat([content, Buffer.alloc(rows * columns - content.length, 32)]);
  const from = (at: number, back: number) => (padded[at] ?? 0) - (back < 0 ? 0 : (padded[back] ?? 0));
  return Buffer.concat(
    [...Array(rows).keys()].map((row) => {
      const bytes = [...Array(columns).keys()].map((column) => {
        const at = row * columns + column;
        return from(at, up ? at - columns : column === 0 ? -1 : at - 1);
      });
      return Buffer.from(up ? [2, ...bytes] : bytes);
    }),
  );
}

const asciiHex = (content: Buffer) => latin(`${content.toString('hex')}>`);
export const PACKINGS: Record<string, (content: Buffer) => { content: Buffer; filter: string }> = {
  'not packed': (content) => ({ content, filter: '' }),
  Flate: (content) => ({ content: deflateSync(content), filter: '/Filter/FlateDecode' }),
  'Flate in a list': (content) => ({ content: deflateSync(content), filter: '/Filter [ /FlateDecode ]' }),
  'Flate in short': (content) => ({ content: deflateSync(content), filter: '/Filter/Fl' }),
  'filter by its short name': (content) => ({ content: deflateSync(content), filter: '/F/Fl' }),
  'Flate only stored': (content) => ({ content: deflateSync(content, { level: 0 }), filter: '/Filter/FlateDecode' }),
  'the end in a stored block': (content) => ({ content: storedFirst(content), filter: '/Filter/FlateDecode' }),
  'Flate twice': (content) => ({
    content: deflateSync(deflateSync(content)),
    filter: '/Filter[/FlateDecode/FlateDecode]',
  }),
  hex: (content) => ({ content: asciiHex(content), filter: '/Filter/ASCIIHexDecode' }),
  'Flate in hex': (content) => ({ content: asciiHex(deflateSync(content)), filter: '/Filter[/AHx/Fl]' }),
  'Flate in 85': (content) => ({
    content: ascii85(deflateSync(content)),
    filter: '/Filter[/ASCII85Decode/FlateDecode]',
  }),
  LZW: (content) => ({ content: lzw(content), filter: '/Filter/LZWDecode' }),
  runs: (content) => ({ content: runs(content), filter: '/Filter/RunLengthDecode' }),
  'predictor up': (content) => ({
    content: deflateSync(predicted(content, 8, true)),
    filter: '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 8>>',
  }),
  'predictor left': (content) => ({
    content: deflateSync(predicted(content, 16, false)),
    filter: '/Filter/FlateDecode/DecodeParms<</Predictor 2/Columns 16>>',
  }),
  'no predictor': (content) => ({
    content: deflateSync(content),
    filter: '/DecodeParms<</Predictor 1/Columns 9>>/Filter/FlateDecode',
  }),
  'end cut off': (content) => ({ content: deflateSync(content).subarray(0, -4), filter: '/Filter/FlateDecode' }),
  'bytes behind': (content) => ({
    content: Buffer.concat([deflateSync(content), latin('endstream')]),
    filter: '/Filter/FlateDecode',
  }),
};
