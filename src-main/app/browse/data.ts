import type {
  SaleCupon, DataSearch, DataQuarantine, DataDetail, DataStatus, DataPage, DataTrail, DataTotals, DataValues, KeyedRow,
} from '#contract/data.ts'; // prettier-ignore
import { VISTA_FIELDS, summandsOf, type DataField } from '#contract/data-fields.ts';
import type { CoverageDocument } from '#contract/documents.ts';
import { AppError, isAppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { toCentavos, formatPlain } from '#domain/money.ts';
import { PROBLEMS } from '#domain/texts/field-labels.ts';
import { METHODS, type ServiceMethod, type Vista } from '#domain/views/index.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import { listClosedMonths } from '#storage/cierre/closed-month.ts';
import { TABLES, type Query, type ReadRow, type CacheReader, type Value } from '#storage/cache/index.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Caches } from '../open/caches.ts';
import type { Ledgers } from '../open/ledgers.ts';
import { searchLedger } from './search-cupones.ts';
import { searchRecords, bestOf } from './search.ts';
import { findRecentReading, NO_COVERAGE, toCoverageDocument } from '../coverage/coverage.ts';
import { findCuponOfOperacion, listCuponesOfLiquidacion } from './trail-of-cupon.ts';
import { createSeenCupones } from './cupones-seen.ts';
import { toRowDocument } from './document.ts';
import { queryOf, requireField, type ViewRequest } from './request.ts';
import { createTrail } from './trail.ts';

interface Deps {
  readonly cuentas: Pick<Accounts, 'choose'>;
  readonly caches: Caches;
  readonly ledgers: Pick<Ledgers, 'openExisting'>;
  readonly folder: Pick<DataFolder, 'accountFolder'>;
  readonly clock: Clock;
  /** The index of the search could not be brought up to date. */
  readonly onIndexFailure: (error: unknown) => void;
}

/**
 * The local data as the screens look at it. Long readings go to threads. Our own coupons, the quarantine and the coverage are short, and are read on
 * the caller's.
 */
export type Data = ReturnType<typeof createData>;

const MAX_VALUES = 100;
const MAX_QUARANTINED = 200;

const asText = (sums: Readonly<Record<string, bigint>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(sums).map(([field, sum]) => [field, formatPlain(sum)]));

const withKey = (vista: ServiceMethod, row: ReadRow, detail = false): KeyedRow => ({
  ...toRowDocument(TABLES[vista], row, { detalle: detail }),
  clave: String(row['id']),
});

/** A stored value as a filter takes it; null where there is no value. */
function filterValue({ tipo }: DataField, value: Value): string | null {
  if (value === null || value === '') return null;
  if (tipo === 'booleano') return value === 1 ? 'true' : 'false';
  return tipo === 'importe' && typeof value === 'number' ? formatPlain(toCentavos(value)) : String(value);
}

export function createData({ cuentas, caches, ledgers, folder, clock, onIndexFailure }: Deps) {
  const cupones = createSeenCupones({ ledgers });
  /** Accounts whose index is being filled. Rows that the index does not have yet are searched one by one. */
  const indexing = new Set<string>();

  const coverageBy = (
    account: Account,
    query: Pick<Query, 'metodo' | 'desde' | 'hasta' | 'campoFecha'>,
  ): CoverageDocument =>
    caches.read(account, (cache) =>
      cache === undefined ? NO_COVERAGE : toCoverageDocument(cache, { ...query, ahora: clock.now() }),
    );

  /** Brings the index up to date in the background, a piece at a time. `always`: also during a synchronisation, because somebody is typing. */
  function buildIndex(account: Account, reader: CacheReader, always = true): void {
    if (indexing.has(account.id)) return;
    indexing.add(account.id);
    reader
      .buildIndex(new AbortController().signal, { siempre: always }) // it ends when the cache is closed
      // A search without the index still finds everything, only slower; the next search tries again.
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
    const account = await cuentas.choose(request.cuenta);
    return caches.withReader(account, async (reader) => {
      if (reader === undefined) return { valor: empty, cobertura: NO_COVERAGE };
      const value = await job(reader, query);
      // Whoever looks at a view will probably search it.
      buildIndex(account, reader, texto.trim() !== '');
      return { valor: value, cobertura: coverageBy(account, query) };
    });
  }

  async function readCachePage(
    vista: ServiceMethod,
    { desdeFila, filas: howMany, ...request }: MethodParsed<'datos.pagina'>,
    signal: AbortSignal,
  ): Promise<DataPage> {
    const { valor, cobertura } = await readInCache(
      request,
      (reader, query) => reader.readPage(query, { desdeFila, filas: howMany }, signal),
      { filas: [], hayMas: false, total: 0, version: '' },
    );
    const rows = valor.filas.map((row) => withKey(vista, row));
    return { vista, ...valor, filas: rows, desdeFila, cobertura };
  }

  async function detailOf(
    vista: ServiceMethod,
    key: string,
    account: Account,
    signal: AbortSignal,
  ): Promise<DataDetail> {
    const row = await caches.withReader(account, async (reader) => (await reader?.byId(vista, [key], signal))?.[0]);
    return {
      vista,
      fila: row === undefined ? null : { extra: null, ...withKey(vista, row, true) },
      cobertura: coverageBy(account, { metodo: vista }),
    };
  }

  return {
    async readPage(input: MethodParsed<'datos.pagina'>, signal: AbortSignal): Promise<DataPage> {
      const { vista } = input;
      return vista === 'cupones'
        ? cupones.readPage(await cuentas.choose(input.cuenta), input)
        : readCachePage(vista, input, signal);
    },
    async readTotals(input: MethodParsed<'datos.totales'>, signal: AbortSignal): Promise<DataTotals> {
      const { vista } = input;
      if (vista === 'cupones') return cupones.readTotals(await cuentas.choose(input.cuenta), input);
      const zeros = summandsOf(vista).map(({ name }) => [name, 0n] as const);
      const { valor } = await readInCache(input, (reader, query) => reader.readTotals(query, signal), {
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
    async readValues(
      { campo: name, limite = MAX_VALUES, ...request }: MethodParsed<'datos.valores'>,
      signal: AbortSignal,
    ): Promise<DataValues> {
      const { vista } = request;
      const choosable = VISTA_FIELDS[vista].filter(({ tipo }) => tipo !== 'json');
      const field = requireField(choosable, name, vista);
      const others = { ...request, filtros: request.filtros?.filter((filter) => filter.campo !== name) };
      if (vista === 'cupones')
        return cupones.readValues(await cuentas.choose(request.cuenta), { ...others, campo: field, limite });
      const { valor } = await readInCache(
        others,
        (reader, query) => reader.readValues(query, { campo: name, cuantos: limite + 1 }, signal),
        [],
      );
      const values = valor
        .slice(0, limite)
        .map(({ valor: each, filas }) => ({ valor: filterValue(field, each), filas }));
      return { vista, campo: name, valores: values, hayMas: valor.length > limite };
    },
    async readDetail(
      { cuenta: name, vista, clave }: MethodParsed<'datos.detalle'>,
      signal: AbortSignal,
    ): Promise<DataDetail> {
      const account = await cuentas.choose(name);
      return vista === 'cupones' ? cupones.readDetail(account, clave) : detailOf(vista, clave, account, signal);
    },
    async readTrail({ cuenta: name, de }: MethodParsed<'datos.rastro'>, signal: AbortSignal): Promise<DataTrail> {
      const account = await cuentas.choose(name);
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
    async listQuarantined({
      cuenta: name,
      vista,
      desdeFila = 0,
      filas: howMany = MAX_QUARANTINED,
    }: MethodParsed<'datos.cuarentena'>): Promise<DataQuarantine> {
      const account = await cuentas.choose(name);
      return caches.read(account, (cache) => {
        if (cache === undefined || vista === 'cupones') return { total: 0, desdeFila, filas: [] };
        const setAside = cache.countSetAside();
        const total =
          vista === undefined ? [...setAside.values()].reduce((a, b) => a + b, 0) : (setAside.get(vista) ?? 0);
        const rows = cache
          .listQuarantined(vista, { desdeFila, filas: howMany })
          .map(({ metodo, ventana, crudo, problemas, primera, ultima }) => {
            const [from = '', to = ''] = ventana?.split('..') ?? [];
            return {
              vista: vistaOf(metodo),
              ventana: ventana === null ? null : { desde: from, hasta: to },
              crudo,
              motivo: PROBLEMS.console(problemas),
              problemas,
              primera: civilDateTimeAt(primera),
              ultima: civilDateTimeAt(ultima),
            };
          });
        return { total, desdeFila, filas: rows };
      });
    },
    async readStatus({ cuenta: name }: MethodParsed<'datos.estado'>): Promise<DataStatus> {
      const account = await cuentas.choose(name);
      const setAside = caches.read(account, (cache) => cache?.countSetAside());
      const vistas = METHODS.map((vista) => ({
        vista,
        cobertura: coverageBy(account, { metodo: vista }),
        cuarentena: setAside?.get(vista) ?? 0,
      }));
      const readings = caches.read(account, (cache) => cache?.getReadings());
      const recent = caches.read(account, (cache) => cache && findRecentReading(cache, clock.now()));
      // Whoever looks at how fresh the data is will probably search it: the index is made ready after a synchronisation.
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
        cuarentena: vistas.reduce((total, { cuarentena }) => total + cuarentena, 0),
        cerrados: listClosedMonths(folder.accountFolder(account.id).closed),
      };
    },
    async search({ cuenta: name, texto }: MethodParsed<'datos.buscar'>, signal: AbortSignal): Promise<DataSearch> {
      const account = await cuentas.choose(name);
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
    async listCuponesOfLiquidacion(
      { cuenta: name, clave }: MethodParsed<'datos.cupones_de_liquidacion'>,
      signal: AbortSignal,
    ): Promise<readonly SaleCupon[]> {
      const account = await cuentas.choose(name);
      const stored = await caches.existingResults(account);
      return caches.withReader(account, (reader) =>
        listCuponesOfLiquidacion({ lector: reader, results: stored }, clave, signal),
      );
    },
  };
}

function vistaOf(method: string): Vista {
  const vista = METHODS.find((each) => each === method);
  if (vista === undefined) throw new AppError('INTERNO', { detail: { metodo: method } });
  return vista;
}
