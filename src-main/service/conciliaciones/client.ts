/** The five reconciliation methods, as the upload wants them (`ConciliacionesService` in the domain). */
import { AppError } from '#contract/errors.ts';
import { civilDateAt, type DateWindow } from '#domain/civil-date.ts';
import type { Conciliacion, ConciliacionesService } from '#domain/conciliacion.ts';
import { listAnswer, momentOf, parseNoHeader, type DatedList } from '../list/definition.ts';
import { toWindowParams } from '../list/list-of.ts';
import { listReader, type ListReader, type MethodDeps } from '../list/reader.ts';
import { isNotFound } from '../query/consult.ts';
import type { Session } from '../token/session.ts';
import { accept, refusedBy, type Parsed } from '../wire/mismatch.ts';
import { createResult } from './result.ts';
import { pathOfConciliacion, type Sender } from './send.ts';
import { parseConciliacion, saysNotFound } from './wire.ts';

interface ConciliacionesDeps extends MethodDeps {
  readonly session: Session;
  readonly sender: Sender;
  readonly list: ConciliacionList;
  /** The `Date` header of the newest answer, in ms; undefined before any. */
  readonly serverDate: () => number | undefined;
}

interface Filter {
  readonly ventana: DateWindow;
}
export type ConciliacionList = ListReader<Filter, Conciliacion>;

const conciliacionesList: DatedList<Filter, Conciliacion, null> = {
  metodo: 'conciliar-operaciones-listar',
  path: () => 'v2/conciliar-operaciones/listar',
  pageSize: 100,
  answer: listAnswer('conciliaciones', parseNoHeader),
  row: parseConciliacion,
  keyOf: ({ id }) => id,
  isTotalStated: true,
  ownIds: true,
  params: ({ ventana }) => toWindowParams(ventana),
  window: ({ ventana }) => ventana,
  within: (_filter, window) => ({ ventana: window }),
  takesTimes: () => false,
  momentOf: ({ fecha }) => momentOf(fecha),
  isDateStated: false,
};

/** `GET /v2/conciliar-operaciones/listar`: up to 100 a page, by the date each was made. */
export const createConciliacionList = (deps: MethodDeps): ConciliacionList => listReader(conciliacionesList, deps);

function parseShown(value: unknown): Parsed<Conciliacion | undefined> {
  if (saysNotFound(value)) return accept(undefined);
  const parsed = parseConciliacion(value);
  return parsed.ok ? accept(parsed.row) : refusedBy(parsed.problemas, value);
}

export function createConciliaciones(deps: ConciliacionesDeps): ConciliacionesService {
  const { consult, session, sender, serverDate, list } = deps;
  return {
    getServiceDate() {
      const at = serverDate();
      return at === undefined ? null : civilDateAt(at);
    },
    async list(from, to, signal) {
      // Rows from other days do no harm: the upload only looks at the reconciliations that are new.
      const { rows, bad, isWhole } = await list
        .readAll({ ventana: { desde: from, hasta: to } }, signal, { anyDate: true })
        .catch((error: unknown) => {
          // The description knows an empty list, and no list that is not there.
          throw isNotFound(error) ? new AppError('RESPUESTA_INVALIDA', { detail: error.detail, cause: error }) : error;
        });
      const [first] = bad;
      const unreadable = first === undefined ? {} : { ilegible: first.problemas };
      return { conciliaciones: rows, completa: isWhole && bad.length === 0, ...unreadable };
    },
    async show(id, signal) {
      try {
        const spec = {
          metodo: 'conciliar-operaciones-ver',
          path: pathOfConciliacion(id),
          params: [],
          ownIds: true,
          parse: parseShown,
        };
        return await consult(spec, signal);
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
    readResult: createResult(deps),
    send: sender.send,
    remove: sender.remove,
    async renew(signal) {
      // A read after the refused send may already have renewed the token: once is enough.
      await session.renewFrom(sender.usedToken(), signal);
    },
  };
}
