/**
 * `npm run spelling`: checks the spelling of names and comments with cspell (cspell.config.js).
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { lint } from 'cspell';
import { PUBLIC_NAMES } from './public-names.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = path.join(ROOT, 'node_modules/.cache/check');
const SOURCES = ['src-main', 'src-renderer', 'test', 'bench', 'scripts'].map(
  (folder) => `${folder}/**/*.{ts,js,svelte}`,
);

/** The folder of results under the present rules. cspell's own cache depends on sources and settings, but not on the allowed names. */
function cacheOfRules(): string {
  const { names, nouns, methods, words } = PUBLIC_NAMES;
  const hash = createHash('sha256').update(
    JSON.stringify([names, nouns, methods, words].map((one) => [...one].toSorted())),
  );
  for (const file of readdirSync(import.meta.dirname).toSorted())
    hash.update(readFileSync(path.join(import.meta.dirname, file)));
  const name = `cspell-${hash.digest('hex').slice(0, 16)}`;
  mkdirSync(CACHE, { recursive: true });
  for (const old of readdirSync(CACHE)) if (old.startsWith('cspell-') && old !== name) rmSync(path.join(CACHE, old));
  return path.join(CACHE, name);
}

const found: string[] = [];
const errors: string[] = [];
await lint(
  [...SOURCES, 'bin/*.js', '{vitest,oxlint,eslint}.config.{ts,js}'],
  {
    root: ROOT,
    config: path.join(ROOT, 'cspell.config.js'),
    gitignore: true,
    progress: false,
    cache: true,
    cacheStrategy: 'content',
    cacheLocation: cacheOfRules(),
  },
  {
    issue: ({ uri = '', text, row, col }) => {
      const file = path.relative(ROOT, fileURLToPath(uri)).replaceAll(path.sep, '/');
      found.push(`${file}:${String(row)}:${String(col)} ${text}`);
    },
    error: (message) => errors.push(message),
    info: () => undefined,
    debug: () => undefined,
    progress: () => undefined,
    result: () => undefined,
  },
);

for (const line of [...errors, ...found]) console.error(line);
if (found.length > 0) console.error('Not English, nor a public name: docs/style.md, "Names".');
if (errors.length + found.length > 0) process.exitCode = 1;
