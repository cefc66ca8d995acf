import path from 'node:path';
import { build } from './bundle.ts';
import { buildRenderer } from './renderer.ts';

/** Builds those of out/main, out/preload and out/renderer that are stale. */
export async function buildWindow(root: string): Promise<void> {
  await buildRenderer(root);
  await build(root, {
    folders: ['main', 'preload'],
    fuentes: ['src-main'],
    aviso: 'Preparando la ventana (solo cuando cambió)…',
    buildCommand: (destination) => [
      path.join('electron-vite', 'bin', 'electron-vite.js'),
      'build',
      '--config',
      path.join('scripts', 'build', 'window.vite.config.ts'),
      '--outDir',
      destination,
      '--ignoreConfigWarning', // the screens have a configuration of their own
      '--logLevel',
      'warn',
    ],
  });
}
