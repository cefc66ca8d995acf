import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Cupon } from '#domain/cupon.ts';
import type { Operacion } from '#domain/views/operaciones.ts';
import type { Rechazo } from '#domain/views/rechazos.ts';
import { cuponOf } from '../../domain/matching/account.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { aDownloaded, PERIOD, SALES, sale, type TestAccount, wrong, matched } from './account.ts';
import { findLibreOffice, findTroubleOnPaper } from '../../workbook/libreoffice.ts';
import { readWorkbook, sheetOf } from '../../workbook/write/read-back.ts';

const times = (operacion: Operacion, by: number): string => ((operacion.importe * by) / 100).toFixed(2);
/** Coupons of a file whose amounts are all a hundred times as much. */
const BY_100 = SALES.slice(100, 131).map((one) => cuponOf(one, { importe: times(one, 100) }));
const voucher = (operacion: Operacion): string =>
  (operacion.comprobante ?? '').replace(/.$/, (digit) => String((Number(digit) + 5) % 10));

const chargebackOf = (of: Operacion): Rechazo => ({
  id: '900001', fecha: { fecha: civilDay('2026-10-10'), hora: null }, marca: 'Prisma', tarjeta: 'Visa', establecimiento: of.establecimiento,
  motivo: 'CONTRACARGO', descripcion: '', importe: of.importe, comercio: '', estado: '', lote: of.lote, comprobante: of.comprobante,
  tarjeta_nro: of.tarjeta_nro, rechazo: '', autorizacion: of.autorizacion, fecha_transferencia: null, fecha_presentacion: null, extra: null,
}); // prettier-ignore

const rowsOf = (account: TestAccount, revision: string) =>
  account.review.filas({ revision, filtro: 'todas', desde: 0, limite: 500 });
const previaOf = (account: TestAccount, revision: string, filter = {}) =>
  account.explanations.previa({ revision, ...filter });

async function bringFiles(account: TestAccount, files: Readonly<Record<string, readonly Cupon[]>>): Promise<string> {
  const folder = createTemporaryFolder();
  const fields = ['fecha_venta', 'importe', 'comprobante', 'tarjeta_nro'] as const;
  const archivos = Object.entries(files).map(([name, cupones]) => {
    const rows = cupones.map((cupon) => fields.map((field) => cupon[field] ?? ''));
    writeFileSync(path.join(folder, name), [fields, ...rows].map((row) => row.join(';')).join('\n'));
    return path.join(folder, name);
  });
  const { revision } = await account.review.empezar({ archivos });
  await account.review.leer({ revision });
  return revision;
}

