import path from 'node:path';
import { expect, test } from 'vitest';
import { PAPERS } from '#contract/checks.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { findLibreOffice, sheetsByLibreOffice } from '../../workbook/libreoffice.ts';
import { readWorkbook } from '../../workbook/write/read-back.ts';
import { createViews } from './world.ts';

const program = await findLibreOffice();

test.skipIf(program === undefined).each(PAPERS)(
  'LibreOffice calculates every formula of the paper of %s again and gets what was written',
  async (paper) => {
    const folder = createTemporaryFolder();
    await using looks = await createViews();
    await looks.world.synchronise({ desde: '2026-08-01', hasta: '2026-10-15' });
    const output = path.join(folder, 'papel.xlsx');
    const request = {
      cuenta: undefined,
      papel: paper,
      desde: civilDay('2026-08-05'),
      hasta: civilDay('2026-10-15'),
      salida: output,
    };
    await looks.papers.writeFile(request, { signal: new AbortController().signal, onProgress: () => undefined });
    const ours = await readWorkbook(output);
    const theirs = await sheetsByLibreOffice(program ?? '', output, folder);
    expect([...theirs.keys()].sort()).toEqual(ours.map(({ nombre }) => nombre).sort());
    let numbers = 0;
    for (const sheet of ours) {
      const reading = theirs.get(sheet.nombre) ?? [];
      for (const [n, row] of sheet.filas.entries()) {
        for (const [k, value] of row.entries()) {
          const text = reading[n]?.[k] ?? '';
          if (typeof value === 'number') {
            numbers += 1;
            expect(Number(text), `${sheet.nombre} ${String(n + 1)},${String(k + 1)}`).toBeCloseTo(value, 6);
          } else if (typeof value === 'string') expect(text).toBe(value);
        }
      }
    }
    expect(numbers).toBeGreaterThan(200);
  },
);
