import { expect, test } from 'vitest';
import type { FinishedUpload } from '#contract/documents.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import { compareCounters, type ServiceCounter } from '#domain/service-counters.ts';
import { uploadLines, uploadRow } from '../../../src-main/hosts/cli/upload-text.ts';
import { listNoticeLines } from '#hosts/cli/validation-text.ts';
import type { CierreDocument } from '#contract/cierre.ts';
import { chooseIn } from '#domain/texts/language.ts';
import { listLines } from '#hosts/cli/commands/cierre.ts';
import { sayListedFewer } from '#hosts/cli/commands/conciliaciones.ts';
import { formatServicePesos, sayWritten } from '#hosts/cli/format.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';

const doneWith = (more: Partial<FinishedUpload>): string =>
  uploadLines({
    id: '7',
    carga: 'C',
    estado: 'IMPORTADO',
    filas: 10,
    enviados: 10,
    tandas: 2,
    nuevos: 10,
    existen: 0,
    error: 0,
    conciliados: 8,
    sinConciliar: 2,
    noInformados: 0,
    completo: true,
    informe: null,
    importeConciliado: '8.00',
    importeSinConciliar: '2.00',
    ...more,
  }).join('\n');

type Ended = Partial<Record<Disposition, number>>;
const counters = (said: Partial<Record<ServiceCounter, number>>, ended: Ended) =>
  compareCounters(aConciliacion({ total: 0, nuevos: 0, ...said }), (disposition) => ended[disposition] ?? 0);

/** The text of an upload with these counts of the service and these outcomes of its coupons. */
const sayOf = (said: Record<ServiceCounter, number>, ended: Ended): string => {
  const [matched, without] = [ended.conciliado ?? 0, ended.sin_conciliar ?? 0];
  return doneWith({
    ...said,
    existen: said.existentes,
    conciliados: matched,
    sinConciliar: without,
    noInformados: ended.no_informado ?? 0,
    noAceptados: ended.rechazado ?? 0,
    completo: matched + without === said.total,
    contadores: counters(said, ended),
    informe: 'informe.xlsx',
  });
};

/** The sum of the counts in the indented lines. */
const addUp = (said: string): number =>
  [...said.matchAll(/^ {2}\S.*? {2,}(\d+)/gm)].reduce((sum, [, count]) => sum + Number(count), 0);

test('one coupon that was sent is one', () => {
  expect(doneWith({ filas: 1, enviados: 1, tandas: 1 })).toContain('Se envió 1 de 1 cupón en 1 tanda.');
  expect(doneWith({})).toContain('Se enviaron 10 de 10 cupones en 2 tandas.');
});

test('coupons that the service did not take are not told as not reported', () => {
  const said = doneWith({ enviados: 9, conciliados: 7, noAceptados: 1, completo: false });
  expect(said).toContain('El servicio no aceptó 1 cupón: no está en la conciliación. El informe dice en qué fila.');
  expect(said).not.toContain('no informó');
});

test('coupons that the service already had are not told as not reported', () => {
  const none = { conciliados: 0, sinConciliar: 0 };
  const compared = counters({ total: 10, nuevos: 0, existentes: 10, ...none }, { ...none, existente: 10 });
  const said = doneWith({ nuevos: 0, existen: 10, ...none, contadores: compared, completo: false });
  expect(said).not.toContain('no informó');
  expect(said).toMatch(/Ya existían +10/);
  expect(said).toContain('Los que ya existían son de otra conciliación');
});

test('where the service does not say which it already had, those may be what it does not report', () => {
  const said = sayOf(
    { total: 10, nuevos: 4, existentes: 5, error: 1, conciliados: 3, sinConciliar: 1 },
    { conciliado: 3, sin_conciliar: 1, no_informado: 6 },
  );
  expect(said).toContain(
    'El servicio no informó 6 cupones: el informe dice cuáles. Pueden ser de los 5 que dice que ya existían o el que dice que tiene error.',
  );
  expect(addUp(said)).toBe(10);
});

test('those that it already had and lists are a part of what matched and did not, and are added once', () => {
  const some = { total: 11, nuevos: 8, existentes: 3, error: 0 };
  const listed = sayOf({ ...some, conciliados: 0, sinConciliar: 8 }, { conciliado: 3, sin_conciliar: 8 });
  expect(addUp(listed)).toBe(11);
  expect(listed).toContain(
    'De esos, 3 ya estaban en el servicio, y sus contadores de conciliados y sin conciliar no los tienen.',
  );
  const counted = sayOf({ ...some, conciliados: 3, sinConciliar: 8 }, { conciliado: 3, sin_conciliar: 8 });
  expect(counted).toContain('De esos, 3 ya estaban en el servicio.\n');
  const apart = sayOf({ ...some, conciliados: 0, sinConciliar: 8 }, { sin_conciliar: 8, existente: 3 });
  expect(addUp(apart)).toBe(11);
  expect(apart).not.toContain('De esos');
});

