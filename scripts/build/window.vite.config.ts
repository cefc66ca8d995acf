import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

/** Not `import.meta.dirname`, which is missing when another configuration imports this file. */
const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = path.resolve(HERE, '..', '..');
const HOST = path.join(ROOT, 'src-main', 'hosts', 'electron');
const FOLDER = path.join(ROOT, 'out', 'main');
const BY_URL = /new URL\(\s*'(\.{1,2}\/[^']+)',\s*import\.meta\.url\s*\)/g;

/** `src-main/workbook/import/worker.ts` → `workbook-import-worker.js` */
const bundledNameOf = (file: string): string =>
  path.relative(path.join(ROOT, 'src-main'), file).replace(/\.ts$/, '.js').split(path.sep).join('-');

/**
 * Handles files that sources name with `new URL(…)`: a worker becomes a bundle beside main.js, other files stay where they are. Works only if all of the
 * bundle is in one folder, as `output` says below.
 */
function filesByUrl(): Plugin {
  return {
    name: 'conciliador:archivos-por-url',
    enforce: 'pre', // before other plugins change the quotes of the sources
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

/** Builds out/main and out/preload. The preload is one CommonJS file with everything in it, because a sandboxed preload cannot load files. */
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
