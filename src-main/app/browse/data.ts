import { VISTA_FIELDS, summandsOf, type DataField } from '#contract/data-fields.ts';
import type { CoverageDocument } from '#contract/documents.ts';
import { isAppError } from '#contract/errors.ts';
import type { Method } from '#contract/inputs.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import { toCentavos, formatPlain } from '#domain/money.ts';
import { METHODS } from '#domain/views/index.ts';
import { listClosedMonths } from '#storage/cierre/closed-month.ts';
import type { AskedQueries, CacheReading, CacheReader, Query, Value, ViewQuery } from '#storage/cache/index.ts';
import type { Account } from '../accounts/account.ts';
import type { FunctionsOf } from '../dispatch/dispatch.ts';
import type { LocalData } from '../open/index.ts';
import { searchLedger, searchRecords, bestOf } from './search.ts';
import { findRecentReading, NO_COVERAGE, toCoverageDocument } from '../coverage/coverage.ts';
import { findCuponOfOperacion, listCuponesOfLiquidacion } from './trail-of-cupon.ts';
import { createOwnCupones } from './cupones.ts';
import { toKeyedRow } from './document.ts';
import { queryOf, requireField, type ViewRequest } from './request.ts';
import { NO_ROWS } from './row-summary.ts';
import { createTrail } from './trail.ts';

interface Deps extends LocalData {
  readonly onIndexFailure: (error: unknown) => void;
}

export type Data = FunctionsOf<
  Exclude<Extract<Method, `datos.${string}`>, `datos.${'sincronizar' | 'consultar' | 'exportar'}`>
>;

const MAX_VALUES = 200;
const MAX_QUARANTINED = 200;

const asText = (sums: Readonly<Record<string, bigint>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(sums).map(([field, sum]) => [field, formatPlain(sum)]));

/** A stored value as filters expect it; null if the row has none. */
function filterValue({ tipo }: DataField, value: Value): string | null {
  if (value === null || value === '') return null;
  if (tipo === 'booleano') return value === 1 ? 'true' : 'false';
  return tipo === 'importe' && typeof value === 'number' ? formatPlain(toCentavos(value)) : String(value);
}

