import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '#contract/errors.ts';
import { FILE_ERROR_CODES, ROW_ERROR_CODES, ROW_NOTICE_CODES } from '#domain/finding.ts';
import { BUSY_REASONS, REASONS } from '#domain/texts/failures.ts';
import { wordIn } from '#domain/texts/language.ts';
import { STATEMENT_CODES } from '#domain/texts/statements.ts';
import { anchorOf, pageToComponent, sectionsOfPage } from '../../scripts/build/manual.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(file, 'utf8');

const MANUALS = [
  { language: 'es', folder: path.join(ROOT, 'docs/manual'), messages: 'es-AR.json' },
  { language: 'en', folder: path.join(ROOT, 'docs/manual/en'), messages: 'en.json' },
] as const;

describe.each(MANUALS)('the manual ($language)', ({ language, folder, messages }) => {
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const sections = pages.flatMap((name) => sectionsOfPage(read(path.join(folder, name)), path.parse(name).name));
  const hasPlace = (page: string, anchor: string) => sections.some((one) => one.page === page && one.anchor === anchor);

  test('has the same pages in every language, with as many headings', () => {
    const countHeadings = (name: string) => read(name).match(/^#+ /gm)?.length;
    const spanish = readdirSync(MANUALS[0].folder).filter((name) => name.endsWith('.md'));
    expect(pages).toEqual(spanish);
    const counts = (of: string) => pages.map((name) => [name, countHeadings(path.join(of, name))]);
    expect(counts(folder)).toEqual(counts(MANUALS[0].folder));
  });

  test('every link and picture leads somewhere', () => {
    const links = pages.flatMap((page) =>
      [...read(path.join(folder, page)).matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => ({ page, target })),
    );
    expect(links.length).toBeGreaterThan(10);
    const broken = links.filter(({ page, target }) => {
      const [name = '', anchor] = target.split('#');
      const file = path.join(folder, name === '' ? page : name);
      return !existsSync(file) || (anchor !== undefined && !hasPlace(path.parse(file).name, anchor));
    });
    expect(broken).toEqual([]);
  });

  test('the index leads to every page', () => {
    const index = read(path.join(folder, 'indice.md'));
    expect(pages.filter((page) => page !== 'indice.md' && !index.includes(`](${page})`))).toEqual([]);
  });

  test('every screen of the rail has a line of the index that says where it is explained', () => {
    const texts: unknown = JSON.parse(read(path.join(ROOT, 'src-renderer/messages', messages)));
    const labels = [...read(path.join(ROOT, 'src-renderer/shared/sections.ts')).matchAll(/\bm\.(seccion_\w+)/g)].map(
      ([, key = '']) => texts !== null && typeof texts === 'object' && Reflect.get(texts, key),
    );
    expect(labels.length).toBeGreaterThanOrEqual(14);
    const explained = [
      ...read(path.join(folder, 'indice.md')).matchAll(/^\| \*\*(.+?)\*\* +\|.+\| \[.+\]\(.+\) +\|$/gm),
    ].map(([, label]) => label);
    expect(labels.filter((label) => !explained.some((one) => one === label))).toEqual([]);
  });

  test('every code that a person may be told is in the page of messages, with what to do', () => {
    const remedies = new Map<string, string[]>();
    for (const [, code = '', cells = ''] of read(path.join(folder, 'mensajes.md')).matchAll(
      /^\| `(\w+)` +\|(.+)\|$/gm,
    )) {
      remedies.set(code, [...(remedies.get(code) ?? []), cells.split('|').at(-1)?.trim() ?? '']);
    }
    const ofRows = [...ROW_ERROR_CODES, ...ROW_NOTICE_CODES];
    const reasons = [...Object.keys(REASONS), ...Object.keys(BUSY_REASONS)];
    const codes = [...ERROR_CODES, ...FILE_ERROR_CODES, ...ofRows, ...reasons, ...STATEMENT_CODES];
    expect(codes.filter((code) => !remedies.has(code))).toEqual([]);
    // A remedy is a sentence: a capital first, a full stop last.
    const saysNothing = [...remedies].filter(([, told]) => !told.every((text) => /^\p{Lu}.{6,}\.$/u.test(text)));
    expect(saysNothing).toEqual([]);
  });

  test('every screen, every step of the wizard and every part of Ajustes opens a place that there is', () => {
    const places = [
      ...read(path.join(ROOT, 'src-renderer/frame/help-places.ts')).matchAll(
        / placeAt\('(\w+)'(?:, '([^']+)', '([^']+)')?\)/g,
      ),
    ].map(([, page = '', es = '', en = '']) => ({ page, anchor: wordIn([es, en], language) }));
    expect(places.length).toBeGreaterThanOrEqual(18);
    expect(places.filter(({ page, anchor }) => !hasPlace(page, anchor))).toEqual([]);
  });

  test('every code of the page of messages has a place of its own, where an error leads to', () => {
    expect(ERROR_CODES.filter((code) => !hasPlace('mensajes', code))).toEqual([]);
  });
});

test('a page becomes a component: places, links, pictures, and no markup but its own', () => {
  const page = [
    '# Una',
    '<!-- no -->',
    '## Dos, y 3',
    'Con {llaves} y <b>',
    '',
    '| A | B |',
    '| --- | --- |',
    '| `EN_USO` | x |',
  ]
    .concat('', '![Una foto](imagenes/a.png) [allá](otra.md#dos-y-3) [acá](#dos-y-3)')
    .join('\n');
  const made = pageToComponent(page, 'una');
  expect(made).toContain('<script lang="ts">import picture0 from "./imagenes/a.png";</script><h2 id="una">Una</h2>');
  expect(made).toContain('<h3 id="dos-y-3">Dos, y 3</h3>');
  expect(made).toContain('Con &#123;llaves&#125; y &lt;b&gt;');
  expect(made).toContain('<tr id="EN_USO">');
  expect(made).toContain('src={picture0}');
  expect(made).toContain('href="#/ayuda/otra/dos-y-3"');
  expect(made).toContain('href="#/ayuda/una/dos-y-3"');
  expect(made).not.toContain('<!--');
  expect(made).toContain('export const sections = [{"page":"una","anchor":"","title":"Una","text":""},');
  expect(sectionsOfPage(page, 'una')).toEqual([
    { page: 'una', anchor: '', title: 'Una', text: '' },
    { page: 'una', anchor: anchorOf('Dos, y 3'), title: 'Dos, y 3', text: 'Con {llaves} y <b> A B  allá acá' },
    { page: 'una', anchor: 'EN_USO', title: 'EN_USO', text: 'x' },
  ]);
});
