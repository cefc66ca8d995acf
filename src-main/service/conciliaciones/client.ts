/** The five reconciliation methods, as the upload wants them (`ConciliacionesServicio` in the domain). */
import { civilDateAt } from '#domain/civil-date.ts';
import type { Conciliacion, ConciliacionesServicio } from '#domain/conciliacion.ts';
import { sinCabecera, wrapperParser } from '../list/definition.ts';
import { listado, type MethodDeps } from '../list/deps.ts';
import { ventanaParams, type FiltroVentana } from '../list/filter.ts';
import { isOfRequest } from '../token/login-failure.ts';
import type { Session } from '../token/session.ts';
import { isNotFound as saysNoList } from '../list/absence.ts';
import { comoLista, comoUna } from './envoltura.ts';
import { createResultado, isNotFound, saysNotFound } from './result.ts';
import { conciliacionPath, type Sender } from './send.ts';
import { parseConciliacion } from './wire.ts';

interface ConciliacionesDeps extends MethodDeps {
  readonly session: Session;
  readonly sender: Sender;
  /** The `Date` header of the newest answer, in ms; undefined before any. */
  readonly serverDate: () => number | undefined;
}

export function createConciliaciones(deps: ConciliacionesDeps): ConciliacionesServicio {
  const { consult, session, sender, serverDate } = deps;
  const resultado = createResultado(deps);
  /** Why the first row of a list was put aside, while it is read. */
  let ilegible: string | undefined;
  const envuelta = wrapperParser('conciliaciones', sinCabecera, { nulaEsPagina: true });
  const lista = listado<Pick<FiltroVentana, 'ventana'>, Conciliacion, null>(
    {
      metodo: 'conciliar-operaciones-listar',
      path: 'v2/conciliar-operaciones/listar',
      tamano: 100,
      wrapper: (value) => envuelta(comoLista(value)),
      parse: parseConciliacion,
      diceNada: saysNotFound,
      ownIds: true,
      params: ({ ventana }) => ventanaParams(ventana),
      ventana: ({ ventana }) => ventana,
      conVentana: (_filtro, ventana) => ({ ventana }),
      idDe: ({ id }) => id,
      fechaDe: ({ fecha }) => fecha,
      fechaCierta: false,
    },
    {
      ...deps,
      quarantine: (metodo, raw, motivo, ventana) => {
        ilegible ??= motivo;
        deps.quarantine(metodo, raw, motivo, ventana);
      },
    },
  );

  type Vista = { readonly conciliacion: Conciliacion | undefined };
  const parseVista = (value: unknown): Vista | undefined => {
    if (saysNotFound(value)) return { conciliacion: undefined };
    const parsed = parseConciliacion(comoUna(value));
    return parsed.ok ? { conciliacion: parsed.row } : undefined;
  };

  return {
    fechaServicio() {
      const at = serverDate();
      return at === undefined ? null : civilDateAt(at);
    },
    async listar(desde, hasta, signal) {
      ilegible = undefined;
      try {
        const { filas, cuarentena, agotada } = await lista.leer({ ventana: { desde, hasta } }, signal);
        const porQue = ilegible === undefined ? {} : { ilegible };
        return { conciliaciones: filas, completa: cuarentena === 0 && !agotada, agotada, ...porQue };
      } catch (error) {
        // Never the same twice: what was seen is no evidence of anything (I5).
        if (isOfRequest(error, 'LECTURA_INESTABLE')) return { conciliaciones: [], completa: false };
        // Of these days and of a year before them: there may be none at all, or nobody knows.
        if (isOfRequest(error) && saysNoList(error)) {
          const { estado } = error.detail;
          const respuesta = typeof estado === 'number' ? { respuesta: estado } : {};
          return { conciliaciones: [], completa: false, negada: true, ...respuesta };
        }
        throw error;
      }
    },
    async ver(id, signal) {
      try {
        const spec = {
          metodo: 'conciliar-operaciones-ver',
          path: conciliacionPath(id),
          params: [],
          ownIds: true,
          parse: parseVista,
        };
        return (await consult(spec, signal)).conciliacion;
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
    resultado,
    enviar: sender.enviar,
    borrar: sender.borrar,
    async renovar(signal) {
      // A read after the refused send may have renewed it already: once is enough.
      await session.renewFrom(sender.usedToken(), signal);
    },
  };
}
