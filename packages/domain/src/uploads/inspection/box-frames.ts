// The protocol between a process and its inspection box: frames with a kind, a length and a payload. Pure.

/**
 * Begin: starts a file of the type in the payload, and discards the previous one. Bytes: its next bytes. End: the file is
 * complete.
 */
export type FrameKind = 'Begin' | 'Bytes' | 'End';

const KINDS: readonly FrameKind[] = ['Begin', 'Bytes', 'End'];
const HEAD = 5;

export function headOf(kind: FrameKind, length: number): Buffer {
  const head = Buffer.alloc(HEAD);
  head.writeUInt8(KINDS.indexOf(kind));
  head.writeUInt32BE(length, 1);
  return head;
}

/** `part`: a part of the payload, as it arrives; `last` marks the last one. An empty payload is one empty part. */
export type OnFrame = (kind: FrameKind, part: Buffer, last: boolean) => Promise<void> | void;

export function frameReader(onFrame: OnFrame): (chunk: Buffer) => Promise<void> {
  let head = Buffer.alloc(0);
  let left = 0;
  return async (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (head.length < HEAD) {
        const part = chunk.subarray(at, at + HEAD - head.length);
        head = Buffer.concat([head, part]);
        at += part.length;
        if (head.length < HEAD) return;
        left = head.readUInt32BE(1);
        if (left > 0) continue;
      }
      const part = chunk.subarray(at, at + left);
      at += part.length;
      left -= part.length;
      const kind = KINDS[head[0] ?? -1];
      if (kind === undefined) throw new Error('A frame has no kind');
      if (left === 0) head = Buffer.alloc(0);
      await onFrame(kind, part, left === 0);
    }
  };
}
