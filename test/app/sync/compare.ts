/** Synchronises with a combination of switches and holds every row of every method against what the sandbox answers plainly. */
import { expect } from 'vitest';
import type { RowDocument } from '#contract/documents.ts';
import type { Vista } from '#domain/vista.ts';
import { createWorld, type World } from './world.ts';
import { llano, createAsker } from './truth.ts';

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
  const { filas, total } = await world.browse.query({ cuenta: undefined, vista, limite: 0, detalle: true });
  expect(filas).toHaveLength(total);
  return filas.map((fila) => sinExtras(fromService(vista, fila)));
}

/** A row as the service sent it: what the description does not name, and what we say besides, are compared elsewhere. */
export function fromService(
  vista: Vista,
  { extra: _, retirada: _withdrawn, en_duda: _inDoubt, importe_neto: net, ...fila }: RowDocument,
): RowDocument {
  if (vista === 'movimientos') expect(net).toBe(withSign(fila));
  return fila;
}

/** The amount of a movement with the sign that its letter says: the service sends it without. */
const withSign = ({ importe, debito_credito: letra }: RowDocument): string =>
  letra === 'D' ? `-${String(importe)}` : String(importe);

/** Fields nobody names come back inside details. */
function sinExtras(valor: RowDocument): RowDocument {
  const clean = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(clean);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(
      Object.entries(each)
        .filter(([clave]) => clave !== 'campo_nuevo' && clave !== 'internal')
        .map(([clave, isWithin]) => [clave, clean(isWithin)]),
    );
  };
  return clean(valor) as RowDocument;
}

/** Everything that the cache has against the truth of now. */
export async function compareAll(world: World): Promise<void> {
  const truth = createAsker(world.sandbox);
  for (const vista of LISTS) {
    // The service does not say of reconciled settlements whether they were credited; ours say that it is not known.
    const propio = vista === 'liquidaciones-conciliadas' ? { acreditada: null } : {};
    const expected = (await truth.readRows(vista, FROM, TO)).map((fila) => ({ ...propio, ...fila }));
    expect((await readStoredRows(world, vista)).toSorted(byId), vista).toEqual(expected);
  }
  const calendario = (await Promise.all(MONTHS.map(([mes]) => truth.calendario(mes.slice(0, 7))))).flat();
  expect(await readStoredRows(world, 'calendario')).toEqual(calendario);
  for (const metodo of ['liquidaciones', 'impuestos'] as const) {
    const totales = (await Promise.all(MONTHS.map(([desde, hasta]) => truth.readTotals(metodo, desde, hasta)))).flat();
    const keyOf = (fila: RowDocument): string => `${String(fila['desde'])}/${String(fila['tarjeta'])}`;
    const sorted = (filas: readonly RowDocument[]): readonly RowDocument[] =>
      filas.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    expect(sorted(await readStoredRows(world, `${metodo}-totales`)), metodo).toEqual(sorted(totales));
  }
}

export async function synchroniseAndCompare(combination: Readonly<Record<string, string>>): Promise<void> {
  const { credenciales, ...rasgos } = combination;
  await using world = await createWorld({
    credenciales: credenciales === 'usuario' ? 'usuario' : 'api',
    rasgos: Object.entries(rasgos).map(([clave, valor]) => `${clave}=${valor}`),
  });
  const request = { desde: FROM, hasta: TO };
  if (credenciales === 'usuario' && rasgos['token_en_login'] === 'exige') {
    // A first login cannot bring a token: the one variant that nobody can survive is said clearly.
    expect(await world.synchronise(request)).toMatchObject({ codigo: 'CREDENCIALES_RECHAZADAS' });
    return;
  }
  const primera = await world.synchronise(request);
  expect(primera.fallas).toEqual([]);
  // Half way through, some minutes later, the token ends before its time.
  world.clock.advance(300_000);
  world.sandbox.expireTokens();
  if (rasgos['en_vivo'] !== '0') world.sandbox.changeSwitch('en_vivo', 0);
  const segunda = await world.synchronise(request);
  expect(segunda.fallas).toEqual([]);
  if (rasgos['en_vivo'] === '0') {
    for (const { metodo, nuevos, cambiados, bajas } of segunda.metodos) {
      expect({ metodo, nuevos, cambiados, bajas }).toEqual({ metodo, nuevos: 0, cambiados: 0, bajas: 0 });
    }
  }
  const byDate = rasgos['fecha_filtro'] !== 'pago';
  for (const { metodo, cuarentena, cobertura } of segunda.metodos) {
    const otherDate = ['liquidaciones', 'impuestos', 'rechazos', 'liquidaciones-conciliadas'].includes(metodo);
    const withoutBank = metodo === 'movimientos' && rasgos['interbanking'] === 'no';
    expect({ metodo, cuarentena, contratado: cobertura.contratado }).toEqual({
      metodo,
      cuarentena: 0,
      contratado: !withoutBank,
    });
    if (byDate || !otherDate) expect({ metodo, estado: cobertura.estado }).toEqual({ metodo, estado: 'al_dia' });
  }
  llano(world.sandbox);
  await compareAll(world);
}
