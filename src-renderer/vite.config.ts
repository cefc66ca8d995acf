import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { UserConfig } from 'vite';
import { pageToComponent } from '../scripts/build/manual.ts';
import { notesOfBuild } from '../scripts/release/changelog.ts';

const pathOf = (route: string): string => fileURLToPath(new URL(route, import.meta.url));

const { version } = JSON.parse(readFileSync(pathOf('../package.json'), 'utf8')) as { version: string };

/**
 * Builds the screens for both hosts: electron-vite uses this configuration as its `renderer`, the loopback host builds with it alone. Vite writes `__NONCE__`
 * in every tag that needs a nonce; the host replaces that text in each served document.
 */
const config: UserConfig = {
  root: pathOf('.'),
  base: './',
  define: {
    __VERSION__: JSON.stringify(version),
    __NEWS__: JSON.stringify(notesOfBuild(readFileSync(pathOf('../CHANGELOG.md'), 'utf8'), version)),
  },
  html: { cspNonce: '__NONCE__' },
  resolve: { alias: { 'letra-plex': pathOf('../node_modules/@fontsource-variable/ibm-plex-sans/files') } },
  build: {
    outDir: pathOf('../out/renderer'),
    emptyOutDir: true,
    target: 'chrome140',
    // Files are never inlined as `data:`, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Silences the warning about the size of the grid's file (800 KB), because the file comes from this PC and is loaded on demand.
    chunkSizeWarningLimit: 800,
    // Puts all code of the first screen into one file: several files load one after another, which takes a tenth of a second longer (`bench/window.ts`).
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'inicial', tags: ['$initial'] }] } } },
  },
  plugins: [
    paraglideVitePlugin({
      project: pathOf('project.inlang'),
      outdir: pathOf('paraglide'),
      strategy: ['localStorage', 'baseLocale'],
      // Creates a module for each message: with one file for each language, all messages would be loaded for the first screen.
      outputStructure: 'message-modules',
    }),
    svelte({
      configFile: pathOf('svelte.config.js'),
      extensions: ['.svelte', '.md'],
      preprocess: {
        markup: ({ content, filename = '' }) =>
          filename.endsWith('.md') ? { code: pageToComponent(content, path.parse(filename).name) } : { code: content },
      },
    }),
  ],
};
export default config;
