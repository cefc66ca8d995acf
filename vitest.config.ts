import { compileModule } from 'svelte/compiler';
import { defineConfig, type Plugin } from 'vitest/config';

/**
 * Compiles the state classes of the renderer (`*.svelte.ts`) as for the browser, although they are tested in Node with `new`: compiled
 * for a server, which is what svelte's own plugin takes Node for, a derived value would be computed once and never again.
 */
const clasesDeEstado: Plugin = {
  name: 'conciliador:clases-de-estado',
  enforce: 'post',
  transform: {
    filter: { id: /\.svelte\.ts$/ },
    handler: (code, id) => compileModule(code, { generate: 'client', filename: id }).js,
  },
};

/**
 * Three projects: `rapido` (npm run check, under two minutes); `completo` (files named *.largo.test.ts: real processes, keychain daemon,
 * browser, fault runs), which `npm test` runs besides; `extenso` (*.extenso.test.ts: every variant, a million rows), for `npm run test:largo`.
 */
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [clasesDeEstado],
        resolve: { conditions: ['browser'] },
        test: {
          name: 'rapido',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.{largo,extenso}.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'completo',
          include: ['test/**/*.largo.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'extenso',
          include: ['test/**/*.extenso.test.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
