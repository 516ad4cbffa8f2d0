// The sources of a checkout, and which file imports which. Type imports count: a reader follows them too.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';

export interface Source {
  /** Relative to the root of the checkout. */
  path: string;
  text: string;
}

/** Everything hand-written that runs, without tests. */
export function readSources(root: string): Source[] {
  return globSync('{apps,packages,scripts,database}/**/*.ts', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  })
    .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('.gen.ts'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** All TypeScript, including tests and generated files. */
export const readAll = (root: string): Source[] =>
  globSync('{apps,packages,scripts,database,tests}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  }).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** From each file to our own files that it imports or re-exports. */
export function importsOf(root: string, sources: readonly Source[]): Graph {
  const known = new Set(sources.map(({ path }) => path));
  const packageExports = readExports(root);
  return new Map(
    sources.map(({ path, text }) => {
      const targets = specifiersOf(path, text).map((specifier) =>
        specifier.startsWith('.')
          ? normalize(join(dirname(path), specifier))
          : throughExports(packageExports, specifier),
      );
      return [path, new Set(targets.filter((target) => target !== undefined && target !== path && known.has(target)))];
    }),
  ) as Graph;
}

/** Whether a file only re-exports what others contain. */
export const isBarrel = ({ path, text }: Source): boolean =>
  parseSync(path, text).program.body.every(
    (one) => 'source' in one && one.source !== null && one.type.startsWith('Export'),
  );

/** All files that a file imports, directly or indirectly, and itself. */
export function reachableFrom(graph: Graph, file: string): ReadonlySet<string> {
  const seen = new Set([file]);
  for (const reached of seen) for (const next of graph.get(reached) ?? []) seen.add(next);
  return seen;
}

function specifiersOf(path: string, text: string): string[] {
  const { staticImports, staticExports } = parseSync(path, text).module;
  const exported = staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value));
  return [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported].filter(
    (specifier) => specifier !== undefined,
  );
}

/** The exports of the checkout's packages: from an import name, perhaps with a star, to a file. */
function readExports(root: string): [name: string, file: string][] {
  return globSync(['{apps,packages}/*/package.json', 'database/package.json'], { cwd: root }).flatMap((path) => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'));
    return Object.entries<string>(exports).map(([subpath, file]): [string, string] => [
      normalize(join(name, subpath)),
      normalize(join(dirname(path), file)),
    ]);
  });
}

function throughExports(packageExports: readonly [string, string][], specifier: string): string | undefined {
  for (const [name, file] of packageExports) {
    const [before = '', after] = name.split('*');
    if (after === undefined ? specifier === name : specifier.startsWith(before)) {
      return file.replace('*', specifier.slice(before.length));
    }
  }
  return undefined;
}

/** Groups of files that all reach each other, by Tarjan's algorithm; each sorted. */
export function cyclesOf(graph: Graph): string[][] {
  const cycles: string[][] = [];
  const index = new Map<string, number>();
  const stack: string[] = [];
  const visit = (node: string): number => {
    let lowest = index.size;
    index.set(node, lowest);
    const height = stack.push(node) - 1;
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, index.get(next) ?? lowest);
    }
    if (lowest === index.get(node)) {
      const group = stack.splice(height);
      if (group.length > 1) cycles.push(group.sort());
    }
    return lowest;
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return cycles;
}

/** The same dependencies between groups of files, without those inside a group. */
export function between(graph: Graph, groupOf: (path: string) => string | undefined): Graph {
  const groups = new Map<string, Set<string>>();
  for (const [from, targets] of graph) {
    const group = groupOf(from);
    if (group === undefined) continue;
    const arrows = groups.get(group) ?? new Set();
    groups.set(group, arrows);
    for (const target of targets) {
      const other = groupOf(target);
      if (other !== undefined && other !== group) arrows.add(other);
    }
  }
  return groups;
}

export function domainModuleOf(path: string): string | undefined {
  return /^packages\/domain\/src\/([\w-]+)\//.exec(path)?.[1];
}

/** Within an app, a package or the scripts: the first folder, together with the file of the same name next to it. */
export function folderOf(path: string): string {
  return path.replace(/^((?:(?:apps|packages)\/[\w-]+\/src|scripts|database)\/[\w-]+).*$/, '$1');
}

/** Import cycles between the subfolders of any folder. */
export function subfolderCycles(imports: Graph): string[][] {
  const folders = new Set([...imports.keys()].flatMap(foldersAbove));
  return [...folders].sort().flatMap((folder) =>
    cyclesOf(
      between(imports, (path) => {
        const [child, ...below] = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/') : [];
        return below.length > 0 ? `${folder}/${child}` : undefined;
      }),
    ),
  );
}

/** Imports from a subfolder of a domain module of a file that lies above it in the module. */
export function upwardImports(imports: Graph): string[] {
  const module = /^packages\/domain\/src\/[\w-]+\//;
  return [...imports].flatMap(([from, targets]) =>
    [...targets]
      .filter((target) => module.exec(target) !== null && dirname(from).startsWith(`${dirname(target)}/`))
      .map((target) => `${from} -> ${target}`),
  );
}

function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
