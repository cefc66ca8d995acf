import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const ofBuilder = createRequire(require.resolve('electron-builder/package.json')).resolve(
  'app-builder-lib/package.json',
);
const plist = createRequire(ofBuilder)('plist') as { parse(text: string): Record<string, unknown> };

/** What a bundle of macOS says of itself. */
export const parsePlist = async (file: string): Promise<Record<string, unknown>> =>
  plist.parse(await readFile(file, 'utf8'));
