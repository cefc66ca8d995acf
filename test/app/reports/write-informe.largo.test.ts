import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeInforme } from '#app/reports/write-informe.ts';
import { buscarLibreOffice, hojasSegunLibreOffice } from '../../workbook/libreoffice.ts';
import { hojaDe, readLibro } from '../../workbook/write/libro-leido.ts';
import { aCuponInforme, aFuente, fecha } from './fuente.ts';

const program = await buscarLibreOffice();

let carpeta = '';
beforeAll(async () => {
  carpeta = await mkdtemp(path.join(tmpdir(), 'informe-lo-'));
});
afterAll(() => rm(carpeta, { recursive: true }));

const DISPOSICIONES = ['conciliado', 'sin_conciliar', 'no_informado', 'existente'] as const;

test.skipIf(program === undefined)('LibreOffice reads the same rows and calculates the same totals', async () => {
  const cupones = Array.from({ length: 1500 }, (_, n) =>
    aCuponInforme({
      fila: n + 2,
      disposicion: DISPOSICIONES[n % 4] ?? 'conciliado',
      cupon: {
        fecha_venta: `2026-11-${String((n % 20) + 1).padStart(2, '0')}`,
        comprobante: String(n).padStart(8, '0'),
        referencia: n % 7 === 0 ? `=1+${String(n)}` : `ref ${String(n)}`,
        importe: `${String((n * 7919) % 100_000)}.${String(n % 100).padStart(2, '0')}`,
      },
      fechaLiq: fecha('2026-11-20'),
    }),
  );
  const archivo = await writeInforme(aFuente(cupones), {
    signal: new AbortController().signal,
    creado: 0,
    salida: { carpeta },
    maxFilas: 300,
  });
  const nuestras = await readLibro(archivo);
  const suyas = await hojasSegunLibreOffice(program ?? '', archivo, carpeta);
  expect([...suyas.keys()].sort()).toEqual(nuestras.map(({ nombre }) => nombre).sort());
  for (const hoja of nuestras) {
    const leida = suyas.get(hoja.nombre) ?? [];
    for (const [n, fila] of hoja.filas.entries()) {
      for (const [k, valor] of fila.entries()) {
        const texto = leida[n]?.[k] ?? '';
        if (typeof valor === 'number') expect(Number(texto)).toBeCloseTo(valor, 6);
        else if (typeof valor === 'string') expect(texto).toBe(valor);
      }
    }
  }
  expect(hojaDe(nuestras, 'Conciliados').filas.length).toBeGreaterThan(200);
});
