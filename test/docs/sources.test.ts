import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test, describe } from 'vitest';
import { listRefusals } from '../../scripts/lint/direction.ts';
import { APP_ORDER, FEATURES_ORDER, HOSTS_ORDER, RENDERER_ORDER } from '../../scripts/lint/order.js';

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

/** Joins a comment that goes on in the next line, leaving out the mark (`*` or `//`) of that line. */
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
        if (!existsSync(path.join(ROOT, page))) return false; // the test above reports missing pages
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

const isRefused = (file: string, from: string, ofTypes = false) => listRefusals(file, from, ofTypes).length > 0;

describe('an import is refused', () => {
  test.each([
    ['src-main/domain/money.ts', '#contract/errors.ts'],
    ['src-main/domain/money.ts', 'node:fs'],
    ['src-main/service/token/session.ts', '#contract/data-fields.ts'],
    ['src-main/service/token/session.ts', '../../storage/db.ts'],
    ['src-main/platform/machine.ts', 'electron'],
    ['src-main/app/home/methods.ts', '#hosts/screens/files-of-page.ts'],
    ['src-main/app/home/methods.ts', '../conciliar/methods.ts'],
    ['src-main/hosts/loopback/server.ts', '../cli/program.js'],
    ['src-main/hosts/cli/program.js', '#app/compose/methods.ts'],
    ['src-renderer/ui/format.ts', '#contract/errors.ts'],
    ['src-renderer/ui/format.ts', '#domain/money.ts'],
    ['src-renderer/ui/format.ts', 'node:path'],
    ['src-renderer/ui/Button.svelte', '../features/home/home.ts'],
    ['src-renderer/features/home/Home.svelte', '../wizard/steps.ts'],
    ['src-renderer/features/home/Home.svelte', 'svelte/store'],
  ])('in %s: %s', (file, from) => {
    expect(isRefused(file, from)).toBe(true);
  });

  test('in a file of the screens also of types of the domain', () => {
    expect(isRefused('src-renderer/ui/format.ts', '#domain/money.ts', true)).toBe(true);
  });
});

describe('an import is allowed', () => {
  test.each([
    ['src-main/contract/data.ts', '#domain/money.ts'],
    ['src-main/service/token/session.ts', '#contract/errors.ts'],
    ['src-main/service/token/session.ts', 'node:fs'],
    ['src-main/app/conciliar/methods.ts', '../home/methods.ts'],
    ['src-main/hosts/cli/program.js', '#app/compose/index.ts'],
    ['src-main/hosts/electron/main.ts', 'electron'],
    ['src-renderer/ui/format.ts', '#contract/data-fields.ts'],
    ['src-renderer/ui/format.ts', '#domain/texts/index.ts'],
    ['src-renderer/ui/format.ts', '../api/api.ts'],
    ['src-renderer/vite.config.ts', 'node:path'],
    ['test/docs/order.test.ts', '#hosts/screens/files-of-page.ts'],
  ])('in %s: %s', (file, from) => {
    expect(isRefused(file, from)).toBe(false);
  });

  test('in a file of the screens, of the types of the contract', () => {
    expect(isRefused('src-renderer/ui/format.ts', '#contract/errors.ts', true)).toBe(false);
  });
});

/** Folders of src-renderer without code of ours: built, or only texts. */
const WITHOUT_CODE = ['messages', 'paraglide', 'project.inlang', 'public'];

const foldersOf = (path: string): string[] =>
  readdirSync(new URL(`../../${path}`, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !WITHOUT_CODE.includes(entry.name))
    .map((entry) => entry.name);

describe('the order in which folders may import each other names every folder and no other', () => {
  test.each([
    ['src-main/app', APP_ORDER],
    ['src-main/hosts', HOSTS_ORDER],
    ['src-renderer', RENDERER_ORDER],
    ['src-renderer/features', FEATURES_ORDER],
  ])('%s', (path, order) => {
    expect([...order].sort()).toEqual(foldersOf(path).sort());
  });
});
