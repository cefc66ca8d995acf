import path from 'node:path';
import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import { DECISION_WORDS, QUEUE_COLUMNS } from '#domain/decisions/queue-workbook.ts';
import { fullCuponOf } from '../../domain/matching/account.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { context } from '../context.ts';
import {
  aDownloaded,
  matched,
  offBy,
  sale,
  SALES,
  type Said,
  type TestAccount,
  wrong,
} from '../explanations/account.ts';

const FIRST = 51;

/** An account whose reconciliation 7 was read: fifty matched coupons, and `others`. */
const withResult = (others: readonly Said[]) => aDownloaded({ 7: [...matched(0, 50), ...others] });

async function exportFilled(account: TestAccount, rows: readonly Readonly<Record<string, string | number>>[]) {
  const file = path.join(createTemporaryFolder(), 'cola.xlsx');
  const cupones = rows.map((_, i) => ({ conciliacion: '7', n: FIRST + i, archivo: 'caja.csv', fila: FIRST + i + 1 }));
  await account.explanations.exportar({ exportar: file, cupones });
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(file);
  const sheet = book.getWorksheet('Por qué') ?? expect.unreachable();
  let header = 0;
  const columns = new Map<string, number>();
  sheet.eachRow((row, number) => {
    if (header > 0 || !row.values.toString().includes(QUEUE_COLUMNS.cupon)) return;
    if (row.cellCount < 10) return;
    header = number;
    row.eachCell((cell, column) => columns.set(cell.text, column));
  });
  for (const [i, cells] of rows.entries()) {
    for (const [title, value] of Object.entries(cells))
      sheet.getCell(header + 1 + i, columns.get(title) ?? expect.unreachable()).value = value;
  }
  await book.xlsx.writeFile(file);
  return file;
}
const decided = (word: string, motivo = ''): Record<string, string> => ({
  [QUEUE_COLUMNS.decision]: word,
  ...(motivo === '' ? {} : { [QUEUE_COLUMNS.motivo]: motivo }),
});
const read = (account: TestAccount, planilla: string) => account.decisions.leer_planilla({ planilla });

test('what was written in the exported queue is previewed row by row, and taken and undone together', async () => {
  await using account = await withResult([wrong(300), wrong(301), wrong(302), wrong(303), wrong(304)]);
  const file = await exportFilled(account, [
    decided('Es esta', 'lo vi en el resumen'),
    decided(' explicado ', 'se cobró en efectivo'),
    decided('Ajuste', 'redondeo'),
    decided('No es esta'),
    {},
  ]);
  const doc = await read(account, file);
  expect(doc.sinDecision).toBe(1);
  expect(doc.filas.map(({ estado, cupon, texto }) => [estado, cupon, texto.replaceAll('\u{a0}', ' ')])).toEqual([
    ['se_aplica', '7:51', `Se vincula con ${sale(300).comprobante} (difiere en $ 0,13): lo vi en el resumen`],
    ['se_aplica', '7:52', 'Explicado: se cobró en efectivo'],
    ['se_aplica', '7:53', 'Se ajusta $ 0,13: redondeo'],
    ['se_aplica', '7:54', `No es ${sale(303).comprobante}`],
  ]);
  expect(doc.filas.map(({ comprobante, fecha, importe }) => [comprobante, fecha, importe])).toEqual(
    [300, 301, 302, 303].map((i) => [sale(i).comprobante, sale(i).fecha_venta.fecha, offBy(sale(i), 13)]),
  );
  expect((await account.decisions.listar({})).total).toBe(0);
  const { ns } = await account.decisions.tomar({ decisiones: [...doc.decisiones] });
  expect(ns).toHaveLength(4);
  await account.decisions.deshacer({ que: { ns: [...ns] } });
  expect((await account.decisions.listar({})).total).toBe(0);
});

test('a workbook that comes back twice changes nothing the second time', async () => {
  await using account = await withResult([wrong(300), wrong(301), wrong(302), wrong(303)]);
  const file = await exportFilled(account, [
    decided('Es esta'),
    decided('Explicado', 'x'),
    decided('Nota', 'lo vio Ana'),
    decided('Reclamado'),
  ]);
  const { decisiones } = await read(account, file);
  await account.decisions.tomar({ decisiones: [...decisiones] });
  const again = await read(account, file);
  expect(again.filas.map(({ estado }) => estado)).toEqual(['igual', 'igual', 'igual', 'igual']);
  expect(again.decisiones).toEqual([]);
});