/** Reads the data of this PC for the screens. Long reads run in worker threads; short reads (our coupons, rows set aside, coverage) run in this thread. */
export function createData({ accounts, caches, ledgers, folder, clock, onIndexFailure }: Deps): Data {
  const cupones = createOwnCupones({ ledgers });
  const indexing = new Set<string>();

  const coverageBy = (
    account: Account,
    query: Pick<Query, 'metodo' | 'desde' | 'hasta' | 'campoFecha'>,
  ): CoverageDocument => caches.read(account, (cache) => toCoverageDocument(cache, { ...query, ahora: clock.now() }));

  /** Fills the search index in the background, piece by piece. `always`: even during a synchronisation, because a person is typing. */
  function buildIndex(account: Account, reader: CacheReader, always = true): void {
    if (indexing.has(account.id)) return;
    indexing.add(account.id);
    reader
      .buildIndex(new AbortController().signal, { siempre: always }) // never aborted: the filling ends when the cache is closed
      // Only logs the failure: a search without the index searches the newest rows, and the next search fills the index again.
      .catch((error: unknown) => {
        if (!isAppError(error, 'CANCELADO')) onIndexFailure(error);
      })
      .finally(() => indexing.delete(account.id));
  }

  async function readView<T>(
    request: ViewRequest,
    signal: AbortSignal,
    job: (queries: AskedQueries | CacheReading, query: ViewQuery) => Promise<T> | T,
    empty: T,
  ): Promise<{ readonly valor: T; readonly cobertura: CoverageDocument }> {
    const { vista, texto = '' } = request;
    const query = { ...queryOf(vista, request), byBank: true };
    const account = await accounts.choose(request.cuenta);
    const nothing = { valor: empty, cobertura: NO_COVERAGE };
    if (vista === 'cupones') {
      const own = await cupones.open(account);
      return own === undefined ? nothing : { valor: await job(own.queries, query), cobertura: own.cobertura };
    }
    return caches.withReader(account, async (reader) => {
      if (reader === undefined) return nothing;
      const valor = await job(reader.ask(signal), query);
      // Fills the index now, because the person will probably search in this view next.
      buildIndex(account, reader, texto.trim() !== '');
      return { valor, cobertura: coverageBy(account, { ...query, metodo: vista }) };
    });
  }

  return {
    async pagina(input, { signal }) {
      const { vista, desdeFila, filas: howMany, ...request } = input;
      const { valor, cobertura } = await readView(
        { ...request, vista },
        signal,
        (queries, query) => queries.page(query, { desdeFila, filas: howMany }),
        { filas: [], hayMas: false, total: 0, version: '' },
      );
      return { ...valor, filas: valor.filas.map((row) => toKeyedRow(vista, row)), cobertura };
    },
    async totales(input, { signal }) {
      const { vista } = input;
      const zeros = summandsOf(vista).map(({ name }) => [name, 0n] as const);
      const { valor } = await readView(input, signal, (queries, query) => queries.totals(query), {
        ...NO_ROWS,
        sumas: Object.fromEntries(zeros),
      });
      const { total, retiradas, faltan, enDuda } = valor;
      const listed = input.retiradas === true ? retiradas : 0;
      return {
        vista,
        total: total + listed,
        retiradas: retiradas - listed,
        ...(listed === 0 ? {} : { sinSumar: listed }),
        totales: asText(valor.sumas),
        ...(enDuda.filas === 0 ? {} : { enDuda: { filas: enDuda.filas, totales: asText(enDuda.sumas) } }),
        ...(Object.keys(faltan).length === 0 ? {} : { sinInformar: faltan }),
      };
    },
    async valores({ campo: name, ...request }, { signal }) {
      const { vista } = request;
      const choosable = VISTA_FIELDS[vista].filter(({ tipo }) => tipo !== 'json');
      const field = requireField(choosable, name, vista);
      const others = { ...request, filtros: request.filtros?.filter((filter) => filter.campo !== name) };
      const { valor } = await readView(
        others,
        signal,
        (queries, query) => queries.listValues(query, { campo: name, cuantos: MAX_VALUES + 1 }),
        [],
      );
      const values = valor
        .slice(0, MAX_VALUES)
        .map(({ valor: each, filas }) => ({ valor: filterValue(field, each), filas }));
      return { valores: values, hayMas: valor.length > MAX_VALUES };
    },
    async detalle({ clave, ...request }, { signal }) {
      const { vista } = request;
      const { valor, cobertura } = await readView(request, signal, (queries) => queries.byId(vista, [clave], true), []);
      const [row] = valor;
      return { fila: row === undefined ? null : { extra: null, ...toKeyedRow(vista, row, true) }, cobertura };
    },
    async rastro({ cuenta: name, de }, { signal }) {
      const account = await accounts.choose(name);
      const stored = await caches.existingResults(account);
      return caches.withReader(account, async (reader) => {
        const trail = createTrail({
          reader,
          signal,
          findCupon: (liquidacion, operacion) => findCuponOfOperacion(stored, liquidacion, operacion),
          readCoverage: (method, period) => coverageBy(account, { metodo: method, ...period }),
        });
        if ('vista' in de && de.vista !== 'cupones') return trail.fromRecord(de.vista, de.clave);
        const { cupon, step } = await cupones.readTrail(account, de);
        return trail.fromCupon(cupon, step);
      });
    },
    async cuarentena({ cuenta: name, vista }) {
      const account = await accounts.choose(name);
      return caches.read(account, (cache) => {
        if (cache === undefined || vista === 'cupones') return { total: 0, filas: [] };
        const rows = cache.listQuarantined(vista, MAX_QUARANTINED).map(({ primera, ultima, ...row }) => ({
          ...row,
          primera: civilDateTimeAt(primera),
          ultima: civilDateTimeAt(ultima),
        }));
        return { total: cache.countSetAside().get(vista) ?? 0, filas: rows };
      });
    },
    async estado({ cuenta: name }) {
      const account = await accounts.choose(name);
      const vistas = METHODS.map((vista) => ({ vista, cobertura: coverageBy(account, { metodo: vista }) }));
      const recent = caches.read(account, (cache) => cache && findRecentReading(cache, clock.now()));
      // Fills the index now, because the person will probably search after a synchronisation.
      await caches.withReader(account, (reader) => {
        if (reader !== undefined) buildIndex(account, reader, false);
        return Promise.resolve();
      });
      return {
        datosAl: recent === undefined ? null : civilDateTimeAt(recent),
        vistas,
        cerrados: listClosedMonths(folder.accountFolder(account.id).closed),
      };
    },
    async buscar({ cuenta: name, texto }, { signal }) {
      const account = await accounts.choose(name);
      const ledger = await ledgers.openExisting(account);
      const nothing = { candidatos: [], incompleto: false };
      const own = ledger === undefined ? nothing : await searchLedger(ledger, { cuenta: account.id, texto }, signal);
      const records = await caches.withReader(account, async (reader) => {
        if (reader === undefined) return nothing;
        const found = await searchRecords(reader, texto, signal);
        buildIndex(account, reader);
        return found;
      });
      return {
        hallados: bestOf([...own.candidatos, ...records.candidatos]),
        incompleto: own.incompleto || records.incompleto,
      };
    },
    async cupones_de_liquidacion({ cuenta: name, clave }, { signal }) {
      const account = await accounts.choose(name);
      const stored = await caches.existingResults(account);
      return caches.withReader(account, (reader) =>
        listCuponesOfLiquidacion({ lector: reader, results: stored }, clave, signal),
      );
    },
  };
}
