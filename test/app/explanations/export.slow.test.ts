import path from 'node:path';
import { expect, test } from 'vitest';
import { aDownloaded, sale, wrong, matched } from './account.ts';
import { findLibreOffice, findTroubleOnPaper } from '../../workbook/libreoffice.ts';
import { readWorkbook, sheetOf } from '../../workbook/write/read-back.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';

function aFile(name: string): string {
  return path.join(createTemporaryFolder(), name);
}
const textOf = (sheet: unknown): string => JSON.stringify(sheet);

test('the coupons that are asked for are written in their order with what was decided, and one that is not there is counted', async () => {
  await using account = await aDownloaded();
  const upload = await account.send([...matched(0, 50), wrong(300), wrong(301), wrong(302)]);
  await account.decisions.tomar({
    decisiones: [{ tipo: 'nota', cupon: { carga: upload, seq: 51 }, texto: 'lo vio Ana' }],
  });
  const place = (row: number) => ({ conciliacion: null, archivo: 'caja.csv', fila: row });
  const exported = aFile('sin-conciliar.xlsx');
  const { exportado, filas } = await account.explanations.exportar({
    exportar: exported,
    cupones: [place(54), place(52), place(999)],
    cuales: ['Por hacer'],
  });
  expect([exportado, filas]).toEqual([exported, 2]);
  const why = textOf(sheetOf(await readWorkbook(exportado), 'Por qué'));
  expect(why).toContain('Por hacer');
  expect(why).toContain('lo vio Ana');
  expect(why.indexOf(sale(302).id)).toBeLessThan(why.indexOf(sale(300).id));
  expect(why).not.toContain(sale(301).id);
  expect(await findTroubleOnPaper(await findLibreOffice(), exportado, createTemporaryFolder())).toEqual([]);
});

test('a coupon has its sheet, also where the upload never got a number', async () => {
  await using account = await aDownloaded();
  await account.send([...matched(0, 50), { ...wrong(300), hoja: 'Octubre' }, { ...wrong(301), hoja: 'Noviembre' }]);
  await account.send([...matched(0, 50), wrong(302)]);
  const exported = aFile('hojas.xlsx');
  const cupones = [52, 53, 52].map((fila) => ({ conciliacion: null, archivo: 'caja.csv', fila }));
  await account.explanations.exportar({ exportar: exported, cupones });
  const { filas: lines } = sheetOf(await readWorkbook(exported), 'Por qué');
  const at = lines.findIndex((line) => line.includes('Hoja'));
  const [file, sheet] = ['Archivo', 'Hoja'].map((name) => lines[at]?.indexOf(name) ?? -1);
  expect(lines.slice(at + 1, at + 4).map((line) => [line[file ?? -1], line[sheet ?? -1]])).toEqual([
    ['caja.csv', null], // the later upload's
    ['caja.csv', 'Noviembre'],
    ['caja.csv', 'Octubre'],
  ]);
});

test('operations without a coupon are written by till and day, each with the coupon that it may be', async () => {
  await using account = await aDownloaded();
  await account.send([...matched(0, 50), wrong(300)]);
  const exported = aFile('sin-cupon.xlsx');
  const days = { desde: '2026-09-01' as never, hasta: '2026-10-20' as never };
  const { filas } = await account.explanations.exportar_faltantes({ exportar: exported, ...days });
  const { resumen, operaciones } = await account.explanations.faltantes(days);
  const workbook = await readWorkbook(exported);
  expect(filas).toBe(resumen.length);
  expect(textOf(sheetOf(workbook, 'Sin cupón'))).toContain('01/09/2026 – 20/10/2026');
  const listed = textOf(sheetOf(workbook, 'Operaciones'));
  for (const { operacion } of operaciones.slice(0, 5)) expect(listed).toContain(String(operacion['id']));
});
