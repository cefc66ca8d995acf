import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { UserConfig } from 'vite';
import { pageToComponent, sectionsOfManual } from '../scripts/build/manual.ts';
import { notesOfBuild } from '../scripts/release/changelog.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const { version } = JSON.parse(readFileSync(at('../package.json'), 'utf8')) as { version: string };

/**
 * How the renderer is built, for both hosts that serve it: electron-vite takes it as its `renderer`, and the loopback host builds
 * with it alone. `__NONCE__` is replaced by the host in each document it serves (vite puts it on every tag that needs one).
 */
const config: UserConfig = {
  root: at('.'),
  base: './',
  define: {
    __VERSION__: JSON.stringify(version),
    __MANUAL__: JSON.stringify(sectionsOfManual(at('../docs/manual'))),
    __NEWS__: JSON.stringify(notesOfBuild(readFileSync(at('../CHANGELOG.md'), 'utf8'), version)),
  },
  html: { cspNonce: '__NONCE__' },
  resolve: { alias: { 'letra-plex': at('../node_modules/@fontsource-variable/ibm-plex-sans/files') } },
  build: {
    outDir: at('../out/renderer'),
    emptyOutDir: true,
    target: 'chrome140',
    // No `data:` anywhere: the content security policy has no room for it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The grid is that large, is read on demand, and comes from this machine: whoever starts the program has no use for the warning.
    chunkSizeWarningLimit: 800,
    // What the first screen cannot do without is one file: as many as there are shared pieces would be asked for one after another, and the first
    // screen could be used a tenth later (`bench/window.ts`).
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'inicial', tags: ['$initial'] }] } } },
  },
  plugins: [
    paraglideVitePlugin({
      project: at('project.inlang'),
      outdir: at('paraglide'),
      strategy: ['localStorage', 'baseLocale'],
      // Always: as one file for each language all of them would be read before the first screen.
      outputStructure: 'message-modules',
    }),
    svelte({
      configFile: at('svelte.config.js'),
      extensions: ['.svelte', '.md'],
      preprocess: {
        markup: ({ content, filename = '' }) =>
          filename.endsWith('.md') ? { code: pageToComponent(content, path.parse(filename).name) } : { code: content },
      },
    }),
  ],
};
export default config;
