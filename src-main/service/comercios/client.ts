import type { Comercio } from '#domain/comercio.ts';
import { sinCabecera, wrapperParser } from '../list/definition.ts';
import type { MethodDeps } from '../list/deps.ts';
import { settle, type Filas } from '../list/single.ts';
import type { Param } from '../query/get.ts';
import { isOfRequest } from '../token/login-failure.ts';
import { MAX_COMERCIOS, MAX_WHOLE_BYTES, tooLarge } from '../transport/json-bounds.ts';
import { parseRows, rowParser } from '../wire/rows.ts';
import { comercioWire } from './wire.ts';

export interface ComerciosLeidos extends Filas<Comercio> {
  /** What the service says there are, where it may have others that did not come; else the rows that came. */
  readonly total: number;
}

/** No account has shops for so many pages. */
const MAX_PAGINAS = 100;

/**
 * `GET /v1/comercios`: no parameters, no pages. Where the total promises more than comes, twice the same, pages are tried all the same: what no
 * page brings is not to be had, and the list is whole.
 */
export function createComercios({ consult, quarantine }: MethodDeps) {
  const metodo = 'comercios';
  // An account has at least one.
  const wrapper = wrapperParser('comercios', sinCabecera, { puedeNoHaber: false });
  const bounded = (value: unknown) => {
    const list = wrapper(value);
    if (list !== undefined && list.rows.length > MAX_COMERCIOS) throw tooLarge('filas', MAX_COMERCIOS);
    return list;
  };
  const parseRow = rowParser(comercioWire);
  const pedir = (params: readonly Param[], signal: AbortSignal) =>
    consult(
      // Whether an undescribed parameter is read shows nothing of how others are.
      {
        metodo,
        path: 'v1/comercios',
        params,
        maxBytes: MAX_WHOLE_BYTES,
        parse: bounded,
        evidencia: ({ rows }) => ({ filas: 0, fuera: 0, total: rows.length }),
      },
      signal,
    );

  /** The rows of a page; none where there is no such page. */
  async function pagina(numero: number, signal: AbortSignal): Promise<readonly unknown[]> {
    try {
      return (await pedir([['pagina', String(numero)]], signal)).rows;
    } catch (error) {
      signal.throwIfAborted();
      if (!isOfRequest(error)) throw error;
      return [];
    }
  }

  /** The rows that other pages add to these. */
  async function deOtrasPaginas(rows: readonly unknown[], signal: AbortSignal): Promise<readonly unknown[]> {
    const vistas = new Set(rows.map((row) => JSON.stringify(row)));
    const nuevas: unknown[] = [];
    for (let numero = 2; numero <= MAX_PAGINAS; numero += 1) {
      const otras = (await pagina(numero, signal)).filter((row) => !vistas.has(JSON.stringify(row)));
      if (otras.length === 0) break;
      for (const row of otras) vistas.add(JSON.stringify(row));
      nuevas.push(...otras);
    }
    return nuevas;
  }

  async function todas(signal: AbortSignal): Promise<{ readonly rows: readonly unknown[]; readonly total: number }> {
    const primera = await pedir([], signal);
    if (primera.total <= primera.rows.length) return primera;
    const otraVez = await pedir([], signal);
    const nuevas = await deOtrasPaginas(otraVez.rows, signal);
    const rows = [...otraVez.rows, ...nuevas];
    const esIgual = otraVez.total === primera.total && otraVez.rows.length === primera.rows.length;
    return { rows, total: esIgual && nuevas.length === 0 ? rows.length : otraVez.total };
  }

  return async (signal: AbortSignal): Promise<ComerciosLeidos> => {
    const { rows, total } = await todas(signal);
    return {
      ...settle<Comercio>({ metodo }, parseRows(rows, parseRow), quarantine),
      total: Math.max(total, rows.length),
    };
  };
}
