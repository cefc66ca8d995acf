import { describe, expect, test } from 'vitest';
import type { Progress } from '#contract/host-events.ts';
import { sayAtConsole, getPhrase } from '#domain/texts/upload-sentences.ts';
import { createProgress } from '../../../src-main/hosts/cli/progress.ts';

/** What a program that is not on a terminal writes of these. */
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
      'Enviando cupones 0 de 400: esperamos 2 s a saber si llegó lo último',
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
