import path from 'node:path';
import { build } from './bundle.ts';

/** Builds the screens, for both hosts that serve them. Gives their folder. */
export async function buildRenderer(root: string): Promise<string> {
  await build(root, {
    folders: ['renderer'],
    // The data of the contract that the screens import as values, the files it is made from, and the texts that are read inside the program.
    fuentes: ['src-renderer', 'src-main/contract', 'src-main/domain', 'docs/manual', 'CHANGELOG.md'],
    aviso: 'Preparando las pantallas (solo cuando cambiaron)…',
    buildCommand: (destination) => [
      path.join('vite', 'bin', 'vite.js'),
      'build',
      '--config',
      path.join('src-renderer', 'vite.config.ts'),
      '--outDir',
      path.join(destination, 'renderer'),
      '--logLevel',
      'warn',
    ],
  });
  return path.join(root, 'out', 'renderer');
}