test('the rows that were not taken are named, file by file, with what to do', () => {
  const rows = [
    { archivo: 'ventas.xlsx', fila: 6 },
    { archivo: 'ventas.xlsx', fila: 18 },
    { archivo: 'otro.csv', fila: 3 },
  ];
  const more = { enviados: 5, conciliados: 5, sinConciliar: 0, completo: false };
  expect(doneWith({ ...more, noAceptados: 5, filasNoAceptadas: rows })).toContain(
    'Son: filas 6, 18 de ventas.xlsx; fila 3 de otro.csv; y 2 más, que el informe nombra. Revisá los datos en la planilla y enviá esas filas',
  );
  expect(doneWith({ ...more, noAceptados: 1, filasNoAceptadas: rows.slice(0, 1) })).toContain(
    'Es la fila 6 de ventas.xlsx. Revisá sus datos en la planilla y enviá esa fila en un archivo aparte.',
  );
});

test('the list says which uploads the service has no more, and how the person called them', () => {
  const upload = {
    carga: 'C',
    estado: 'TERMINADA',
    archivo: 'a.xlsx',
    filas: 5,
    cupones: 5,
    enviados: 5,
    id: '7',
    at: 0,
  };
  expect(uploadRow(upload)).toEqual(['  C', 'TERMINADA', '5 de 5', '7', 'a.xlsx']);
  expect(uploadRow({ ...upload, borrada: true })[1]).toBe('BORRADA');
  expect(uploadRow({ ...upload, ausente: true, nombre: 'Octubre' })).toEqual(
    expect.arrayContaining(['YA NO ESTÁ', 'Octubre (a.xlsx)']),
  );
});

test('why a file was not read is said once; among several files it is said again at the end', () => {
  const message = 'No encontramos una tabla de cupones.';
  const unreadable = (file: string) => ({ archivo: file, codigo: 'SIN_TABLA', mensaje: message }) as const;
  const refused = {
    carga: null,
    estado: 'RECHAZADA',
    codigo: 'SIN_TABLA',
    mensaje: message,
    enviados: 0,
    pendientes: 0,
  } as const;
  expect(uploadLines({ ...refused, validacion: unreadable('a.csv') })).toEqual(['a.csv', `  ${message}`]);
  const several = uploadLines({ ...refused, validacion: [unreadable('a.csv'), unreadable('b.csv')] });
  expect(several.at(-1)).toBe(message);
});

test('a notice about a whole column is told by its sentence, also where others are only counted', () => {
  const notice = { archivo: 'caja.csv', columna: 'Fecha', fila: 5 } as const;
  const lines = listNoticeLines(
    [
      { ...notice, codigo: 'FECHA_DECIDE_ORDEN', mensaje: 'Toda la columna se lee mes/día.' },
      { ...notice, codigo: 'FECHA_ANTIGUA', mensaje: 'Es de hace más de dos años.' },
    ],
    'en el informe',
  );
  expect(lines.join('\n')).toContain('Toda la columna se lee mes/día.');
  expect(lines.join('\n')).not.toContain('Es de hace más de dos años.');
});

const aMonth = (part: Partial<CierreDocument>): CierreDocument => ({
  ...{ periodo: '2026-10', cuit: '30715542189', razonSocial: 'La Espiga S.R.L.', estado: 'cerrado' },
  ...{ abiertos: [], empates: [], saldos: { procesadores: [] }, conceptos: [], archivo: null, sha256: null },
  ...{ ajustes: [], asiento: null, cerrado: null },
  ...part,
});
const ONE = [{ clave: 'cupones', cuantos: 11, importe: '84430.50' }] as const;

test.each([
  ['abierto', ONE, 'es', 'Qué queda abierto:'],
  ['cerrado', ONE, 'es', 'Qué quedó abierto al cerrar:'],
  ['cerrado', ONE, 'en', 'What was open at the closing:'],
  ['cerrado', [], 'es', 'Nada quedó abierto.'],
  ['cerrado', [], 'en', 'Nothing was left open.'],
] as const)('of a month that is %s with %j open the terminal says in %s: %s', (estado, abiertos, language, said) => {
  expect(listLines(aMonth({ estado, abiertos }), { say: chooseIn(language) })).toContain(said);
});

test.each([
  [1, 'Se escribió 1 fila en x.csv.'],
  [1252, 'Se escribieron 1.252 filas en x.csv.'],
])('%i rows written are said in the right number', (rows, text) => {
  expect(sayWritten({ filas: rows, archivo: 'x.csv' })).toBe(text);
});

test.each([
  ['1500.50', '$ 1.500,50'],
  ['1500', '$ 1.500,00'],
  ['1.500,50', '1.500,50'],
  ['', ''],
])('an amount that a service gave back as "%s" is shown as "%s"', (text, shown) => {
  expect(formatServicePesos(text).replace(/\u00a0/g, ' ')).toBe(shown);
});

const COUNTED = { conciliados: 3, sin_conciliar: 1, existentes: 0 };

test('a result that has fewer coupons than the service counts says so', () => {
  expect(sayListedFewer(COUNTED, 2)).toEqual([expect.stringContaining('cuenta 4 cupones')]);
});

test('those that the service had before need not be in the result', () => {
  expect(sayListedFewer(COUNTED, 4)).toEqual([]);
  expect(sayListedFewer({ ...COUNTED, existentes: 1 }, 3)).toEqual([]);
});
