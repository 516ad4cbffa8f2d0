// Which tests can find a fault: a probe at each fault records every test file that gets there in one run of the gate.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import type { Fault } from './fault.ts';

export interface Probes {
  remove(): void;
  /** The test files that ran the block around this fault; undefined for code that runs when its module is loaded. */
  visitorsOf(fault: Fault): Set<string> | undefined;
}

interface Block {
  start: number;
  end: number;
  /** An arrow function without braces returns its body. */
  returned: boolean;
}

/** In a copy of the checkout, which also keeps what they record. */
export function placeProbes(copy: string, faults: readonly Fault[]): Probes {
  const records = join(copy, '.test/probes');
  rmSync(records, { recursive: true, force: true });
  mkdirSync(records, { recursive: true });
  const originals = new Map<string, string>();
  const blocks = new Map<Fault, Block>();
  for (const [file, inFile] of Map.groupBy(faults, ({ file }) => file)) {
    const place = join(copy, file);
    const text = readFileSync(place, 'utf8');
    for (const fault of inFile) {
      const block = blockAround(file, text, fault);
      if (block !== undefined) blocks.set(fault, block);
    }
    originals.set(place, text);
    writeFileSync(place, withProbes(text, inFile));
  }
  return {
    remove: () => {
      for (const [place, text] of originals) writeFileSync(place, text);
    },
    visitorsOf(fault) {
      if (!blocks.has(fault)) return undefined;
      const name = String(faults.indexOf(fault));
      if (!readdirSync(records).includes(name)) return new Set();
      const visitors = readFileSync(join(records, name), 'utf8').trim().split('\n');
      return new Set(visitors.map((visitor) => relative(copy, visitor)));
    },
  };

  function withProbes(text: string, inFile: readonly Fault[]): string {
    const insertions = inFile.flatMap((fault) => {
      const block = blocks.get(fault);
      if (block === undefined) return [];
      const call = probe(join(records, String(faults.indexOf(fault))));
      if (!block.returned) return [{ at: block.start + 1, added: `${call};` }];
      return [
        { at: block.end, added: ')' },
        { at: block.start, added: `(${call}, ` },
      ];
    });
    return insertions
      .sort((a, b) => b.at - a.at)
      .reduce((before, { at, added }) => before.slice(0, at) + added + before.slice(at), text);
  }
}

/** On one line, so that every other line keeps its number. A process without a test file is one of the whole stack. */
function probe(record: string): string {
  const seen = 'globalThis.__probes ??= new Set()';
  const visitor = `globalThis.__vitest_worker__?.filepath ?? ''`;
  const write = `process.getBuiltinModule('node:fs').appendFileSync(record, visitor + '\\n')`;
  return `((seen, visitor, record) => seen.has(record + visitor) || (seen.add(record + visitor), ${write}))(${seen}, ${visitor}, ${JSON.stringify(record)})`;
}

/** The smallest; undefined for code outside of functions. */
function blockAround(file: string, text: string, fault: Fault): Block | undefined {
  let smallest: Block | undefined;
  let inFunction = false;
  const consider = ({ start, end }: { start: number; end: number }, returned = false) => {
    if (start > fault.start || end < fault.end) return;
    if (smallest === undefined || end - start <= smallest.end - smallest.start) smallest = { start, end, returned };
  };
  const enter = ({ body }: { body: { start: number; end: number } | null }) => {
    if (body !== null && body.start <= fault.start && body.end >= fault.end) inFunction = true;
  };
  new Visitor({
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression(arrow) {
      enter(arrow);
      if (arrow.expression) consider(arrow.body, true);
    },
    BlockStatement: (block) => consider(block),
  }).visit(parseSync(file, text).program);
  return inFunction ? smallest : undefined;
}
