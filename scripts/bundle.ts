// Bundles programs into a few files: Node loads a bundle four times as fast as a thousand modules. The image contains the same
// bundles that the tests start.
import { dirname, join, relative } from 'node:path';

export interface Bundling {
  /** The sources of the programs, by their name in the bundle. */
  programs: Record<string, string>;
  into: string;
  /** Where the files that programs read relative to their sources will be at run time. */
  root: string;
}

export async function bundlePrograms({ programs, into, root }: Bundling): Promise<void> {
  // Loaded only here, because it takes a while.
  const { rolldown } = await import('rolldown');
  const toRoot = relative(into, root);
  // A file in the folder of the bundle, from which its programs find all others.
  let mark = '';
  const build = await rolldown({
    input: programs,
    platform: 'node',
    // Native code, and an optional package that is not installed.
    external: [/^@node-rs\//, 'pg-native'],
    logLevel: 'silent',
    plugins: [
      {
        name: 'files beside their source',
        buildStart() {
          // Node reads the module type from the nearest package.json.
          mark = this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "module" }\n' });
        },
        transform: {
          filter: { id: { exclude: [/node_modules/, /^\0/] }, code: /import\.meta\.(url|filename|dirname)/ },
          handler(code, id) {
            // A program that another one starts, as a process or a thread, is bundled as well.
            const started = code.replaceAll(
              /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g,
              (_whole, path: string) => {
                const emitted = this.emitFile({ type: 'chunk', id: join(dirname(id), path) });
                return `new URL(import.meta.ROLLUP_FILE_URL_${emitted})`;
              },
            );
            // Resolved at run time, from the place of the bundle, so that it can be moved.
            const file = join(toRoot, relative(process.cwd(), id));
            const url = (path: string) => `new URL(${JSON.stringify(path)}, import.meta.ROLLUP_FILE_URL_${mark})`;
            const places = {
              url: `${url(file)}.href`,
              filename: `toPathInBundle(${url(file)})`,
              dirname: `toPathInBundle(${url(dirname(file))})`,
            };
            const placed = started.replaceAll(
              /import\.meta\.(url|filename|dirname)/g,
              (_whole, property: keyof typeof places) => places[property],
            );
            return `${placed}\nimport { fileURLToPath as toPathInBundle } from 'node:url';\n`;
          },
        },
      },
    ],
  });
  await build.write({ dir: into, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' });
  await build.close();
}
