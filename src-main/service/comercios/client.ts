import type { Comercio } from '#domain/comercio.ts';
import { sinCabecera, wrapperParser } from '../list/definition.ts';
import type { MethodDeps } from '../list/deps.ts';
import { settle, type Filas } from '../list/single.ts';
import { parseRows, rowParser } from '../wire/rows.ts';
import { comercioWire } from './wire.ts';

export interface ComerciosLeidos extends Filas<Comercio> {
  /** What the service says there are; the rows that came where it says less. */
  readonly total: number;
}

/** `GET /v1/comercios`: no parameters, no pages. */
export function createComercios({ consult, quarantine }: MethodDeps) {
  const metodo = 'comercios';
  // An account has at least one.
  const wrapper = wrapperParser('comercios', sinCabecera, { puedeNoHaber: false });
  const parseRow = rowParser(comercioWire);
  return async (signal: AbortSignal): Promise<ComerciosLeidos> => {
    const { rows, total } = await consult({ metodo, path: 'v1/comercios', params: [], parse: wrapper }, signal);
    return {
      ...settle<Comercio>({ metodo }, parseRows(rows, parseRow), quarantine),
      total: Math.max(total, rows.length),
    };
  };
}
