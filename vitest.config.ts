import { defineConfig } from 'vitest/config';

/**
 * Two projects: `rapido` (npm run check, under two minutes) and `completo` (files named *.largo.test.ts: real processes,
 * keychain daemon, long fault runs), which `npm test` runs besides.
 */
export default defineConfig({
  test: {
    projects: [
      {
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
