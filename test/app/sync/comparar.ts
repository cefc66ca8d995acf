/** Synchronises with a combination of switches and holds every row of every method against what the sandbox answers plainly. */
import { expect } from 'vitest';
import type { FilaDocumento } from '#contract/documents.ts';
import type { Vista } from '#domain/vista.ts';
import { unMundo, type Mundo } from './mundo.ts';
import { llano, preguntador } from './verdad.ts';

/** Three months, from the middle of one to the middle of another. */
export const DESDE = '2026-08-12';
export const HASTA = '2026-10-14';
const MESES = [
  ['2026-08-01', '2026-08-31'],
  ['2026-09-01', '2026-09-30'],
  ['2026-10-01', '2026-10-31'],
] as const;
const LISTAS = [
  'operaciones',
  'movimientos',
  'liquidaciones',
  'impuestos',
  'rechazos',
  'liquidaciones-conciliadas',
  'comercios',
] as const;

const porId = (a: FilaDocumento, b: FilaDocumento): number => (String(a['id']) < String(b['id']) ? -1 : 1);

export async function guardadas(mundo: Mundo, vista: Vista): Promise<readonly FilaDocumento[]> {
  const { filas, total } = await mundo.browse.consultar({ cuenta: undefined, vista, limite: 0, detalle: true });
  expect(filas).toHaveLength(total);
  return filas.map((fila) => sinExtras(delServicio(vista, fila)));
}

/** A row as the service sent it: what the description does not name, and what we say besides, are compared elsewhere. */
export function delServicio(
  vista: Vista,
  { extra: _, retirada: _retirada, en_duda: _enDuda, importe_neto: neto, ...fila }: FilaDocumento,
): FilaDocumento {
  if (vista === 'movimientos') expect(neto).toBe(conSigno(fila));
  return fila;
}

/** The amount of a movement with the sign that its letter says: the service sends it without. */
const conSigno = ({ importe, debito_credito: letra }: FilaDocumento): string =>
  letra === 'D' ? `-${String(importe)}` : String(importe);

/** Fields nobody names come back inside details. */
function sinExtras(valor: FilaDocumento): FilaDocumento {
  const limpio = (cada: unknown): unknown => {
    if (Array.isArray(cada)) return cada.map(limpio);
    if (typeof cada !== 'object' || cada === null) return cada;
    return Object.fromEntries(
      Object.entries(cada)
        .filter(([clave]) => clave !== 'campo_nuevo' && clave !== 'interno')
        .map(([clave, dentro]) => [clave, limpio(dentro)]),
    );
  };
  return limpio(valor) as FilaDocumento;
}

/** Everything that the cache has against the truth of now. */
export async function compararTodo(mundo: Mundo): Promise<void> {
  const verdad = preguntador(mundo.sandbox);
  for (const vista of LISTAS) {
    // The service does not say of reconciled settlements whether they were credited; ours say that it is not known.
    const propio = vista === 'liquidaciones-conciliadas' ? { acreditada: null } : {};
    const esperadas = (await verdad.filas(vista, DESDE, HASTA)).map((fila) => ({ ...propio, ...fila }));
    expect((await guardadas(mundo, vista)).toSorted(porId), vista).toEqual(esperadas);
  }
  const calendario = (await Promise.all(MESES.map(([mes]) => verdad.calendario(mes.slice(0, 7))))).flat();
  expect(await guardadas(mundo, 'calendario')).toEqual(calendario);
  for (const metodo of ['liquidaciones', 'impuestos'] as const) {
    const totales = (await Promise.all(MESES.map(([desde, hasta]) => verdad.totales(metodo, desde, hasta)))).flat();
    const clave = (fila: FilaDocumento): string => `${String(fila['desde'])}/${String(fila['tarjeta'])}`;
    const ordenadas = (filas: readonly FilaDocumento[]): readonly FilaDocumento[] =>
      filas.toSorted((a, b) => (clave(a) < clave(b) ? -1 : 1));
    expect(ordenadas(await guardadas(mundo, `${metodo}-totales`)), metodo).toEqual(ordenadas(totales));
  }
}

export async function sincronizarYComparar(combinacion: Readonly<Record<string, string>>): Promise<void> {
  const { credenciales, ...rasgos } = combinacion;
  await using mundo = await unMundo({
    credenciales: credenciales === 'usuario' ? 'usuario' : 'api',
    rasgos: Object.entries(rasgos).map(([clave, valor]) => `${clave}=${valor}`),
  });
  const pedido = { desde: DESDE, hasta: HASTA };
  if (credenciales === 'usuario' && rasgos['token_en_login'] === 'exige') {
    // A first login cannot bring a token: the one variant that nobody can survive is said clearly.
    expect(await mundo.sincronizar(pedido)).toMatchObject({ codigo: 'CREDENCIALES_RECHAZADAS' });
    return;
  }
  const primera = await mundo.sincronizar(pedido);
  expect(primera.fallas).toEqual([]);
  // Half way through, some minutes later, the token ends before its time.
  mundo.clock.advance(300_000);
  mundo.sandbox.vencerTokens();
  if (rasgos['en_vivo'] !== '0') mundo.sandbox.cambiarRasgo('en_vivo', 0);
  const segunda = await mundo.sincronizar(pedido);
  expect(segunda.fallas).toEqual([]);
  if (rasgos['en_vivo'] === '0') {
    for (const { metodo, nuevos, cambiados, bajas } of segunda.metodos) {
      expect({ metodo, nuevos, cambiados, bajas }).toEqual({ metodo, nuevos: 0, cambiados: 0, bajas: 0 });
    }
  }
  const porFecha = rasgos['fecha_filtro'] !== 'pago';
  for (const { metodo, cuarentena, cobertura } of segunda.metodos) {
    const otraFecha = ['liquidaciones', 'impuestos', 'rechazos', 'liquidaciones-conciliadas'].includes(metodo);
    const sinBanco = metodo === 'movimientos' && rasgos['interbanking'] === 'no';
    expect({ metodo, cuarentena, contratado: cobertura.contratado }).toEqual({
      metodo,
      cuarentena: 0,
      contratado: !sinBanco,
    });
    if (porFecha || !otraFecha) expect({ metodo, estado: cobertura.estado }).toEqual({ metodo, estado: 'al_dia' });
  }
  llano(mundo.sandbox);
  await compararTodo(mundo);
}
