// The build configuration shared by all sites.
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
      // The content security policy allows nothing inline.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // Code that changes rarely stays in the browser's cache across releases.
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
