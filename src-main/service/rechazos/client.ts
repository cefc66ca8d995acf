import type { Rechazo } from '#domain/rechazo.ts';
import { sinCabecera, wrapperParser } from '../list/definition.ts';
import { listado, type MethodDeps } from '../list/deps.ts';
import { listParam, ventanaParams, type FiltroVentana } from '../list/filter.ts';
import type { Listado } from '../list/whole.ts';
import { rowParser } from '../wire/rows.ts';
import { rechazoWire } from './wire.ts';

/** `GET /v1/rechazos`: their list comes under `operaciones`, 25 a page (no maximum is stated). */
export function createRechazos(deps: MethodDeps): Listado<FiltroVentana, Rechazo> {
  return listado<FiltroVentana, Rechazo, null>(
    {
      metodo: 'rechazos',
      path: 'v1/rechazos',
      tamano: 25,
      tamanoProbable: 100,
      wrapper: wrapperParser('operaciones', sinCabecera),
      parse: rowParser(rechazoWire),
      params: ({ ventana, comercios }) => [...ventanaParams(ventana), ...listParam('comercios', comercios)],
      ventana: ({ ventana }) => ventana,
      conVentana: (filtro, ventana) => ({ ...filtro, ventana }),
      idDe: ({ id }) => id,
      fechaDe: ({ fecha }) => fecha.fecha,
      fechaCierta: false,
    },
    deps,
  );
}
