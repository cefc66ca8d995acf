import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PAPERS } from '#contract/checks.ts';
import { civilDay } from '../../storage/cache/support.ts';
import { findLibreOffice, sheetsByLibreOffice } from '../../workbook/libreoffice.ts';
import { readWorkbook } from '../../workbook/write/read-back.ts';
import { createViews } from './world.ts';

const programa = await findLibreOffice();

test.skipIf(programa === undefined).each(PAPERS)(
  'LibreOffice calculates every formula of the paper of %s again and gets what was written',
  async (papel) => {
    const carpeta = await mkdtemp(path.join(tmpdir(), 'papeles-lo-'));
    await using looks = await createViews();
    await looks.world.synchronise({ desde: '2026-08-01', hasta: '2026-10-15' });
    const salida = path.join(carpeta, 'papel.xlsx');
    const request = { cuenta: undefined, papel, desde: civilDay('2026-08-05'), hasta: civilDay('2026-10-15'), salida };
    await looks.papers.writeFile(request, { signal: new AbortController().signal, onProgress: () => undefined });
    const ours = await readWorkbook(salida);
    const theirs = await sheetsByLibreOffice(programa ?? '', salida, carpeta);
    expect([...theirs.keys()].sort()).toEqual(ours.map(({ nombre }) => nombre).sort());
    let numeros = 0;
    for (const hoja of ours) {
      const leida = theirs.get(hoja.nombre) ?? [];
      for (const [n, fila] of hoja.filas.entries()) {
        for (const [k, valor] of fila.entries()) {
          const texto = leida[n]?.[k] ?? '';
          if (typeof valor === 'number') {
            numeros += 1;
            expect(Number(texto), `${hoja.nombre} ${String(n + 1)},${String(k + 1)}`).toBeCloseTo(valor, 6);
          } else if (typeof valor === 'string') expect(texto).toBe(valor);
        }
      }
    }
    expect(numeros).toBeGreaterThan(200);
    await rm(carpeta, { recursive: true });
  },
);
