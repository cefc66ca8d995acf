import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = ['README.md', 'docs', 'src-main', 'src-renderer', 'test', 'bench', 'scripts', 'bin'];
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...SOURCES], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) =>
      /\.(?:md|ts|js|svelte)$/.test(file) && !file.startsWith('test/docs/') && existsSync(path.join(ROOT, file)),
  );
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Titles of a page: headings, the bold words that open a paragraph or an item, the first cell of a row, numbered items. */
function titlesOf(page: string): readonly string[] {
  const text = read(page);
  return [
    ...[...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title),
    ...[...text.matchAll(/^(?:- |\d+\. )?\*\*([^*\n]+)\*\*/gm)].map(([, title = '']) => title),
    ...[...text.matchAll(/^\| ([^|]+) \|/gm)].map(([, title = '']) => title),
    ...[...text.matchAll(/^(\d+)\. /gm)].map(([, title = '']) => title),
  ].map((title) => plain(title));
}

const plain = (text: string): string =>
  text
    .replaceAll(/[`*“”"’'.:\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** A comment goes on in the next line after a mark of its own. */
const withoutBreaks = (text: string): string => text.replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');

test('every page that is cited is there', () => {
  const missing = files.flatMap((file) =>
    [...read(file).matchAll(/\bdocs\/(?!decisions\/NNNN)[\w./-]+\.md\b/g)]
      .map(([page]) => page)
      .filter((page) => !existsSync(path.join(ROOT, page)))
      .map((page) => `${file}: ${page}`),
  );
  expect(missing).toEqual([]);
});

test('every section that is cited is in its page', () => {
  const missing = files.flatMap((file) =>
    [...withoutBreaks(read(file)).matchAll(/\b(docs\/[\w-]+\.md)`?,? (?:"([^"]+)"|\*([^*]+)\*|§(\d+))/g)]
      .filter(([, page = '', quoted, slanted, number]) => {
        if (!existsSync(path.join(ROOT, page))) return false; // the test above says so
        const titles = titlesOf(page);
        return number === undefined
          ? !titles.some((title) => title.includes(plain(quoted ?? slanted ?? '')))
          : !titles.some((title) => title.startsWith(`${number} `));
      })
      .map(([citation]) => `${file}: ${citation}`),
  );
  expect(missing).toEqual([]);
});

test('every file that a page names is there', () => {
  const missing = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...read(file).matchAll(/`((?:src-main|src-renderer|test|bench|scripts|bin|resources)\/[\w./-]+)`/g)]
        .map(([, named = '']) => named)
        .filter((named) => !existsSync(path.join(ROOT, named)))
        .map((named) => `${file}: ${named}`),
    );
  expect(missing).toEqual([]);
});
