import { expect, test } from 'vitest';
import { describeExport, describeGap, type Export } from '#app/browse/export-columns.ts';
import { filterInWords } from '#app/browse/index.ts';
import { requireCivilDate } from '#domain/civil-date.ts';
import { formatPesos } from '#domain/money.ts';
import { chooseIn } from '#domain/texts/language.ts';
import type { CoverageDocument } from '#contract/documents.ts';
import { parse } from 'csv-parse/sync';
import { fc, forAllOf } from '../../for-all.ts';
import { toCsvField } from '#app/browse/export-csv.ts';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Account } from '#app/accounts/account.ts';
import { askOf } from '../context.ts';
import { createVistas } from '#app/browse/vistas.ts';
import { context } from '../context.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';

const whole: CoverageDocument = {
  estado: 'al_dia',
  contratado: true,
  desde: '2026-10-01',
  hasta: '2026-10-31',
  sincronizado: '2026-11-22 10:00:00',
  enDuda: 0,
};

test('a total of all that was asked says nothing of itself', () => {
  expect(describeGap(whole)).toBeUndefined();
  expect(describeGap({ ...whole, estado: 'desactualizada' })).toBeUndefined();
});

test('a total says that days are not in it', () => {
  expect(describeGap({ ...whole, estado: 'parcial' })).toBe('Faltan días: no es el total');
});

test('a total says that rows that nobody understood are not in it, old or not', () => {
  const apart = { ...whole, apartadas: 2 };
  expect(describeGap({ ...apart, estado: 'parcial', soloApartadas: true })).toMatch(/^Faltan filas apartadas/);
  expect(describeGap({ ...apart, estado: 'desactualizada' })).toMatch(/^Faltan filas apartadas/);
});

test('a total of rows that were read by another date may lack some', () => {
  expect(describeGap({ ...whole, estado: 'parcial', porOtraFecha: true })).toBe('Pueden faltar filas');
});

const request = {
  vista: 'liquidaciones' as const,
  desde: requireCivilDate('2026-10-01'),
  hasta: requireCivilDate('2026-10-31'),
  filtros: [
    { campo: 'total_acreditado', op: 'mayor' as const, valor: '1000' },
    { campo: 'comercio', op: 'contiene' as const, valor: 'Centro' },
  ],
  retiradas: true,
} satisfies Parameters<typeof filterInWords>[0];

test('the lines over the rows are in the language of the screen', () => {
  const filtro = filterInWords(request, 'en');
  expect(filtro).toBe(
    `from 01/10/2026 to 31/10/2026 · Net > ${formatPesos(100_000n)} · Store contains Centro · with the withdrawn ones`,
  );
  const enDuda = { filas: 1, sumas: { total_acreditado: 500n } };
  const exported: Export = {
    vista: 'liquidaciones',
    idioma: 'en',
    cuenta: 'La Espiga',
    filtro,
    campos: [{ nombre: 'total_acreditado', tipo: 'importe' }],
    rowBatches: async function* () {},
    detalle: false,
    retiradas: true,
    cobertura: whole,
    summary: { total: 3, retiradas: 2, sumas: {}, faltan: { total_acreditado: 1 }, enDuda },
  };
  expect(describeExport(exported)).toEqual([
    'Settlements',
    `La Espiga · ${filtro}`,
    'Data from 01/10/2026 to 31/10/2026 · read on 22/11/2026 10:00 · up to date',
    expect.stringMatching(/^Not reported by the service, and in no sum \(how many rows\): .+ \(1\)$/),
    expect.stringMatching(/^In doubt: 1 row, .+\. The service stopped showing it/),
    'Withdrawn: 2 rows that the service stopped giving, in no sum',
  ]);
  expect(describeExport({ ...exported, idioma: undefined })[0]).toBe('Liquidaciones');
  expect(describeGap({ ...whole, estado: 'parcial' }, chooseIn('en'))).toBe('Days are missing: this is not the total');
});

test('the command line names the fields of a filter as it takes them', () => {
  expect(filterInWords(request, undefined)).toBe(
    `del 01/10/2026 al 31/10/2026 · total_acreditado > ${formatPesos(100_000n)} · comercio contiene Centro · con las retiradas`,
  );
});

test.each([
  ['\u200b=1+1', "'\u200b=1+1"],
  ['\u001b[2J;x', '"\u241b[2J;x"'],
  ['\u007f\u009b', '\u2421\ufffd'],
  ['Ñandú 10 % — 1.234,56', 'Ñandú 10 % — 1.234,56'],
])('the field of %j is %j', (text, field) => {
  expect(toCsvField(text)).toBe(field);
});

