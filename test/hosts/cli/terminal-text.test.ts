import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fc, forAll } from '../../for-all.ts';
import { describe, expect, test } from 'vitest';
import { rewriteLine, visible, writeDocument, writeText } from '#hosts/cli/terminal.js';
import type { Progress } from '#contract/host-events.ts';
import { sayAtConsole, getPhrase } from '#domain/texts/upload-sentences.ts';
import { createProgress } from '../../../src-main/hosts/cli/printer.ts';

const CLI = path.join(import.meta.dirname, '../../../src-main/hosts/cli');

const written = (write: (stream: { write(text: string): unknown }) => void): string => {
  let text = '';
  write({ write: (piece) => (text += piece) });
  return text;
};

describe('text on a terminal', () => {
  test.each([
    ['clears the screen', 'a\u001b[2Jb', 'a\\u{1b}[2Jb'],
    [
      'turns around',
      '\u202egnp\u202c\u2066x\u2069\u200e\u200f\u061c',
      '\\u{202e}gnp\\u{202c}\\u{2066}x\\u{2069}\\u{200e}\\u{200f}\\u{61c}',
    ],
    ['is what people write', 'Ñandú «sí»: 1.252 · 10 %\nOtra — línea 👍', 'Ñandú «sí»: 1.252 · 10 %\nOtra — línea 👍'],
  ])('that %s is shown', (_what, text, shown) => {
    expect(visible(text)).toBe(shown);
    expect(written((stream) => writeText(stream, text))).toBe(shown);
  });

  test('never holds what a terminal obeys, but for line feeds', () => {
    forAll(
      fc.string({
        unit: fc.oneof(
          fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
          fc.constantFrom('\u001b', '\u202e', '\n'),
        ),
      }),
      (text) => {
        expect(visible(text)).not.toMatch(/[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
        expect(visible(text).split('\n')).toHaveLength(text.split('\n').length);
      },
    );
  });

  test('of progress stays in its line', () => {
    const line = written((stream) => rewriteLine(stream, 'Leyendo a\u001b[2J\nb.xlsx', 200));
    expect(line).toBe('\r\u001b[KLeyendo a\\u{1b}[2J\\u{a}b.xlsx');
  });
});

test('a document is JSON, and says exactly what it did', () => {
  const value = { nombre: '\u001b[2J\u202e\u2028\u009b' };
  const text = written((stream) => writeDocument(stream, value));
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toBe(`${JSON.stringify(value)}\n`);
});

test('nothing of the command line writes to a stream but terminal.js', async () => {
  const sources = (await readdir(CLI, { recursive: true })).filter(
    (file) => /\.[jt]s$/.test(file) && file !== 'terminal.js',
  );
  expect(sources.length).toBeGreaterThan(10);
  for (const file of sources) {
    const text = await readFile(path.join(CLI, file), 'utf8');
    // Writing an empty text only waits until earlier output has left.
    expect([file, text.match(/\.write\((?!'')[^)]*|console\.\w+/g)]).toEqual([file, null]);
  }
});

/** The lines written for this progress where the output is no terminal, `msBetween` apart. */
function plainLines(progress: readonly Progress[], msBetween = 0): readonly string[] {
  let written = '';
  const write = (text: Uint8Array | string): boolean => {
    written += String(text);
    return true;
  };
  let ms = 0;
  const shown = createProgress({ isTTY: false, columns: 80, write }, { monotonic: () => ms });
  for (const one of progress) {
    shown.show(one);
    ms += msBetween;
  }
  return written.split('\n').filter((line) => line !== '');
}
const waiting: Progress = { fase: 'espera', hecho: 0, total: null, carga: 'A' };
const reading: Progress = { fase: 'resultado', hecho: 100, total: 400, carga: 'A' };
const sending = (done: number, n?: number): Progress => {
  const statement = n === undefined ? undefined : getPhrase('esperar', { n });
  const said = statement === undefined ? {} : { texto: sayAtConsole(statement), frase: statement };
  return { fase: 'envio', hecho: done, total: 400, tandas: 4, carga: 'A', ...said };
};

describe('progress where there is no terminal', () => {
  test('a wait is said once, however long its seconds are counted', () => {
    expect(plainLines([sending(0), sending(0, 2), sending(0, 4), sending(0, 8), sending(0, 15)])).toEqual([
      'Enviando cupones 0 de 400: tanda 4',
      'Enviando cupones 0 de 400: esperamos hasta 2 s a saber si llegó lo último',
    ]);
  });

  test('a result that is looked at again and again is said once', () => {
    expect(plainLines([waiting, reading, waiting, reading, waiting])).toEqual([
      'Esperando la conciliación',
      'Leyendo el resultado 100 de 400',
    ]);
  });

  test('a wait is said again once more was confirmed', () => {
    expect(plainLines([sending(0), sending(0, 2), sending(100), sending(100, 2)])).toHaveLength(4);
  });

  const comparing = Array.from({ length: 20 }, (_, i): Progress => ({
    fase: 'comparacion',
    hecho: i * 750,
    total: 15_000,
  }));

  test('the stages of a quick explanation are not said', () => {
    expect(plainLines(comparing, 40)).toEqual([]);
  });

  test('the stages of a long explanation are said once each', () => {
    expect(plainLines([...comparing, { fase: 'explicacion', hecho: 1, total: 2 }], 200)).toEqual([
      'Comparando los cupones con las operaciones',
      'Buscando por qué no conciliaron',
    ]);
  });

  test('lines of anything but uploads are said whenever they change', () => {
    const month = (text: string): Progress => ({ fase: 'sincronizacion', hecho: 0, total: null, texto: text });
    expect(plainLines([month('operaciones'), month('liquidaciones'), month('operaciones')])).toHaveLength(3);
  });
});
