import type {
  SaleCupon, DataSearch, DataQuarantine, DataDetail, DataStatus, DataPage, DataTrail, DataTotals, DataValues, KeyedRow,
} from '#contract/data.ts'; // prettier-ignore
import { CAMPOS_DE_VISTA, summandsOf, type DataField } from '#contract/data-fields.ts';
import type { CoverageDocument } from '#contract/documents.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { findProblems } from '#domain/shape.ts';
import { centavos, formatPlain } from '#domain/money.ts';
import { METHODS, type ServiceMethod, type Vista } from '#domain/vista.ts';
import { TABLES, type Query, type ReadRow, type CacheReader, type Valor } from '#storage/cache/index.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Caches } from '../open/caches.ts';
import type { Ledgers } from '../open/ledgers.ts';
import type { OpenResults } from '../open/results.ts';
import { searchLedger } from './search-cupones.ts';
import { searchRecords, bestOf } from './search.ts';
import { coverageDocument, NO_COVERAGE } from '../coverage/coverage.ts';
import { cuponDeOperacion, cuponesDeLiquidacion } from './cupones-of-sales.ts';
import { createSeenCupones } from './cupones-seen.ts';
import { rowDocument } from './document.ts';
import { queryOf, requireField, type ViewRequest } from './request.ts';
import { createTrail } from './trail.ts';

interface Deps {
  readonly cuentas: Pick<Accounts, 'choose'>;
  readonly caches: Caches;
  readonly ledgers: Pick<Ledgers, 'openExisting'>;
  readonly results: Pick<OpenResults, 'openExisting'>;
  readonly clock: Clock;
}

/** The local data as the screens look at it. Only our own coupons, which are few, are read on the thread of the caller. */
export interface Data {
  readPage(input: MethodParsed<'datos.pagina'>, signal: AbortSignal): Promise<DataPage>;
  readTotals(input: MethodParsed<'datos.totales'>, signal: AbortSignal): Promise<DataTotals>;
  readValues(input: MethodParsed<'datos.valores'>, signal: AbortSignal): Promise<DataValues>;
  readDetail(input: MethodParsed<'datos.detalle'>, signal: AbortSignal): Promise<DataDetail>;
  readTrail(input: MethodParsed<'datos.rastro'>, signal: AbortSignal): Promise<DataTrail>;
  listQuarantined(input: MethodParsed<'datos.cuarentena'>, signal: AbortSignal): Promise<DataQuarantine>;
  readStatus(input: MethodParsed<'datos.estado'>, signal: AbortSignal): Promise<DataStatus>;
  search(input: MethodParsed<'datos.buscar'>, signal: AbortSignal): Promise<DataSearch>;
  cuponesDeLiquidacion(
    input: MethodParsed<'datos.cupones_de_liquidacion'>,
    signal: AbortSignal,
  ): Promise<readonly SaleCupon[]>;
}

const MAX_VALUES = 100;
const MAX_QUARANTINED = 200;

const asText = (sums: Readonly<Record<string, bigint>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(sums).map(([campo, sum]) => [campo, formatPlain(sum)]));

const withKey = (vista: ServiceMethod, fila: ReadRow, detalle = false): KeyedRow => ({
  ...rowDocument(TABLES[vista], fila, { detalle }),
  clave: String(fila['id']),
});

/** A stored value as a filter takes it; null where there is no value. */
function filterValue({ tipo }: DataField, valor: Valor): string | null {
  if (valor === null || valor === '') return null;
  if (tipo === 'booleano') return valor === 1 ? 'true' : 'false';
  return tipo === 'importe' && typeof valor === 'number' ? formatPlain(centavos(valor)) : String(valor);
}

