import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '#contract/errors.ts';
import { FILE_ERROR_CODES, ROW_ERROR_CODES, ROW_NOTICE_CODES } from '#domain/finding.ts';
import { REASONS } from '#domain/texts/failures.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MANUAL = path.join(ROOT, 'docs/manual');
const read = (file: string): string => readFileSync(file, 'utf8');
const pages = readdirSync(MANUAL).filter((name) => name.endsWith('.md'));

/** The anchor that a heading gets: lower case, without marks, spaces as hyphens. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
const anchorsOf = (file: string): readonly string[] =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

test('every link and picture of the manual leads somewhere', () => {
  const links = pages.flatMap((page) =>
    [...read(path.join(MANUAL, page)).matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => ({ page, target })),
  );
  expect(links.length).toBeGreaterThan(10);
  const broken = links.filter(({ page, target }) => {
    const [name = '', anchor] = target.split('#');
    const file = path.join(MANUAL, name === '' ? page : name);
    return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
  });
  expect(broken).toEqual([]);
});

test('the index leads to every page', () => {
  const index = read(path.join(MANUAL, 'indice.md'));
  expect(pages.filter((page) => page !== 'indice.md' && !index.includes(`](${page})`))).toEqual([]);
});

test('every screen of the rail has a line of the index that says where it is explained', () => {
  const texts: unknown = JSON.parse(read(path.join(ROOT, 'src-renderer/messages/es-AR.json')));
  const labels = [...read(path.join(ROOT, 'src-renderer/shared/sections.ts')).matchAll(/\bm\.(seccion_\w+)/g)].map(
    ([, key = '']) => texts !== null && typeof texts === 'object' && Reflect.get(texts, key),
  );
  expect(labels.length).toBeGreaterThanOrEqual(14);
  const explained = [
    ...read(path.join(MANUAL, 'indice.md')).matchAll(/^\| \*\*(.+?)\*\* +\|.+\| \[.+\]\(.+\) +\|$/gm),
  ].map(([, label]) => label);
  expect(labels.filter((label) => !explained.some((one) => one === label))).toEqual([]);
});

test('every code that a person may be told is in the page of messages', () => {
  const messages = read(path.join(MANUAL, 'mensajes.md'));
  const codes = [...ERROR_CODES, ...FILE_ERROR_CODES, ...ROW_ERROR_CODES, ...ROW_NOTICE_CODES, ...Object.keys(REASONS)];
  expect(codes.filter((code) => !messages.includes(`| \`${code}\` `))).toEqual([]);
});
