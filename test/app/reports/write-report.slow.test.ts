import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeReport } from '#app/reports/write-report.ts';
import { findLibreOffice, findTroubleOnPaper, sheetsByLibreOffice } from '../../workbook/libreoffice.ts';
import { sheetOf, readWorkbook } from '../../workbook/write/read-back.ts';
import { aReportCupon, aSource } from './source.ts';
import { civilDay } from '../../domain/civil-day.ts';

const program = await findLibreOffice();

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'informe-lo-'));
});
afterAll(() => rm(folder, { recursive: true }));

const DISPOSITIONS = ['conciliado', 'sin_conciliar', 'no_informado', 'existente'] as const;

test.skipIf(program === undefined)('LibreOffice reads the same rows and calculates the same totals', async () => {
  const cupones = Array.from({ length: 1500 }, (_, n) =>
    aReportCupon({
      fila: n + 2,
      disposicion: DISPOSITIONS[n % 4] ?? 'conciliado',
      cupon: {
        fecha_venta: `2026-11-${String((n % 20) + 1).padStart(2, '0')}`,
        comprobante: String(n).padStart(8, '0'),
        referencia: n % 7 === 0 ? `=1+${String(n)}` : `ref ${String(n)}`,
        importe: `${String((n * 7919) % 100_000)}.${String(n % 100).padStart(2, '0')}`,
      },
      fechaLiq: civilDay('2026-11-20'),
    }),
  );
  const file = await writeReport(aSource(cupones), {
    signal: new AbortController().signal,
    creado: 0,
    salida: { carpeta: folder },
    maxRows: 300,
  });
  const ours = await readWorkbook(file);
  const theirs = await sheetsByLibreOffice(program ?? '', file, folder);
  expect([...theirs.keys()].sort()).toEqual(ours.map(({ nombre }) => nombre).sort());
  for (const sheet of ours) {
    const reading = theirs.get(sheet.nombre) ?? [];
    for (const [n, row] of sheet.filas.entries()) {
      for (const [k, value] of row.entries()) {
        const text = reading[n]?.[k] ?? '';
        if (typeof value === 'number') expect(Number(text)).toBeCloseTo(value, 6);
        else if (typeof value === 'string') expect(text).toBe(value);
      }
    }
  }
  expect(sheetOf(ours, 'Conciliados').filas.length).toBeGreaterThan(200);

  expect(await findTroubleOnPaper(program ?? '', file, folder)).toEqual([]);
});
