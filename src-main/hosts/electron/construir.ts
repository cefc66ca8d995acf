import path from 'node:path';
import { construir, construirRenderer } from '../loopback/construir.ts';

/** Builds what of out/main, out/preload and out/renderer is stale. */
export async function construirVentana(root: string): Promise<void> {
  await construirRenderer(root);
  await construir(root, {
    carpetas: ['main', 'preload'],
    fuentes: ['src-main'],
    aviso: 'Preparando la ventana (solo cuando cambió)…',
    orden: (destino) => [
      path.join('electron-vite', 'bin', 'electron-vite.js'),
      'build',
      '--config',
      path.join('src-main', 'hosts', 'electron', 'vite.config.ts'),
      '--outDir',
      destino,
      '--ignoreConfigWarning', // the screens have a configuration of their own
      '--logLevel',
      'warn',
    ],
  });
}
