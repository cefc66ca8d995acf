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
 * Two projects: `rapido` (npm run check, under two minutes) and `completo` (files named *.largo.test.ts: real processes,
 * keychain daemon, long fault runs), which `npm test` runs besides.
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
          exclude: ['test/**/*.largo.test.ts'],
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
    ],
  },
});
