// How much a browser fetches for the home page of a site, and for each part after it, compared with the budget: a step of the
// gate, after the sites are built. Sizes are gzipped.
import { readFileSync } from 'node:fs';

const FIRST_LOAD_KB = { portal: 256, console: 268 };
const ROUTE_KB = 25;
/** Inherently large, and fetched only when used: charts, the certificate generator, the PDF reader. */
const APART = /\/(charts\/drawn\.tsx|key-pair\/src\/key-pair\.ts|document\/pdf\.ts)$/;

/** As written by Vite, by the source of each chunk. */
export type Manifest = Record<
  string,
  { file: string; isEntry?: boolean; imports?: string[]; css?: string[]; dynamicImports?: string[] }
>;

interface Weight {
  name: string;
  kilobytes: number;
  /** Undefined for a part without a limit. */
  most: number | undefined;
}

/** The first load, then each part with what it adds to the parts before it. */
export function weigh(manifest: Manifest, firstLoadKb: number, bytesOf: (file: string) => number): Weight[] {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true);
  if (entry === undefined) throw new Error('The manifest has no entry');
  const weights: Weight[] = [];
  const add = (name: string, most: number | undefined, files: Iterable<string>) =>
    weights.push({ name, most, kilobytes: [...files].reduce((sum, file) => sum + bytesOf(file), 0) / 1000 });
  const seen = new Set<string>();
  function follow(key: string, fetched: ReadonlySet<string>): void {
    for (const part of manifest[key]?.dynamicImports ?? []) {
      if (seen.has(part)) continue;
      seen.add(part);
      const files = filesOf(manifest, part);
      add(part, APART.test(part) ? undefined : ROUTE_KB, files.difference(fetched));
      follow(part, files.union(fetched));
    }
  }
  const first = filesOf(manifest, entry);
  add('first load', firstLoadKb, first);
  follow(entry, first);
  return weights;
}

export const isTooHeavy = ({ kilobytes, most }: Weight) => most !== undefined && kilobytes > most;

/** The files fetched before the chunk can run. */
function filesOf(manifest: Manifest, key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`The manifest does not know ${key}`);
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
  for (const other of chunk.imports ?? []) if (!files.has(manifest[other]?.file ?? '')) filesOf(manifest, other, files);
  return files;
}

if (import.meta.main) {
  for (const [site, firstLoadKb] of Object.entries(FIRST_LOAD_KB)) {
    const folder = `.build/sites/${site}`;
    const manifest: Manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'));
    const weights = weigh(manifest, firstLoadKb, (file) => readFileSync(`${folder}/${file}.gz`).length);
    console.log(site);
    for (const weight of weights) {
      const bound = weight.most === undefined ? 'apart' : `of ${weight.most} kB`;
      const size = `${weight.kilobytes.toFixed(1).padStart(7)} kB ${bound.padEnd(9)}`;
      console.log(`  ${size}  ${weight.name}${isTooHeavy(weight) ? '  TOO MUCH' : ''}`);
    }
    if (weights.some(isTooHeavy)) process.exitCode = 1;
  }
}
