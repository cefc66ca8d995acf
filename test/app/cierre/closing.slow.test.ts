import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { expectSameInLibreOffice, findLibreOffice, findTroubleOnPaper } from '../../workbook/libreoffice.ts';
import { readWorkbook } from '../../workbook/write/read-back.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { createClosing, CUIT, type Closing } from './world.ts';

const AUGUST = '2026-08';
const bytesOf = (file: string | null): Buffer => readFileSync(file ?? '');
const close = ({ cierre, salida }: Closing, periodo = AUGUST) => cierre.cerrar({ periodo, motivo: 'revisado', salida });

async function alter({ views }: Closing, sql: string): Promise<void> {
  await views.caches.close();
  const db = new Database(views.world.ruta);
  expect(db.prepare(sql).run().changes).toBeGreaterThan(0);
  db.close();
}

test('a closed month gives the same bytes whatever is read later', async () => {
  await using closing = await createClosing({ operaciones: 2000 });
  const seen = await closing.cierre.ver({ periodo: AUGUST, salida: closing.salida });
  const doc = await close(closing);
  expect(doc).toMatchObject({ estado: 'cerrado', cuit: CUIT, sha256: seen.sha256, cerrado: { quien: 'contadora' } });
  await alter(
    closing,
    "UPDATE liquidaciones SET total_acreditado = 1 WHERE fecha BETWEEN '2026-08-01' AND '2026-08-31'",
  );
  const again = await closing.cierre.ver({ periodo: AUGUST, salida: createTemporaryFolder() });
  expect(bytesOf(again.archivo).equals(bytesOf(seen.archivo))).toBe(true);
  expect(again).toMatchObject({ estado: 'cerrado', saldos: doc.saldos });
});

test('what changes in a closed month is an adjustment of the open one, once, and the opening is the closing', async () => {
  await using closing = await createClosing({ operaciones: 2000 });
  const august = await close(closing);
  await alter(
    closing,
    "UPDATE liquidaciones SET descontado_arancel = descontado_arancel + 500, descontado_otro = descontado_otro - 500 WHERE n = (SELECT n FROM liquidaciones WHERE fecha LIKE '2026-08%' LIMIT 1)",
  );
  await alter(
    closing,
    "UPDATE operaciones SET retirada = 1 WHERE n = (SELECT n FROM operaciones WHERE fecha_venta LIKE '2026-08%' LIMIT 1)",
  );
  const september = await closing.show('2026-09');
  expect(september.ajustes.map(({ clase, campo, cuenta }) => `${clase} ${campo} ${String(cuenta)}`).sort()).toEqual([
    'cambio descontado_arancel aranceles',
    'cambio descontado_otro otros_gastos',
    'se_retiro importe cupones_a_liquidar',
  ]);
  expect(september.saldos.procesadores.map(({ procesador, aperturaACobrar }) => [procesador, aperturaACobrar])).toEqual(
    august.saldos.procesadores.map(({ procesador, aCobrar }) => [procesador, aCobrar]),
  );
  await close(closing, '2026-09');
  expect((await closing.show('2026-10')).ajustes).toEqual([]);
});

test('only the last closed month is reopened, with a reason, and both versions stay', async () => {
  await using closing = await createClosing({ operaciones: 2000 });
  await close(closing);
  const before = bytesOf((await close(closing, '2026-09')).archivo);
  await expect(closing.cierre.reabrir({ periodo: AUGUST, motivo: 'x' })).rejects.toMatchObject({
    code: 'ENTRADA_INVALIDA',
  });
  await expect(close(closing, '2026-07')).rejects.toMatchObject({ code: 'ENTRADA_INVALIDA' });
  const opened = await closing.cierre.reabrir({ periodo: '2026-09', motivo: 'faltaba un ajuste' });
  expect(opened).toMatchObject({ estado: 'abierto' });
  expect((await closing.cierre.cerrar({ periodo: '2026-09', motivo: 'con el ajuste' })).estado).toBe('cerrado');
  expect((await closing.cierre.contribuyentes({})).reabiertos).toMatchObject([
    { periodo: '2026-09', cuit: CUIT, version: 1, motivo: 'faltaba un ajuste' },
  ]);
  const former = await closing.cierre.ver({ periodo: '2026-09', version: 1, salida: closing.salida });
  expect(former).toMatchObject({ estado: 'cerrado', cerrado: { motivo: 'revisado' } });
  expect(path.basename(former.archivo ?? '')).toBe(`cierre-2026-09-${CUIT}-version-1.xlsx`);
  expect(bytesOf(former.archivo).equals(before)).toBe(true);
  await expect(closing.cierre.ver({ periodo: '2026-09', version: 2 })).rejects.toMatchObject({
    code: 'ENTRADA_INVALIDA',
  });
  expect(readdirSync(path.join(closing.views.carpeta, 'cierres')).sort()).toEqual([
    `2026-08-${CUIT}.db`,
    `2026-09-${CUIT}.1.db`,
    `2026-09-${CUIT}.1.json`,
    `2026-09-${CUIT}.db`,
  ]);
});

test('days that were not downloaded are open, and no workbook is written without a reason', async () => {
  await using closing = await createClosing({ operaciones: 500, desde: '2026-08-20' });
  const doc = await closing.cierre.ver({ periodo: AUGUST, salida: closing.salida });
  expect(doc.abiertos[0]).toMatchObject({ clave: 'dias' });
  expect(doc).toMatchObject({ estado: 'abierto', archivo: null });
  expect(readdirSync(closing.salida)).toEqual([]);
});

