import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { compileModule } from 'svelte/compiler';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PATIENCE_MS } from './test/patience.ts';

// The processes and threads that the tests start keep what they compile, as the program's do (bin/conciliador.js): else each of them strips
// the types of every source again.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/conciliador', import.meta.url));

/**
 * Compiles the state classes of the renderer (`*.svelte.ts`) as for the browser, although they are tested in Node with `new`: compiled
 * for a server, which is what svelte's own plugin takes Node for, a derived value would be computed once and never again.
 */
const stateClasses: Plugin = {
  name: 'conciliador:clases-de-estado',
  enforce: 'post',
  transform: {
    filter: { id: /\.svelte\.ts$/ },
    handler: (code, id) => compileModule(code, { generate: 'client', filename: id }).js,
  },
};

/** Tests that load no native module; those of the screens are resolved as for a browser. */
const PURE = ['test/{domain,renderer,service,contract,sandbox}/**/*.test.ts'];
/** Tests leave nothing behind: files share their processes, which saves loading and compiling the sources for each, and a start of Chromium. */
const SHARED = { isolate: false };
/** Far over what any quick test takes, and what is polled comes to: a machine at other work is not a failure. */
const PATIENCE = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 50_000 } } };
/** The files that take the longest, last in a fresh clone if it were for their size: begun last, one would go on alone for minutes. */
const FIRST = /(?:simulator|processes|switches|import-fix-send|e2e\/result|decide|keyboard-axe|fuzz)\.slow/;
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [true, false].flatMap((isFirst) => sorted.filter(({ moduleId }) => FIRST.test(moduleId) === isFirst));
  }
}
const SLOW = 'test/**/*.{slow,extensive}.test.ts';

/**
 * Four projects: `puro` and `rapido` (npm run check, under two minutes); `completo` (files named *.slow.test.ts: real processes, keychain daemon,
 * browser, fault runs), which `npm test` runs besides; `extenso` (*.extensive.test.ts: every variant, a million rows), for `npm run test:largo`.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [stateClasses],
        resolve: { conditions: ['browser'] },
        test: { name: 'puro', include: PURE, exclude: [SLOW], ...PATIENCE, ...SHARED },
      },
      {
        test: {
          name: 'rapido',
          include: ['test/**/*.test.ts'],
          exclude: [SLOW, ...PURE],
          ...PATIENCE,
          ...SHARED,
        },
      },
      {
        test: {
          name: 'completo',
          include: ['test/**/*.slow.test.ts'],
          ...SHARED,
          testTimeout: 900_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: PATIENCE_MS } },
        },
      },
      {
        test: {
          name: 'extenso',
          include: ['test/**/*.extensive.test.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: PATIENCE_MS } },
        },
      },
    ],
  },
});
