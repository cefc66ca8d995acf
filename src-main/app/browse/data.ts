import type { KeyedRow } from '#contract/data.ts';
import { VISTA_FIELDS, summandsOf, type DataField } from '#contract/data-fields.ts';
import type { CoverageDocument } from '#contract/documents.ts';
import { isAppError } from '#contract/errors.ts';
import type { Method } from '#contract/inputs.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import { toCentavos, formatPlain } from '#domain/money.ts';
import { PROBLEMS } from '#domain/texts/field-labels.ts';
import { METHODS, type ServiceMethod } from '#domain/views/index.ts';
import { listClosedMonths } from '#storage/cierre/closed-month.ts';
import { TABLES, type Query, type ReadRow, type CacheReader, type Value } from '#storage/cache/index.ts';
import type { Account } from '../accounts/account.ts';
import type { FunctionsOf } from '../dispatch/dispatch.ts';
import type { LocalData } from '../open/index.ts';
import { searchLedger, searchRecords, bestOf } from './search.ts';
import { findRecentReading, NO_COVERAGE, toCoverageDocument } from '../coverage/coverage.ts';
import { findCuponOfOperacion, listCuponesOfLiquidacion } from './trail-of-cupon.ts';
import { createSeenCupones } from './cupones.ts';
import { toRowDocument } from './document.ts';
import { queryOf, requireField, type ViewRequest } from './request.ts';
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

const withKey = (vista: ServiceMethod, row: ReadRow, detail = false): KeyedRow => ({
  ...toRowDocument(TABLES[vista], row, { detalle: detail }),
  clave: String(row['id']),
});

/** A stored value as filters expect it; null if the row has none. */
function filterValue({ tipo }: DataField, value: Value): string | null {
  if (value === null || value === '') return null;
  if (tipo === 'booleano') return value === 1 ? 'true' : 'false';
  return tipo === 'importe' && typeof value === 'number' ? formatPlain(toCentavos(value)) : String(value);
}

/**
 * Reads the data of this PC for the screens. Long reads run in threads; coupons of the ledger, the quarantine and the coverage are read directly, because they
 * are short.
 */
