// Bundles programs into a few files: Node loads a bundle four times as fast as a thousand modules. The image contains the same
// bundles that the tests start.
import { writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

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
  const build = await rolldown({
    input: programs,
    platform: 'node',
    // Native code, and an optional package that is not installed.
    external: [/^@node-rs\//, 'pg-native'],
    logLevel: 'silent',
    plugins: [
      {
        name: 'files beside their source',
        transform: {
          filter: { id: { exclude: /node_modules/ }, code: /import\.meta\.(url|filename|dirname)/ },
          handler(code, id) {
            // A program that another one starts, as a process or a thread, is bundled as well.
            const started = code.replaceAll(
              /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g,
              (_whole, path: string) => {
                const emitted = this.emitFile({ type: 'chunk', id: join(dirname(id), path) });
                return `new URL(import.meta.ROLLUP_FILE_URL_${emitted})`;
              },
            );
            const file = join(root, relative(process.cwd(), id));
            const places = { url: pathToFileURL(file).href, filename: file, dirname: dirname(file) };
            return started.replaceAll(
              /import\.meta\.(url|filename|dirname)/g,
              (_whole, property: keyof typeof places) => JSON.stringify(places[property]),
            );
          },
        },
      },
    ],
  });
  await build.write({ dir: into, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' });
  await build.close();
  // Node reads the module type from the nearest package.json.
  writeFileSync(join(into, 'package.json'), '{ "type": "module" }\n');
}
