/** Amounts that the service does not report: unknown on the sheet, left out of the sums, and mentioned beside each sum. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { getDataFolder } from '#platform/data-folder.ts';
import { expect, test } from 'vitest';
import { createBrowse } from '#app/browse/index.ts';
import { createData } from '#app/browse/data.ts';
import { formatPesos } from '#domain/money.ts';
import type { ServiceRow } from '#storage/cache/index.ts';
import { aLiquidacion } from '../../storage/cache/support.ts';
import { context } from '../context.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { readWorkbook } from '../../workbook/write/read-back.ts';
import { createViews, type Views } from './world.ts';
import { PAPERS } from '#contract/checks.ts';
import { expectSameInLibreOffice, findLibreOffice } from '../../workbook/libreoffice.ts';

const PERIOD = { desde: civilDay('2026-08-01'), hasta: civilDay('2026-08-31') };
const AUGUST = { ...PERIOD, campo: 'fecha', estado: 'completa', contratado: true } as const;
const netRow = (credited: number | null): ServiceRow => ({
  fecha: '2026-08-08',
  facturado_credito: 1000,
  total_facturado: 1000,
  descontado_arancel: 60,
  total_descontado: 60,
  total_acreditado: credited,
});

/** August: one settlement with every amount, one without its credited amount and a part of its deductions. */
async function createAugust(): Promise<Views> {
  const looks = await createViews();
  const { caches, cuenta, world } = looks;
  await caches.use(cuenta, (cache) => {
    const reading = world.clock.now();
    cache.write({
      metodo: 'liquidaciones',
      ...AUGUST,
      leido: reading,
      filas: [
        aLiquidacion('1', netRow(940)),
        aLiquidacion('2', { ...netRow(null), descontado_otro: null, total_descontado: 100 }),
      ],
    });
    const { total_acreditado: _, ...rest } = aLiquidacion('x', {}).fila;
    const totals = Object.keys(rest).filter((field) => /^(facturado|descontado|total)_/.test(field));
    const sum = Object.fromEntries(
      totals.map((field) => [field.replace('facturado_', 'fac_').replace('descontado_', 'des_'), 0]),
    );
    cache.write({
      metodo: 'liquidaciones-totales',
      ...AUGUST,
      campo: 'desde',
      leido: reading,
      filas: [
        {
          id: '2026-08-01/T',
          fila: {
            ...sum,
            ...{ fac_credito: 2000, total_facturado: 2000, des_arancel: 120, total_descontado: 160 },
            ...{ total_acreditado: 1840, tarjeta: 'T', desde: '2026-08-01', hasta: '2026-08-31', extra: null },
          },
        },
      ],
    });
    return Promise.resolve();
  });
  return looks;
}

test('the tie-outs do not compare what is not said, nor pass it over', async () => {
  await using looks = await createAugust();
  const { controles } = await looks.controles.ver({ cuenta: undefined, ...PERIOD }, context);
  const checksOf = (control: string) =>
    controles.filter((each) => each.control === control).map(({ campo, estado, motivo }) => [campo, motivo ?? estado]);
  expect(checksOf('liquidaciones_totales').sort()).toEqual([
    ['total_acreditado', 'sin_informar'],
    ['total_descontado', 'coincide'],
    ['total_facturado', 'coincide'],
  ]);
  // The reported fee is 60 of the 100 deducted: the unreported deduction may be the rest.
  expect(checksOf('liquidacion_neto').sort()).toEqual([
    ['total_acreditado', 'sin_informar'],
    ['total_descontado', 'sin_informar'],
  ]);
});

test('the paper leaves them empty, and says of what its sums are not', async () => {
  await using looks = await createAugust();
  const folder = createTemporaryFolder();
  const output = path.join(folder, 'libro.xlsx');
  await looks.papers.exportar({ cuenta: undefined, papel: 'liquidaciones', ...PERIOD, salida: output }, context);
  const sheets = new Map((await readWorkbook(output)).map(({ nombre, filas }) => [nombre, filas]));
  const textsOf = (name: string): string => JSON.stringify(sheets.get(name));
  const said = 'Sin informar por el servicio, y fuera de las sumas (cuántas filas): Otros descuentos (1), Total acreditado (1)'; // prettier-ignore
  for (const name of ['Resumen por mes', 'Detalle', 'Controles']) expect(textsOf(name)).toContain(said);
  // Each sheet mentions its own amounts only.
  expect(textsOf('Por provincia')).toContain('fuera de las sumas (cuántas filas): Total acreditado (1)');
  expect(textsOf('Por provincia')).not.toContain('Otros descuentos');
  expect(textsOf('Resumen por mes')).toContain('Completo · Con importes sin informar');
  expect(textsOf('Controles')).toContain('El servicio no informa algún importe');
});

test('a view gives null, sums the others, and tells how many', async () => {
  await using looks = await createAugust();
  const { caches, cuenta, world } = looks;
  const ledgers = { openExisting: () => Promise.resolve(undefined) };
  const common = { accounts: { choose: () => Promise.resolve(cuenta) }, caches, ledgers, clock: world.clock };
  const request = { cuenta: undefined, vista: 'liquidaciones', ...PERIOD } as const;
  const browse = createBrowse(common);
  const data = createData({
    ...common,
    folder: getDataFolder(path.dirname(path.dirname(looks.carpeta))),
    onIndexFailure: () => undefined,
  });
  const notReported = { total_acreditado: 1, descontado_otro: 1 };
  const { filas } = await browse.consultar(request, context);
  expect(filas.map((row) => row['total_acreditado'])).toEqual(['9.40', null]);
  const totales = { total_acreditado: '9.40', total_facturado: '20.00' };
  expect(await data.totales(request, context)).toMatchObject({ total: 2, totales, sinInformar: notReported });

  const folder = createTemporaryFolder();
  for (const limit of [0, 2]) {
    const output = path.join(folder, `l${String(limit)}.csv`);
    const written = await browse.exportar(
      { ...request, columnas: ['id', 'total_acreditado'], limite: limit, salida: output },
      context,
    );
    const lines = (await readFile(output, 'utf8')).split('\r\n');
    expect(lines.slice(1, 3)).toEqual(['1;9,40', '2;']);
    const readme = await readFile(written.leeme ?? '', 'utf8');
    expect(readme).toMatch(/ fuera de las sumas \(cuántas filas\): Total acreditado \(1\)\r\n/);
    expect(readme).toContain(`Total acreditado: ${formatPesos(940n)}`);
  }
});

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
    await looks.papers.exportar(request, context);
    const numbers = await expectSameInLibreOffice(program ?? '', output, folder);
    expect(numbers).toBeGreaterThan(200);
  },
);