describe('the rows under review, before they are sent', () => {
  test('say which would match, and what the others would take from their operation', async () => {
    await using account = await aDownloaded();
    const revision = await account.bring([cuponOf(sale(1)), wrong(300).cupon, cuponOf(sale(2))]);
    const doc = await previaOf(account, revision);
    expect(doc.conciliarian.cupones).toBe(2);
    expect(doc.archivos).toEqual([]);
    const { cupones, total } = await previaOf(account, revision, { solo: 'no_conciliarian' });
    expect(total).toBe(1);
    const [row] = (await rowsOf(account, revision)).filas.filter(({ fila }) => fila === 3);
    expect(cupones[0]).toMatchObject({
      id: row?.id,
      archivo: 'caja.csv',
      fila: 3,
      motivo: 'IMPORTE_DISTINTO',
      arreglo: { importe: times(sale(300), 1) },
    });
  });

  test('are one upload, of several files as of one: a sale that two of them have would match once', async () => {
    await using account = await aDownloaded();
    const revision = await bringFiles(account, {
      'centro.csv': [cuponOf(sale(1)), cuponOf(sale(5))],
      'norte.csv': [cuponOf(sale(2)), cuponOf(sale(5))],
    });
    const { conciliarian, cupones } = await previaOf(account, revision);
    expect(conciliarian.cupones).toBe(3);
    const repeated = cupones.filter(({ motivo }) => motivo !== 'COINCIDE_SIN_CONCILIAR');
    expect(repeated).toMatchObject([
      { motivo: 'DUPLICADO_EN_CARGA', archivo: 'norte.csv', fila: 3, otro: { fila: 3 } },
    ]);
  });

  test('take what the processor reported, are marked, and are as they were once that is undone', async () => {
    await using account = await aDownloaded();
    const twisted = sale(300);
    const revision = await account.bring([cuponOf(sale(1)), cuponOf(twisted, { comprobante: voucher(twisted) })]);
    const before = (await rowsOf(account, revision)).filas;
    const { cupones } = await previaOf(account, revision, { solo: 'no_conciliarian' });
    const id = cupones[0]?.id ?? expect.unreachable();
    const values = cupones[0]?.arreglo ?? {};
    const { cambiadas, fila } = await account.review.usar({ revision, cambios: [{ fila: id, valores: values }] });
    expect(cambiadas).toBe(1);
    expect(fila).toMatchObject({ id, cambiados: ['comprobante'], estado: 'lista' });
    expect(fila?.valores.comprobante).toBe(twisted.comprobante);
    const mended = await previaOf(account, revision, { solo: 'no_conciliarian', ids: [id] });
    expect(mended.conciliarian.cupones).toBe(2);
    // The fixed row keeps its place, where it can be undone.
    expect(mended.cupones.map((one) => [one.id, one.motivo])).toEqual([[id, 'COINCIDE_SIN_CONCILIAR']]);
    await account.review.deshacer({ revision });
    expect((await rowsOf(account, revision)).filas).toEqual(before);
    expect((await previaOf(account, revision)).conciliarian.cupones).toBe(1);
  });

  test('take no amount that is far from the reported one among many', async () => {
    await using account = await aDownloaded();
    const revision = await account.bring([cuponOf(sale(300), { importe: times(sale(300), 1.5) })]);
    const { cupones, arreglables, version } = await previaOf(account, revision);
    expect(cupones).toMatchObject([{ certeza: 'muy_probable', arreglo: { importe: times(sale(300), 1) } }]);
    expect(arreglables).toEqual({ muyProbables: 0, porCausa: [] });
    const { cambiadas } = await account.review.usar({ revision, version: version ?? -1 });
    expect(cambiadas).toBe(0);
  });

  test('of a file whose amounts are all a hundred times as much have that one cause, though nothing was ever uploaded', async () => {
    await using account = await aDownloaded();
    const revision = await account.bring(BY_100);
    const { causas, arreglables, version, conciliarian } = await previaOf(account, revision);
    expect(conciliarian.cupones).toBe(0);
    expect(causas).toMatchObject([{ codigo: 'IMPORTES_POR_100', atributo: 'archivo', cupones: 31 }]);
    expect(arreglables).toEqual({ muyProbables: 0, porCausa: [31] });
    const { cambiadas } = await account.review.usar({ revision, version: version ?? -1, causa: 0 });
    expect(cambiadas).toBe(31);
    const after = await previaOf(account, revision);
    expect(after.conciliarian).toEqual({
      cupones: 31,
      importe: (SALES.slice(100, 131).reduce((sum, { importe }) => sum + importe, 0) / 100).toFixed(2),
      yaEnviados: 0,
    });
    expect(after.causas).toEqual([]);
    // One undo step, however many rows.
    await account.review.deshacer({ revision });
    expect((await previaOf(account, revision)).conciliarian.cupones).toBe(0);
  });

  test('of a cause take its fix without those that the person unticked', async () => {
    await using account = await aDownloaded();
    const revision = await account.bring(BY_100);
    const { version, cupones: found } = await previaOf(account, revision, { causa: 0 });
    const salvo = found.slice(0, 2).flatMap(({ id }) => id ?? []);
    const { cambiadas } = await account.review.usar({ revision, version: version ?? -1, causa: 0, salvo });
    expect(cambiadas).toBe(29);
    const untouched = (await rowsOf(account, revision)).filas.filter(({ cambiados }) => cambiados === undefined);
    expect(untouched.map(({ id }) => id)).toEqual(salvo);
    await account.review.deshacer({ revision });
    const shown = { causa: 0, reenviar: false, version: (await previaOf(account, revision)).version ?? -1 };
    expect((await account.review.omitir({ revision, filas: shown, omitir: true })).cambiadas).toBe(31);
  });

  test('that were sent before say what became of them', async () => {
    await using account = await aDownloaded();
    await account.send([{ cupon: cuponOf(sale(1)), con: sale(1) }, { cupon: cuponOf(sale(2)) }]);
    const revision = await account.bring([cuponOf(sale(1)), cuponOf(sale(2)), cuponOf(sale(3))]);
    const doc = await previaOf(account, revision, { solo: 'enviadas' });
    expect(doc.enviados).toEqual({ conciliados: 1, conOtrosValores: 0, sinConciliar: 1, sinResultado: 0 });
    expect(doc.cupones.map(({ fila, enviadoAntes }) => [fila, enviadoAntes])).toEqual([[3, 'sin_conciliar']]);
  });

  test('that matched with corrected values match, unless they are sent again as the file has them', async () => {
    await using account = await aDownloaded();
    const written = cuponOf(sale(300), { importe: times(sale(300), 1.5) });
    await account.send([{ cupon: cuponOf(sale(300)), con: sale(300), original: written }]);
    const revision = await account.bring([written, cuponOf(sale(2))]);
    const doc = await previaOf(account, revision, { solo: 'no_conciliarian' });
    expect([doc.conciliarian.cupones, doc.conciliarian.yaEnviados, doc.total]).toEqual([1, 0, 0]);
    expect(doc.enviados).toEqual({ conciliados: 1, conOtrosValores: 1, sinConciliar: 0, sinResultado: 0 });
    const again = await previaOf(account, revision, { solo: 'no_conciliarian', reenviar: true });
    expect(again.cupones.map(({ fila, motivo }) => [fila, motivo])).toEqual([[2, 'IMPORTE_DISTINTO']]);
    expect(again.conciliarian.cupones).toBe(1);
  });

  test('that were sent before count as in the review, however many files have them, and no fix of all takes them', async () => {
    await using account = await aDownloaded();
    await account.send([{ cupon: cuponOf(sale(1)), con: sale(1) }, { cupon: wrong(300).cupon }]);
    const files = { 'centro.csv': [wrong(300).cupon, cuponOf(sale(1))], 'norte.csv': [cuponOf(sale(1)), wrong(300).cupon, wrong(305).cupon] }; // prettier-ignore
    const revision = await bringFiles(account, files);
    const doc = await previaOf(account, revision);
    expect(doc.enviados).toEqual({ conciliados: 2, conOtrosValores: 0, sinConciliar: 2, sinResultado: 0 });
    expect((await account.review.ver({}))?.resumen?.yaEnviado.cupones).toBe(4);
    expect(doc.cupones.map(({ archivo, fila }) => [archivo, fila])).toEqual([['norte.csv', 4]]);
    expect(doc.arreglables.muyProbables).toBe(1);
    expect((await previaOf(account, revision, { solo: 'enviadas' })).total).toBe(2);
    expect((await account.review.usar({ revision, version: doc.version ?? -1 })).cambiadas).toBe(1);
    // When all rows are sent again each one counts, and the second of two equal rows repeats the first.
    const again = await previaOf(account, revision, { reenviar: true });
    expect([again.total, again.enviados.conciliados]).toEqual([5, 0]);
    expect(again.cupones.filter(({ motivo }) => motivo === 'DUPLICADO_EN_CARGA')).toHaveLength(2);
  });

  test('that repeat a sent one repeat it also while that one is left out', async () => {
    await using account = await aDownloaded();
    await account.send([{ cupon: cuponOf(sale(1)), con: sale(1) }]);
    const revision = await account.bring([cuponOf(sale(1)), cuponOf(sale(1))]);
    const repeated = { fila: 3, motivo: 'DUPLICADO_EN_CARGA', otro: { fila: 2 } };
    expect((await previaOf(account, revision, { solo: 'no_conciliarian' })).cupones).toMatchObject([repeated]);
    await account.review.omitir({ revision, filas: 'enviados', omitir: true });
    const doc = await previaOf(account, revision);
    expect(doc.cupones).toMatchObject([repeated]);
    expect([doc.conciliarian.cupones, doc.enviados.conciliados]).toEqual([0, 1]);
    const [, left] = (await rowsOf(account, revision)).filas;
    expect(left?.problemas.map(({ codigo }) => codigo)).toContain('POSIBLE_DUPLICADO');
  });

  test('are those of the file in hand, also where a file of that name was sent before', async () => {
    await using account = await aDownloaded();
    await account.keep('5', SALES.slice(0, 31).map((one) => ({ cupon: cuponOf(one), con: one }))); // prettier-ignore
    const { causas } = await previaOf(account, await account.bring(BY_100));
    expect(causas).toMatchObject([{ atributo: 'archivo', cupones: 31, conAtributo: 31, sinAtributo: 31 }]);
    expect(causas[0]?.texto).toContain('31 cupones del archivo caja.csv');
  });

  test('take the fix of their file also where the sale was returned since', async () => {
    await using account = await aDownloaded();
    const returned = sale(105);
    await account.downloadReturned([chargebackOf(returned)], PERIOD);
    const revision = await account.bring(BY_100);
    const { causas, arreglables, version } = await previaOf(account, revision);
    expect(causas).toMatchObject([{ codigo: 'IMPORTES_POR_100', cupones: 31 }]);
    expect(arreglables.porCausa).toEqual([31]);
    const rows = (await previaOf(account, revision, { causa: 0 })).cupones;
    expect(rows.filter(({ motivo }) => motivo === 'DEVUELTA').map(({ arreglo }) => arreglo)).toEqual([
      { importe: times(returned, 1) },
    ]);
    const { cambiadas } = await account.review.usar({ revision, version: version ?? -1, causa: 0 });
    expect(cambiadas).toBe(31);
    expect((await previaOf(account, revision)).conciliarian.cupones).toBe(31);
  });

  test('that changed since they were looked at take nothing', async () => {
    await using account = await aDownloaded();
    const revision = await account.bring([wrong(300).cupon]);
    const { cupones, version } = await previaOf(account, revision);
    const id = cupones[0]?.id ?? expect.unreachable();
    await account.review.corregir({ revision, fila: id, campo: 'comprobante', valor: '7', todas: false });
    const shown = { causa: 0, reenviar: false, version: version ?? -1 };
    for (const refused of [
      () => account.review.usar({ revision, version: version ?? -1 }),
      () => account.review.omitir({ revision, filas: shown, omitir: true }),
    ])
      await expect(refused()).rejects.toMatchObject({ code: 'REVISION_CAMBIADA' });
  });

  test('that are left out are not looked at', async () => {
    await using account = await aDownloaded();
    const revision = await account.bring([cuponOf(sale(1)), cuponOf(sale(2))]);
    const [first] = (await rowsOf(account, revision)).filas;
    await account.review.omitir({ revision, filas: [first?.id ?? 0], omitir: true });
    expect((await previaOf(account, revision)).total).toBe(1);
  });
});

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
    ['caja.csv', null], // of the later upload
    ['caja.csv', 'Noviembre'],
    ['caja.csv', 'Octubre'],
  ]);
});