export function createData({ cuentas, caches, ledgers, results, clock }: Deps): Data {
  const cupones = createSeenCupones({ ledgers });
  /** Accounts whose index is being filled. Rows that the index does not have yet are searched one by one. */
  const indexing = new Set<string>();

  const coverageBy = (
    cuenta: Account,
    query: Pick<Query, 'metodo' | 'desde' | 'hasta' | 'campoFecha'>,
  ): CoverageDocument =>
    caches.leer(cuenta, (cache) =>
      cache === undefined ? NO_COVERAGE : coverageDocument(cache, { ...query, ahora: clock.now() }),
    );

  /** Brings the index up to date in the background, a piece at a time. `siempre`: also during a synchronisation, because somebody is typing. */
  function buildIndex(cuenta: Account, reader: CacheReader, siempre = true): void {
    if (indexing.has(cuenta.id)) return;
    indexing.add(cuenta.id);
    reader
      .buildIndex(new AbortController().signal, { siempre })
      // A search without the index still finds everything, only slower; the next search tries again.
      .catch(() => undefined)
      .finally(() => indexing.delete(cuenta.id));
  }

  async function inCache<T>(
    request: ViewRequest,
    job: (reader: CacheReader, query: Query) => Promise<T>,
    empty: T,
  ): Promise<{ readonly valor: T; readonly cobertura: CoverageDocument }> {
    const { vista, texto = '' } = request;
    if (vista === 'cupones') throw new Error('Coupons are not in the cache');
    const query = queryOf(vista, request);
    const cuenta = await cuentas.choose(request.cuenta);
    return caches.withReader(cuenta, async (reader) => {
      if (reader === undefined) return { valor: empty, cobertura: NO_COVERAGE };
      const valor = await job(reader, query);
      // Whoever looks at a view will probably search it.
      buildIndex(cuenta, reader, texto.trim() !== '');
      return { valor, cobertura: coverageBy(cuenta, query) };
    });
  }

  async function cachePage(
    vista: ServiceMethod,
    { desdeFila, filas: howMany, ...request }: MethodParsed<'datos.pagina'>,
    signal: AbortSignal,
  ): Promise<DataPage> {
    const { valor, cobertura } = await inCache(
      request,
      (reader, query) => reader.readPage(query, { desdeFila, filas: howMany }, signal),
      { filas: [], hayMas: false, total: 0, version: '' },
    );
    const filas = valor.filas.map((fila) => withKey(vista, fila));
    return { vista, ...valor, filas, desdeFila, cobertura };
  }

  async function detailOf(
    vista: ServiceMethod,
    clave: string,
    cuenta: Account,
    signal: AbortSignal,
  ): Promise<DataDetail> {
    const fila = await caches.withReader(cuenta, async (reader) => (await reader?.byId(vista, [clave], signal))?.[0]);
    return {
      vista,
      fila: fila === undefined ? null : { extra: null, ...withKey(vista, fila, true) },
      cobertura: coverageBy(cuenta, { metodo: vista }),
    };
  }

  return {
    async readPage(input, signal) {
      const { vista } = input;
      return vista === 'cupones'
        ? cupones.readPage(await cuentas.choose(input.cuenta), input)
        : cachePage(vista, input, signal);
    },
    async readTotals(input, signal) {
      const { vista } = input;
      if (vista === 'cupones') return cupones.readTotals(await cuentas.choose(input.cuenta), input);
      const zeros = summandsOf(vista).map(({ name }) => [name, 0n] as const);
      const { valor } = await inCache(input, (reader, query) => reader.readTotals(query, signal), {
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
    async readValues({ campo: nombre, limite = MAX_VALUES, ...request }, signal) {
      const { vista } = request;
      const choosable = CAMPOS_DE_VISTA[vista].filter(({ tipo }) => tipo !== 'json');
      const campo = requireField(choosable, nombre, vista);
      const others = { ...request, filtros: request.filtros?.filter((filtro) => filtro.campo !== nombre) };
      if (vista === 'cupones')
        return cupones.readValues(await cuentas.choose(request.cuenta), { ...others, campo, limite });
      const { valor } = await inCache(
        others,
        (reader, query) => reader.readValues(query, { campo: nombre, cuantos: limite + 1 }, signal),
        [],
      );
      const valores = valor
        .slice(0, limite)
        .map(({ valor: each, filas }) => ({ valor: filterValue(campo, each), filas }));
      return { vista, campo: nombre, valores, hayMas: valor.length > limite };
    },
    async readDetail({ cuenta: nombre, vista, clave }, signal) {
      const cuenta = await cuentas.choose(nombre);
      return vista === 'cupones' ? cupones.readDetail(cuenta, clave) : detailOf(vista, clave, cuenta, signal);
    },
    async readTrail({ cuenta: nombre, de }, signal) {
      const cuenta = await cuentas.choose(nombre);
      const stored = await results.openExisting(cuenta);
      return caches.withReader(cuenta, async (reader) => {
        const trail = createTrail({
          lector: reader,
          signal,
          cuponDe: (liquidacion, operacion) => cuponDeOperacion(stored, liquidacion, operacion),
          readCoverage: (metodo, periodo) => coverageBy(cuenta, { metodo, ...periodo }),
        });
        if ('vista' in de && de.vista !== 'cupones') return trail.fromRecord(de.vista, de.clave);
        const { cupon, paso: step } = await cupones.readTrail(cuenta, de);
        return trail.fromCupon(cupon, step);
      });
    },
    async listQuarantined({ cuenta: nombre, vista, desdeFila = 0, filas: howMany = MAX_QUARANTINED }) {
      const cuenta = await cuentas.choose(nombre);
      return caches.leer(cuenta, (cache) => {
        if (cache === undefined || vista === 'cupones') return { total: 0, desdeFila, filas: [] };
        const apartadas = cache.countSetAside();
        const total =
          vista === undefined ? [...apartadas.values()].reduce((a, b) => a + b, 0) : (apartadas.get(vista) ?? 0);
        const filas = cache
          .listQuarantined(vista, { desdeFila, filas: howMany })
          .map(({ metodo, ventana, crudo, motivo, primera, ultima }) => {
            const [desde = '', hasta = ''] = ventana?.split('..') ?? [];
            const problemas = findProblems(motivo);
            return {
              vista: vistaDe(metodo),
              ventana: ventana === null ? null : { desde, hasta },
              crudo,
              motivo,
              ...(problemas === undefined ? {} : { problemas }),
              primera: civilDateTimeAt(primera),
              ultima: civilDateTimeAt(ultima),
            };
          });
        return { total, desdeFila, filas };
      });
    },
    async readStatus({ cuenta: nombre }) {
      const cuenta = await cuentas.choose(nombre);
      const apartadas = caches.leer(cuenta, (cache) => cache?.countSetAside());
      const vistas = METHODS.map((vista) => ({
        vista,
        cobertura: coverageBy(cuenta, { metodo: vista }),
        cuarentena: apartadas?.get(vista) ?? 0,
      }));
      const leido = caches.leer(cuenta, (cache) => cache?.getReadings());
      // Whoever looks at how fresh the data is will probably search it: the index is made ready after a synchronisation.
      await caches.withReader(cuenta, (reader) => {
        if (reader !== undefined) buildIndex(cuenta, reader, false);
        return Promise.resolve();
      });
      return {
        cuenta: cuenta.nombre,
        sincronizado:
          leido === undefined ? null : { desde: civilDateTimeAt(leido.primera), hasta: civilDateTimeAt(leido.ultima) },
        vistas,
        cuarentena: vistas.reduce((total, { cuarentena }) => total + cuarentena, 0),
      };
    },
    async search({ cuenta: nombre, texto }, signal) {
      const cuenta = await cuentas.choose(nombre);
      const ledger = await ledgers.openExisting(cuenta);
      const nothing = { candidatos: [], incompleto: false };
      const own = ledger === undefined ? nothing : await searchLedger(ledger, { cuenta: cuenta.id, texto }, signal);
      const records = await caches.withReader(cuenta, async (reader) => {
        if (reader === undefined) return nothing;
        const found = await searchRecords(reader, texto, signal);
        buildIndex(cuenta, reader);
        return found;
      });
      return {
        texto,
        hallados: bestOf([...own.candidatos, ...records.candidatos]),
        incompleto: own.incompleto || records.incompleto,
      };
    },
    async cuponesDeLiquidacion({ cuenta: nombre, clave }, signal) {
      const cuenta = await cuentas.choose(nombre);
      const stored = await results.openExisting(cuenta);
      return caches.withReader(cuenta, (reader) =>
        cuponesDeLiquidacion({ lector: reader, results: stored }, clave, signal),
      );
    },
  };
}

function vistaDe(metodo: string): Vista {
  const vista = METHODS.find((each) => each === metodo);
  if (vista === undefined) throw new AppError('INTERNO', { detail: { metodo } });
  return vista;
}