export function createData({ accounts, caches, ledgers, folder, clock, onIndexFailure }: Deps): Data {
  const cupones = createSeenCupones({ ledgers });
  /** Accounts whose search index is being filled. Until it is full, searches check the missing rows one by one. */
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
      .buildIndex(new AbortController().signal, { siempre: always }) // it ends when the cache is closed
      // Only report it: a search without the index is slower but complete, and the next search tries again.
      .catch((error: unknown) => {
        if (!isAppError(error, 'CANCELADO')) onIndexFailure(error);
      })
      .finally(() => indexing.delete(account.id));
  }

  async function readInCache<T>(
    request: ViewRequest,
    job: (reader: CacheReader, query: Query) => Promise<T>,
    empty: T,
  ): Promise<{ readonly valor: T; readonly cobertura: CoverageDocument }> {
    const { vista, texto = '' } = request;
    if (vista === 'cupones') throw new Error('Coupons are not in the cache');
    const query = queryOf(vista, request);
    const account = await accounts.choose(request.cuenta);
    return caches.withReader(account, async (reader) => {
      if (reader === undefined) return { valor: empty, cobertura: NO_COVERAGE };
      const value = await job(reader, query);
      // The person will probably search in this view next.
      buildIndex(account, reader, texto.trim() !== '');
      return { valor: value, cobertura: coverageBy(account, query) };
    });
  }

  return {
    async pagina(input, { signal }) {
      const { vista, desdeFila, filas: howMany, ...request } = input;
      if (vista === 'cupones') return cupones.readPage(await accounts.choose(input.cuenta), input);
      const { valor, cobertura } = await readInCache(
        { ...request, vista },
        (reader, query) => reader.ask(signal).page(query, { desdeFila, filas: howMany }),
        { filas: [], hayMas: false, total: 0, version: '' },
      );
      return { vista, ...valor, filas: valor.filas.map((row) => withKey(vista, row)), cobertura };
    },
    async totales(input, { signal }) {
      const { vista } = input;
      if (vista === 'cupones') return cupones.readTotals(await accounts.choose(input.cuenta), input);
      const zeros = summandsOf(vista).map(({ name }) => [name, 0n] as const);
      const { valor } = await readInCache(input, (reader, query) => reader.ask(signal).totals(query), {
        total: 0,
        retiradas: 0,
        sumas: Object.fromEntries(zeros),
        faltan: {},
        enDuda: { filas: 0, sumas: {} },
        version: '',
      });
      const { total, retiradas, faltan, enDuda, version } = valor;
      const listed = input.retiradas === true ? retiradas : 0;
      return {
        vista,
        total: total + listed,
        retiradas: retiradas - listed,
        ...(listed === 0 ? {} : { sinSumar: listed }),
        totales: asText(valor.sumas),
        ...(enDuda.filas === 0 ? {} : { enDuda: { filas: enDuda.filas, totales: asText(enDuda.sumas) } }),
        ...(Object.keys(faltan).length === 0 ? {} : { sinInformar: faltan }),
        version,
      };
    },
    async valores({ campo: name, ...request }, { signal }) {
      const { vista } = request;
      const choosable = VISTA_FIELDS[vista].filter(({ tipo }) => tipo !== 'json');
      const field = requireField(choosable, name, vista);
      const others = { ...request, filtros: request.filtros?.filter((filter) => filter.campo !== name) };
      if (vista === 'cupones')
        return cupones.readValues(await accounts.choose(request.cuenta), {
          ...others,
          campo: field,
          limite: MAX_VALUES,
        });
      const { valor } = await readInCache(
        others,
        (reader, query) => reader.ask(signal).listValues(query, { campo: name, cuantos: MAX_VALUES + 1 }),
        [],
      );
      const values = valor
        .slice(0, MAX_VALUES)
        .map(({ valor: each, filas }) => ({ valor: filterValue(field, each), filas }));
      return { vista, campo: name, valores: values, hayMas: valor.length > MAX_VALUES };
    },
    async detalle({ cuenta: name, vista, clave }, { signal }) {
      const account = await accounts.choose(name);
      if (vista === 'cupones') return cupones.readDetail(account, clave);
      const row = await caches.withReader(
        account,
        async (reader) => (await reader?.ask(signal).byId(vista, [clave]))?.[0],
      );
      return {
        vista,
        fila: row === undefined ? null : { extra: null, ...withKey(vista, row, true) },
        cobertura: coverageBy(account, { metodo: vista }),
      };
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
        const rows = cache
          .listQuarantined(vista, MAX_QUARANTINED)
          .map(({ metodo, ventana, crudo, problemas, primera, ultima }) => {
            const [from = '', to = ''] = ventana?.split('..') ?? [];
            return {
              vista: metodo,
              ventana: ventana === null ? null : { desde: from, hasta: to },
              crudo,
              motivo: PROBLEMS.console(problemas),
              problemas,
              primera: civilDateTimeAt(primera),
              ultima: civilDateTimeAt(ultima),
            };
          });
        return { total: cache.countSetAside().get(vista) ?? 0, filas: rows };
      });
    },
    async estado({ cuenta: name }) {
      const account = await accounts.choose(name);
      const vistas = METHODS.map((vista) => ({ vista, cobertura: coverageBy(account, { metodo: vista }) }));
      const readings = caches.read(account, (cache) => cache?.getReadings());
      const recent = caches.read(account, (cache) => cache && findRecentReading(cache, clock.now()));
      // Fill the index now, because after a synchronisation the person will probably search.
      await caches.withReader(account, (reader) => {
        if (reader !== undefined) buildIndex(account, reader, false);
        return Promise.resolve();
      });
      return {
        cuenta: account.nombre,
        sincronizado:
          readings === undefined
            ? null
            : { desde: civilDateTimeAt(readings.primera), hasta: civilDateTimeAt(readings.ultima) },
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
        texto,
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
