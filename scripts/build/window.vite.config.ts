import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

/** Not `import.meta.dirname`, which is empty when another configuration imports this file. */
const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = path.resolve(HERE, '..', '..');
const HOST = path.join(ROOT, 'src-main', 'hosts', 'electron');
const FOLDER = path.join(ROOT, 'out', 'main');
const BY_URL = /new URL\(\s*'(\.{1,2}\/[^']+)',\s*import\.meta\.url\s*\)/g;

/** `src-main/workbook/import/worker.ts` → `workbook-import-worker.js` */
const bundledNameOf = (file: string): string =>
  path.relative(path.join(ROOT, 'src-main'), file).replace(/\.ts$/, '.js').split(path.sep).join('-');

/**
 * Handles files that the sources reference by URL: a worker becomes a separate bundle beside main.js, any other file keeps its place. This is only
 * right while every piece of the bundle is in one folder, which `output` below ensures.
 */
function filesByUrl(): Plugin {
  return {
    name: 'conciliador:archivos-por-url',
    enforce: 'pre', // the sources as written, with their quotes
    transform(code, id) {
      if (!id.startsWith(path.join(ROOT, 'src-main')) || !code.includes('import.meta.url')) return undefined;
      let changed = false;
      const out = code.replace(BY_URL, (whole, relative: string) => {
        const target = path.resolve(path.dirname(id), relative);
        if (!existsSync(target)) throw new Error(`${id} names ${relative}, which does not exist`);
        changed = true;
        if (!target.endsWith('.ts')) {
          return whole.replace(relative, path.relative(FOLDER, target).split(path.sep).join('/'));
        }
        const fileName = bundledNameOf(target);
        this.emitFile({ type: 'chunk', id: target, fileName });
        return whole.replace(relative, `./${fileName}`);
      });
      return changed ? { code: out, map: null } : undefined;
    },
  };
}

/** out/main and out/preload. The preload is one CommonJS file that includes everything, because a sandboxed preload cannot load other files. */
export default defineConfig({
  main: {
    root: ROOT,
    plugins: [filesByUrl()],
    build: {
      rollupOptions: {
        input: { main: path.join(HOST, 'main.ts') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    root: ROOT,
    build: {
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: path.join(HOST, 'preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
});
