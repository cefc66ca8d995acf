import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PAPELES } from '#contract/controles.ts';
import { dia } from '../../storage/cache/apoyo.ts';
import { buscarLibreOffice, hojasSegunLibreOffice } from '../../workbook/libreoffice.ts';
import { readLibro } from '../../workbook/write/libro-leido.ts';
import { unasMiradas } from './mundo.ts';

const programa = await buscarLibreOffice();

test.skipIf(programa === undefined).each(PAPELES)(
  'LibreOffice calculates every formula of the paper of %s again and gets what was written',
  async (papel) => {
    const carpeta = await mkdtemp(path.join(tmpdir(), 'papeles-lo-'));
    await using miradas = await unasMiradas();
    await miradas.mundo.sincronizar({ desde: '2026-08-01', hasta: '2026-10-15' });
    const salida = path.join(carpeta, 'papel.xlsx');
    const pedido = { cuenta: undefined, papel, desde: dia('2026-08-05'), hasta: dia('2026-10-15'), salida };
    await miradas.papeles.exportar(pedido, { signal: new AbortController().signal, onProgress: () => undefined });
    const nuestras = await readLibro(salida);
    const suyas = await hojasSegunLibreOffice(programa ?? '', salida, carpeta);
    expect([...suyas.keys()].sort()).toEqual(nuestras.map(({ nombre }) => nombre).sort());
    let numeros = 0;
    for (const hoja of nuestras) {
      const leida = suyas.get(hoja.nombre) ?? [];
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
