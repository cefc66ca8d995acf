/** Synchronises with a combination of switches and compares every row of every method with the sandbox's plain answers. */
import { expect } from 'vitest';
import type { RowDocument } from '#contract/documents.ts';
import type { Vista } from '#domain/views/index.ts';
import { context } from '../context.ts';
import { createWorld, type World } from './world.ts';
import { makePlain, createAsker } from './truth.ts';

/** Three months, from the middle of one to the middle of another. */
export const FROM = '2026-08-12';
export const TO = '2026-10-14';
const MONTHS = [
  ['2026-08-01', '2026-08-31'],
  ['2026-09-01', '2026-09-30'],
  ['2026-10-01', '2026-10-31'],
] as const;
const LISTS = [
  'operaciones',
  'movimientos',
  'liquidaciones',
  'impuestos',
  'rechazos',
  'liquidaciones-conciliadas',
  'comercios',
] as const;

const byId = (a: RowDocument, b: RowDocument): number => (String(a['id']) < String(b['id']) ? -1 : 1);

export async function readStoredRows(world: World, vista: Vista): Promise<readonly RowDocument[]> {
  const { filas, total } = await world.browse.consultar(
    { cuenta: undefined, vista, limite: 0, detalle: true },
    context,
  );
  expect(filas).toHaveLength(total);
  return filas.map((row) => dropExtras(fromService(vista, row)));
}

/** A row as the service sent it: without undocumented fields and our own additions, which other tests compare. */
export function fromService(
  vista: Vista,
  { extra: _, retirada: _withdrawn, en_duda: _inDoubt, importe_neto: net, ...row }: RowDocument,
): RowDocument {
  if (vista === 'movimientos') expect(net).toBe(withSign(row));
  return row;
}

/** The amount of a movement with the sign that its letter says: the service sends it without. */
const withSign = ({ importe, debito_credito: letter }: RowDocument): string =>
  letter === 'D' ? `-${String(importe)}` : String(importe);

/** Removes undocumented fields, which come back inside details. */
function dropExtras(value: RowDocument): RowDocument {
  const clean = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(clean);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(
      Object.entries(each)
        .filter(([key]) => key !== 'campo_nuevo' && key !== 'internal')
        .map(([key, isWithin]) => [key, clean(isWithin)]),
    );
  };
  return clean(value) as RowDocument;
}

export async function compareAll(world: World): Promise<void> {
  const truth = createAsker(world.sandbox);
  for (const vista of LISTS) {
    expect((await readStoredRows(world, vista)).toSorted(byId), vista).toEqual(await truth.readRows(vista, FROM, TO));
  }
  const calendario = (await Promise.all(MONTHS.map(([month]) => truth.calendario(month.slice(0, 7))))).flat();
  expect(await readStoredRows(world, 'calendario')).toEqual(calendario);
  for (const method of ['liquidaciones', 'impuestos'] as const) {
    const totals = (await Promise.all(MONTHS.map(([from, to]) => truth.readTotals(method, from, to)))).flat();
    const keyOf = (row: RowDocument): string => `${String(row['desde'])}/${String(row['tarjeta'])}`;
    const sorted = (rows: readonly RowDocument[]) => rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    expect(sorted(await readStoredRows(world, `${method}-totales`)), method).toEqual(sorted(totals));
  }
}

export async function synchroniseAndCompare(combination: Readonly<Record<string, string>>): Promise<void> {
  const { credenciales, ...switches }: Readonly<Record<string, string>> = { en_vivo: '0', ...combination };
  await using world = await createWorld({
    credenciales: credenciales === 'usuario' ? 'usuario' : 'api',
    rasgos: Object.entries(switches).map(([key, value]) => `${key}=${value}`),
  });
  const request = { desde: FROM, hasta: TO };
  if (credenciales === 'usuario' && switches['token_en_login'] === 'exige') {
    // The first login fails in this variant, so nothing can be read; the code must say why.
    expect(await world.synchronise(request)).toMatchObject({ codigo: 'CREDENCIALES_RECHAZADAS' });
    return;
  }
  const first = await world.synchronise(request);
  expect(first.fallas).toEqual([]);
  // Half way through, some minutes later, the token expires early.
  world.clock.advance(300_000);
  world.sandbox.expireTokens();
  if (switches['en_vivo'] !== '0') world.sandbox.changeSwitch('en_vivo', 0);
  const second = await world.synchronise(request);
  expect(second.fallas).toEqual([]);
  if (switches['en_vivo'] === '0') {
    for (const { metodo, nuevos, cambiados, bajas } of second.metodos) {
      expect({ metodo, nuevos, cambiados, bajas }).toEqual({ metodo, nuevos: 0, cambiados: 0, bajas: 0 });
    }
  }
  const byDate = switches['fecha_filtro'] !== 'pago';
  for (const { metodo, cuarentena, cobertura } of second.metodos) {
    const otherDate = ['liquidaciones', 'impuestos', 'rechazos', 'liquidaciones-conciliadas'].includes(metodo);
    const withoutBank = metodo === 'movimientos' && switches['interbanking'] === 'no';
    expect({ metodo, cuarentena, contratado: cobertura.contratado }).toEqual({
      metodo,
      cuarentena: 0,
      contratado: !withoutBank,
    });
    if (byDate || !otherDate) expect({ metodo, estado: cobertura.estado }).toEqual({ metodo, estado: 'al_dia' });
  }
  makePlain(world.sandbox);
  await compareAll(world);
}