test('a coupon that was decided about after the export says what stays and what is replaced', async () => {
  await using account = await withResult([wrong(300), wrong(301), wrong(302), wrong(303)]);
  const file = await exportFilled(account, [
    decided('Explicado', 'x'),
    decided('Explicado', 'nuevo'),
    decided('No es esta'),
    decided('Nota', 'lo vio Ana'),
  ]);
  const cupon = (n: number) => ({ conciliacion: '7', n });
  const operation = (i: number): string => String(sale(i).id);
  const linked = (n: number, i: number) => ({
    tipo: 'vinculo' as const,
    cupones: [cupon(n)],
    operaciones: [operation(i)],
    tolerancia: '1',
  });
  const { ns } = await account.decisions.tomar({
    decisiones: [
      linked(51, 300),
      { tipo: 'explicado', cupon: cupon(52), motivo: 'viejo' },
      { tipo: 'nota', cupon: cupon(53), texto: 'ojo' },
      linked(53, 302),
      { tipo: 'nota', cupon: cupon(54), texto: 'deshecha' },
    ],
  });
  await account.decisions.deshacer({ que: { ns: ns.slice(-1) } });
  const textsIn = async (idioma: 'es-AR' | 'en') => {
    const { filas, decisiones } = await account.decisions.leer_planilla({ planilla: file, idioma });
    expect(filas.map(({ estado }) => estado)).toEqual(filas.map(() => 'se_aplica'));
    expect(decisiones).toHaveLength(4);
    return filas.map(({ texto }) => texto.replaceAll('\u{a0}', ' ').split(' · '));
  };
  expect(await textsIn('es-AR')).toEqual([
    ['Explicado: x', `Ya está decidido: «Vinculado con ${sale(300).comprobante} (difiere en $ 0,13)»; esto se agrega`],
    ['Explicado: nuevo', 'Reemplaza lo decidido: «Explicado: viejo»'],
    [
      `No es ${sale(302).comprobante}`,
      'Ya está decidido: «Nota: ojo»; esto se agrega',
      `Reemplaza lo decidido: «Vinculado con ${sale(302).comprobante} (difiere en $ 0,13)»`,
    ],
    ['Nota: lo vio Ana'],
  ]);
  expect((await textsIn('en'))[1]).toEqual(['Explained: nuevo', 'Replaces what was decided: “Explained: viejo”']);
});

test('each row that cannot be taken says why, and the others are taken', async () => {
  await using account = await withResult([wrong(300), wrong(301), wrong(302), wrong(303), wrong(304), wrong(305)]);
  const file = await exportFilled(account, [
    decided('Quizás'),
    decided('Explicado'),
    { ...decided('Explicado', 'x'), Importe: 1 },
    { ...decided('Explicado', 'x'), [QUEUE_COLUMNS.cupon]: '8#3' },
    { ...decided('Explicado', 'x'), [QUEUE_COLUMNS.cupon]: 'otra cosa' },
    decided('Explicado', 'este sí'),
  ]);
  const { filas, decisiones } = await read(account, file);
  expect(filas.map(({ estado, texto }) => [estado, texto.split('.')[0]])).toEqual([
    ['rechazada', '«Quizás» no es una decisión'],
    ['rechazada', 'Falta el motivo'],
    ['rechazada', 'El día o el importe de la fila ya no son los de su cupón'],
    ['rechazada', 'No hay ningún envío con ese nombre en esta PC'],
    ['rechazada', 'La fila no dice de qué cupón es'],
    ['se_aplica', 'Explicado: este sí'],
  ]);
  expect(decisiones).toMatchObject([{ tipo: 'explicado', motivo: 'este sí' }]);
});

test('card numbers that are typed as the reason are masked as everywhere', async () => {
  await using account = await withResult([wrong(300)]);
  const file = await exportFilled(account, [decided('Nota', 'tarjeta 4507 9900 0000 4905')]);
  let masked = 0;
  const noting = { ...context, onMasked: (texts: number) => (masked += texts) };
  const { decisiones, filas } = await account.decisions.leer_planilla({ planilla: file }, noting);
  expect(JSON.stringify([decisiones, filas])).not.toContain('4507');
  expect(masked).toBe(1);
});

test('a workbook that is none of the queue is refused whole', async () => {
  await using account = await withResult([wrong(300)]);
  const file = path.join(createTemporaryFolder(), 'otra.xlsx');
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Por qué').addRow(['Archivo', 'Decisión', 'Motivo']);
  await book.xlsx.writeFile(file);
  await expect(read(account, file)).rejects.toMatchObject({
    code: 'ENTRADA_INVALIDA',
    detail: { motivo: 'no_es_de_decisiones' },
  });
});

test('the cells of Decisión offer its words as a list', async () => {
  await using account = await withResult([wrong(300)]);
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(await exportFilled(account, [decided('Nota', 'x')]));
  const validations: string[] = [];
  book.getWorksheet('Por qué')?.eachRow((row) => {
    row.eachCell((cell) => {
      if (cell.dataValidation?.type === 'list') validations.push(cell.dataValidation.formulae.join());
    });
  });
  expect(validations).toContain(`"${DECISION_WORDS.join(',')}"`);
});

test('«Es esta» on the parts of one sale links them together; on other coupons of one operation, on none', async () => {
  const whole = sale(300).importe;
  const first = Math.round(whole * 0.4);
  const part = (importe: number) => ({
    cupon: fullCuponOf(sale(300), { importe: (importe / 100).toFixed(2) }),
  });
  await using account = await withResult([part(first), part(whole - first), wrong(301)]);
  const file = await exportFilled(account, [decided('Es esta'), decided('Es esta'), decided('Es esta')]);
  const { filas, decisiones } = await read(account, file);
  expect(filas.map(({ estado }) => estado)).toEqual(['se_aplica', 'se_aplica', 'se_aplica']);
  expect(decisiones).toMatchObject([{ cupones: [{ n: 51 }, { n: 52 }] }, { cupones: [{ n: 53 }] }]);

  const { id } = SALES[300] ?? {};
  const more = await exportFilled(account, [
    decided('Es esta'),
    {},
    { ...decided('Es esta'), [QUEUE_COLUMNS.operacion]: String(id) },
  ]);
  const refused = await read(account, more);
  expect(refused.filas.map(({ estado, texto }) => [estado, texto.slice(0, 13)])).toEqual(
    [0, 1].map(() => ['rechazada', 'Otra fila tie']),
  );
});