test('what is due today or later is not overdue, nor is what was not over when it was read', async () => {
  await using closing = await createClosing({ operaciones: 2000 });
  const { empates } = await closing.show('2026-10');
  for (const { filas } of empates.filter(({ clave }) => clave === 'operaciones' || clave === 'banco'))
    expect(filas.filter(({ clase }) => clase === 'sin_liquidacion' || clase === 'falta')).toEqual([]);
});

test('without a feed of the bank nothing is compared with it, and the month is no less clean', async () => {
  await using closing = await createClosing({ operaciones: 500, rasgos: ['interbanking=no'] });
  const doc = await closing.show(AUGUST);
  expect(doc.empates.find(({ clave }) => clave === 'banco')).toMatchObject({ comparados: 0, difieren: 0 });
  expect(doc.abiertos).toEqual([]);
});

test('two taxpayers: the CUIT has to be said, and rows of a shared name wait for an answer', async () => {
  await using closing = await createClosing({ operaciones: 1000, datos: ['contribuyentes=dos'] });
  await expect(closing.show(AUGUST)).rejects.toMatchObject({ code: 'ENTRADA_INVALIDA' });
  const doc = await closing.show(AUGUST, CUIT);
  expect(doc.abiertos.find(({ clave }) => clave === 'cuit')?.cuantos).toBeGreaterThan(0);
  const { sinDeterminar } = await closing.cierre.contribuyentes({});
  await closing.cierre.responder({ cuits: [{ de: sinDeterminar[0]?.comercio ?? '', cuit: CUIT }] });
  const answered = await closing.show(AUGUST, CUIT);
  expect(answered.abiertos.map(({ clave }) => clave)).toEqual(['banco']);
  // The answer was wrong for one of the two stores, as the holder of the paid account shows.
  const [bank] = answered.empates;
  expect(new Set(bank?.filas.map(({ clase }) => clase))).toEqual(new Set(['otro_cuit']));
});

test('the codes of the person are in the entry, and debits equal credits', async () => {
  await using closing = await createClosing({ operaciones: 1000, datos: ['iibb=mixto'] });
  const plan = path.join(closing.salida, 'plan.csv');
  writeFileSync(plan, 'aranceles;5.1.01\nret_iibb.901;1.4.01\nsirtac;1.4.99\n');
  expect(await closing.cierre.responder({ plan })).toEqual({ guardados: 3 });
  const { asiento, conceptos, saldos } = await closing.cierre.ver({ periodo: AUGUST, salida: closing.salida });
  const centavos = (amounts: readonly string[]): number =>
    amounts.reduce((total, amount) => total + Math.round(Number(amount) * 100), 0);
  const { procesadores } = saldos;
  expect(centavos(conceptos.map(({ importe }) => importe))).toBe(
    centavos(procesadores.map(({ liquidado }) => liquidado)) - centavos(procesadores.map(({ neto }) => neto)),
  );
  const lines = bytesOf(asiento)
    .toString('utf8')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(';'));
  const sum = (column: number): number =>
    lines.reduce((n, cells) => n + Math.round(Number((cells[column] ?? '').replace(',', '.')) * 100), 0);
  expect(sum(2)).toBe(sum(3));
  expect(lines.filter(({ length, 4: procesador }) => length !== 5 || procesador === '')).toEqual([]);
  const accounts = new Set(lines.map(([, account]) => account));
  for (const each of ['5.1.01', '1.4.01', '1.4.99', 'Ret. IIBB sin identificar', 'Ret. IIBB 902 Buenos Aires'])
    expect(accounts).toContain(each);
});

test('a jurisdiction in the taxes sheet is its bare code, with the province in a column of its own', async () => {
  await using closing = await createClosing({ operaciones: 1000, datos: ['iibb=mixto'] });
  const { archivo } = await closing.cierre.ver({ periodo: AUGUST, salida: closing.salida });
  const taxes = (await readWorkbook(archivo ?? '')).find(({ nombre }) => nombre === 'Impuestos')?.filas ?? [];
  const start = taxes.findIndex(([first]) => first === 'Régimen');
  const titles = taxes[start] ?? [];
  const [code, province] = [titles.indexOf('Jurisdicción'), titles.indexOf('Provincia')];
  const told = new Map(
    taxes
      .slice(start + 1)
      .filter(([regime]) => regime === 'Retención IIBB')
      .map((row) => [row[code], row[province]]),
  );
  expect(told.get('901')).toBe('CABA');
  expect(told.get('902')).toBe('Buenos Aires');
  expect([...told.keys()].sort()).toEqual(['901', '902', '904', 'SIRTAC', 'Sin identificar']);
});

const program = await findLibreOffice();

test.skipIf(program === undefined)(
  'LibreOffice calculates every formula of the workbook again and gets what was written',
  async () => {
    await using closing = await createClosing({ operaciones: 2000 });
    const { archivo } = await closing.cierre.ver({ periodo: AUGUST, salida: closing.salida });
    const ours = await readWorkbook(archivo ?? '');
    expect(ours.map(({ nombre }) => nombre)).toEqual([
      'Liquidaciones',
      'Impuestos',
      'Asiento',
      'Tarjetas a cobrar',
      'Pendientes',
    ]);
    const numbers = await expectSameInLibreOffice(program ?? '', archivo ?? '', createTemporaryFolder());
    expect(numbers).toBeGreaterThan(500);
  },
);

test.skipIf(program === undefined)('the workbook is printed whole with letters of 7 points or more', async () => {
  await using closing = await createClosing({ operaciones: 2000 });
  const { archivo } = await closing.cierre.ver({ periodo: AUGUST, salida: closing.salida });
  expect(await findTroubleOnPaper(program ?? '', archivo ?? '', createTemporaryFolder())).toEqual([]);
});
