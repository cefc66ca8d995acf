import { defineConfig } from 'electron-vite';
import ventana from './scripts/build/window.vite.config.ts';
import renderer from './src-renderer/vite.config.ts';

/** The three bundles of the window: out/main, out/preload and out/renderer. The loopback host also serves out/renderer. */
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
