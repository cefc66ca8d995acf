import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { HtmlTagDescriptor, Plugin, UserConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const { version } = JSON.parse(readFileSync(at('../package.json'), 'utf8')) as { version: string };

const link = (attrs: Readonly<Record<string, string>>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { crossorigin: '', ...attrs },
  injectTo: 'head',
});

/** The document itself asks for the letter, which the styles would ask for later. */
const preloadPlugin: Plugin = {
  name: 'conciliador:adelantar',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const letra = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.woff2'));
      const tags =
        letra === undefined
          ? []
          : [link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `./${letra.fileName}` })];
      // The way in does not wait for the styles nor for the end of the document, as other modules do.
      return { html: html.replace(/(<script type="module")(?=[^>]*adelanto)/, '$1 async'), tags };
    },
  },
};

/**
 * How the renderer is built, for both hosts that serve it: electron-vite takes it as its `renderer`, and the loopback host builds
 * with it alone. `__NONCE__` is replaced by the host in each document it serves (vite puts it on every tag that needs one).
 */
const config: UserConfig = {
  root: at('.'),
  base: './',
  define: { __VERSION__: JSON.stringify(version) },
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
    // The way in, which does not wait for the rest; what the first screen cannot do without; what several screens share. As many files as there are
    // shared pieces would be asked for one after another.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The library makes an error as it is read, and whoever watches the page (a driver, the tools of the browser) reads the whole file of its
            // origin again to say where: a short one.
            {
              name: 'adelanto',
              test: /src-renderer[\\/](adelanto\.ts|api[\\/]|marco[\\/](descargar|tema))|svelte[\\/]src[\\/]internal[\\/]client[\\/]constants\.js/,
              priority: 2,
            },
            { name: 'inicial', tags: ['$initial'], priority: 1 },
            {
              name: 'comun',
              test: /src-renderer[\\/](paraglide|marco|ui[\\/](?!grilla)|features[\\/]inicio)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  plugins: [
    paraglideVitePlugin({
      project: at('project.inlang'),
      outdir: at('paraglide'),
      strategy: ['localStorage', 'baseLocale'],
      // Always: as one file for each language all of them would be read before the first screen.
      outputStructure: 'message-modules',
    }),
    svelte({ configFile: at('svelte.config.js') }),
    preloadPlugin,
  ],
};
export default config;
