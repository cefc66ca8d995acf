import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatText } from './format.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Writes a page that is made from the sources. With `--revisar`: writes nothing, and fails when the file is not what it would write. */
export async function keepPage(page: string, lines: readonly string[], npmRun: string): Promise<void> {
  const file = path.join(ROOT, page);
  const text = await formatText(page, lines.join('\n'));
  if (!process.argv.includes('--revisar')) {
    writeFileSync(file, text);
    return;
  }
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  process.stderr.write(`${page} is stale: run \`npm run ${npmRun}\`.\n`);
  process.exitCode = 1;
}
