// How a site is built: the same for all, so that what they share is built alike.
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';

export function siteConfig(name: string): UserConfig {
  return {
    base: `/${name}/`,
    publicDir: '../../packages/ui/public',
    plugins: [react()],
    build: {
      outDir: `../../.build/sites/${name}`,
      emptyOutDir: true,
      target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
      manifest: true,
      // The policy allows nothing inline.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // What changes rarely stays in the browser's cache from one release to the next.
          codeSplitting: {
            groups: [
              { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
              {
                name: 'mantine',
                test: /node_modules\/(@mantine\/(core|hooks|notifications)|@floating-ui|react-remove-scroll)\//,
              },
              { name: 'tanstack', test: /node_modules\/@tanstack\// },
            ],
          },
        },
      },
    },
  };
}