test('no field is a formula, nor has what a program obeys; what it said is read back', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(...'=+-@＝＋－＠\u0000\u001b\t\r\n";\u200b '),
  );
  forAllOf(1000, fc.string({ unit, minLength: 1 }), (text) => {
    const line = `${toCsvField(text)};x\r\n`;
    expect(line).not.toMatch(/(?![\t\n\r])\p{Cc}/u);
    const records: string[][] = parse(line, { delimiter: ';', record_delimiter: '\r\n' });
    expect(records).toHaveLength(1);
    const [read = '', other] = records[0] ?? [];
    expect(other).toBe('x');
    expect(read).not.toMatch(/^[\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r]/u);
    // Nothing is dropped: each control character has its picture.
    expect([...read.replace(/^'/, '')]).toHaveLength([...text.replace(/^'/, '')].length);
  });
});

function someViews() {
  const root = createTemporaryFolder();
  const told: unknown[] = [];
  const onNotice = (_: string, said: unknown): number => told.push(said);
  const ofAccount = (id: string) =>
    askOf(
      createVistas({
        data: { root },
        accounts: { choose: () => Promise.resolve({ id } as unknown as Account) },
        onNotice,
      }),
    );
  return { archivo: path.join(root, 'vistas.json'), root, ofAccount, told };
}

const VISTA = {
  cuenta: undefined,
  nombre: 'Grandes de octubre',
  vista: 'operaciones' as const,
  desde: '2026-10-01',
  filtros: [{ campo: 'importe', op: 'mayor' as const, valor: '100000' }],
  orden: { campo: 'importe', desc: true },
  columnas: [{ campo: 'fecha_venta' }, { campo: 'importe', ancho: 140 }],
};

test('a saved view comes back as it was, in the account where it was saved', async () => {
  const views = someViews();
  await views.ofAccount('a').guardar(VISTA, context);
  const { cuenta: _, ...stored } = VISTA;
  expect(await views.ofAccount('a').listar({ vista: 'operaciones' }, context)).toEqual([stored]);
  expect(await views.ofAccount('b').listar({ vista: 'operaciones' }, context)).toEqual([]);
  expect(await views.ofAccount('a').listar({ vista: 'rechazos' }, context)).toEqual([]);
});

test('the same name in the same view takes its place', async () => {
  const views = someViews();
  const vistas = views.ofAccount('a');
  await vistas.guardar(VISTA);
  await vistas.guardar({ ...VISTA, nombre: 'Otra' });
  expect(await vistas.guardar({ ...VISTA, nombre: 'GRANDES de octubre ', texto: 'espiga' })).toMatchObject([
    { texto: 'espiga' },
    { nombre: 'Otra' },
  ]);
});

test('one is deleted by its name', async () => {
  const views = someViews();
  const vistas = views.ofAccount('a');
  await vistas.guardar(VISTA);
  expect(await vistas.borrar({ nombre: 'Grandes de octubre', vista: 'rechazos' })).toEqual([]);
  expect(await vistas.listar({ vista: 'operaciones' })).toHaveLength(1);
  expect(await vistas.borrar({ nombre: 'grandes de octubre', vista: 'operaciones' })).toEqual([]);
  expect(await vistas.listar({ vista: 'operaciones' })).toEqual([]);
});

test('a damaged file is set aside, which is told, and nothing of it is lost', async () => {
  const views = someViews();
  writeFileSync(views.archivo, '{"version":1,"cuentas":{"a":[{"nombre":3}]}}');
  const vistas = views.ofAccount('a');
  expect(await vistas.listar({ vista: 'operaciones' })).toEqual([]);
  await vistas.guardar(VISTA);
  const setAside = readdirSync(views.root).find((name) => name.includes('danado')) ?? '';
  expect(views.told).toMatchObject([{ codigo: 'vistas_danadas', nombre: setAside }]);
  expect(readFileSync(path.join(views.root, setAside), 'utf8')).toContain('"nombre":3');
});

test('a file of a newer version is refused and stays', async () => {
  const views = someViews();
  writeFileSync(views.archivo, '{"version":2}');
  await expect(views.ofAccount('a').listar({ vista: 'operaciones' }, context)).rejects.toMatchObject({
    code: 'DATOS_MAS_NUEVOS',
  });
  expect(readFileSync(views.archivo, 'utf8')).toBe('{"version":2}');
});
