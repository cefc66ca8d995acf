import { defineConfig } from 'electron-vite';
import ventana from './scripts/build/window.vite.config.ts';
import renderer from './src-renderer/vite.config.ts';

/** The three bundles of the window: out/main and out/preload, and out/renderer, the same that the loopback host serves. */
export default defineConfig({
  ...ventana,
  renderer: {
    ...renderer,
    build: {
      ...renderer.build,
      rolldownOptions: { ...renderer.build?.rolldownOptions, input: 'src-renderer/index.html' },
    },
  },
});