test('a coupon that repeats one of another sheet names that sheet', async () => {
  await using account = await aDownloaded();
  await account.send([...matched(0, 50), { ...wrong(300), hoja: 'Caja 1' }, { ...wrong(300), hoja: 'Caja 2' }], '7');
  const { cupones } = await account.explanations.explicar({ motivo: 'DUPLICADO_EN_CARGA' });
  expect(cupones.map(({ texto }) => texto)).toEqual([expect.stringContaining('hoja «Caja 1»')]);
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

  const found = aFile('sin-cupon-buscado.xlsx');
  await account.explanations.exportar_faltantes({ exportar: found, ...days, grupos: [1], cuales: '02/09' });
  const { operaciones: own } = await account.explanations.faltantes({ ...days, grupos: [1] });
  const searched = await readWorkbook(found);
  expect(textOf(sheetOf(searched, 'Sin cupón'))).toContain('«02/09»');
  expect(textOf(sheetOf(searched, 'Sin cupón'))).toContain(resumen[1]?.texto);
  expect(textOf(sheetOf(searched, 'Sin cupón'))).not.toContain(resumen[2]?.texto);
  const ids = operaciones.map(({ operacion }) => String(operacion['id']));
  expect(ids.filter((id) => textOf(sheetOf(searched, 'Operaciones')).includes(id))).toEqual(
    own.map(({ operacion }) => String(operacion['id'])),
  );
});
