/** The five reconciliation methods, as the upload needs them (`ConciliacionesService` in the domain). */
import type { Conciliacion, ResultCupon, ResultPage, ConciliacionesService } from '#domain/conciliacion.ts';
import { isObject } from '#domain/json.ts';
import {
  listAnswer,
  momentOf,
  parseNoHeader,
  type ListAnswer,
  type PagedList,
  type DatedList,
  listReader,
  type MethodDeps,
  type ListReader,
} from '../list/definition.ts';
import { createPages } from '../list/pages.ts';
import { accept, refuse, refusedBy, type Parsed } from '../wire/fields.ts';
import { pathOfConciliacion, type Sender, parseConciliacion, parseResultCupon, saysNotFound } from './send.ts';
import { AppError } from '#contract/errors.ts';
import { civilDateAt, type DateWindow } from '#domain/civil-date.ts';
import { toWindowParams } from '../lists.ts';
import { isNotFound } from '../query/consult.ts';
import type { Session } from '../token/session.ts';

const NOT_THERE = null;
type Header = Conciliacion | typeof NOT_THERE;
const notThere: ListAnswer<Header> = { rows: [], total: 0, header: NOT_THERE, isAbsent: true };

/** How many rows a result should have: matched plus unmatched, at most all uploaded coupons; all of them (maybe too many) while none has been compared. */
const countRows = ({ total, nuevos, existentes, error, conciliados, sinConciliar }: Conciliacion): number => {
  const counted = Math.max(total, nuevos + existentes + error);
  const compared = conciliados + sinConciliar;
  return compared > 0 ? Math.min(compared, counted) : counted;
};

function answer(value: unknown): Parsed<ListAnswer<Header>> {
  if (saysNotFound(value)) return accept(notThere);
  const header = parseConciliacion(value);
  if (!header.ok) return refusedBy(header.problemas, value);
  const rows = isObject(value) ? value['operaciones'] : undefined;
  if (!Array.isArray(rows)) return refuse('operaciones', 'lista', rows);
  return accept({ rows, total: countRows(header.row), header: header.row });
}

/** `GET /v2/conciliar-operaciones/{id}/resultado`: services honour at most 100 rows a page. */
const resultList: PagedList<string, ResultCupon, Header> = {
  metodo: 'conciliar-operaciones-resultado',
  path: (id) => `${pathOfConciliacion(id)}/resultado`,
  params: () => [],
  pageSize: 100,
  answer,
  denied: () => notThere,
  row: parseResultCupon,
  // The key leaves out whether the row matched, because that may change between two readings.
  keyOf: ({ cupon }) => JSON.stringify(cupon),
  ownIds: true,
};

function createResult({ consult, learned, quarantine }: MethodDeps) {
  const pages = createPages(resultList, {
    consult,
    learned,
    // More rows than `pageSize` prove that the service ignored its parameters. Fewer rows prove nothing.
    evidence: (_id, { received }) => ({ filas: 0, leftOut: Math.max(0, received - resultList.pageSize) }),
  });

  return async function* result(id: string, signal: AbortSignal): AsyncGenerator<ResultPage> {
    for await (const { header, rows, bad } of pages.all(id, signal)) {
      if (header === NOT_THERE) return;
      for (const row of bad) quarantine(resultList.metodo, row);
      yield { encabezado: header, cupones: rows, cuarentena: bad.length };
    }
  };
}

interface ConciliacionesDeps extends MethodDeps {
  readonly session: Session;
  readonly sender: Sender;
  readonly list: ConciliacionList;
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
  ownIds: true,
  params: ({ ventana }) => toWindowParams(ventana),
  window: ({ ventana }) => ventana,
  within: (_filter, window) => ({ ventana: window }),
  takesTimes: () => false,
  momentOf: ({ fecha }) => momentOf(fecha),
  isDateStated: false,
};

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
      // `anyDate`: rows of other days do no harm, because the upload looks only at new reconciliations.
      const { rows, bad, isWhole } = await list
        .readAll({ ventana: { desde: from, hasta: to } }, signal, { anyDate: true })
        .catch((error: unknown) => {
          // A 404 is an invalid answer here: an account without reconciliations has an empty list (API description).
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
      // Renew the token of the last send, unless a later read has already replaced it.
      await session.renewFrom(sender.usedToken(), signal);
    },
  };
}
