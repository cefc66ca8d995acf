import { existsSync } from 'node:fs';
import { defineConfig } from 'electron-vite';
import renderer from './src-renderer/vite.config.ts';

const MAIN = 'src-main/hosts/electron/main.ts';
const PRELOAD = 'src-main/hosts/electron/preload.ts';

/**
 * The three bundles of the window: out/main and out/preload, from the Electron host, and out/renderer, the same that the loopback
 * host serves. The preload is one CommonJS file with everything inside: a sandboxed preload can load nothing else.
 */
export default defineConfig({
  ...(existsSync(MAIN) ? { main: { build: { rollupOptions: { input: { main: MAIN } } } } } : {}),
  ...(existsSync(PRELOAD)
    ? {
        preload: {
          build: {
            externalizeDeps: false,
            rollupOptions: { input: { preload: PRELOAD }, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
          },
        },
      }
    : {}),
  renderer: { ...renderer, build: { ...renderer.build, rollupOptions: { input: 'src-renderer/index.html' } } },
});
