/** A reconciliation's result, page after page. Each reading keeps its own state: any number of them may go on at once. */
import type { Conciliacion, ResultCupon, ResultPage } from '#domain/conciliacion.ts';
import { isObject } from '#domain/json.ts';
import type { ListAnswer, PagedList } from '../list/definition.ts';
import { createPages } from '../list/pages.ts';
import type { MethodDeps } from '../list/reader.ts';
import { accept, refuse, refusedBy, type Parsed } from '../wire/mismatch.ts';
import { pathOfConciliacion } from './send.ts';
import { parseConciliacion, parseResultCupon, saysNotFound } from './wire.ts';

/** "No such reconciliation". */
const NOT_THERE = null;
type Header = Conciliacion | typeof NOT_THERE;
const notThere: ListAnswer<Header> = { rows: [], total: 0, header: NOT_THERE, isAbsent: true };

/**
 * How many rows a result should have, by the counts of its header: matched plus not matched, where it says them; else all that it counts, of which
 * not all are listed.
 */
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

/** `GET /v2/conciliar-operaciones/{id}/resultado`: 100 rows a page is the most that is honoured. */
const resultList: PagedList<string, ResultCupon, Header> = {
  metodo: 'conciliar-operaciones-resultado',
  path: (id) => `${pathOfConciliacion(id)}/resultado`,
  params: () => [],
  pageSize: 100,
  answer,
  denied: () => notThere,
  row: parseResultCupon,
  // The key leaves out what was matched, which may change between two readings.
  keyOf: ({ cupon }) => JSON.stringify(cupon),
  isTotalStated: false,
  ownIds: true,
};

export function createResult({ consult, learned, quarantine }: MethodDeps) {
  const pages = createPages(resultList, {
    consult,
    learned,
    // More rows than were asked for show that the page size was not read. Fewer prove nothing.
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
