/** Sums over many rows, computed in threads that read the cache, so that a million rows do not block the program. */
import type { AskedQueries, CacheReader, ReadableCache, Query } from '#storage/cache/index.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import type { Clock } from '#domain/clock.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Caches } from '../open/caches.ts';
import type { Movement, SalesGroup, Settlement } from '#domain/cierre/rows.ts';
import type { Taxpayers } from '#domain/cierre/taxpayers.ts';
import { findPayments, listUnlinked } from '#domain/cierre/ties.ts';
import { addDays, type CivilDate } from '#domain/civil-date.ts';

/** The data behind the figures. `cache` answers small queries at once; `sumador` answers sums later. */
export interface FigureData {
  readonly cache: Pick<ReadableCache, 'readStretches' | 'readFact' | 'hasNotUnderstood' | 'countSetAsideIn' | 'count'>;
  readonly sumador: Pick<AskedQueries, 'group' | 'crossCheck' | 'getUpcomingCredits' | 'missing'>;
  /** Undefined if nothing was downloaded. */
  readonly lector: Pick<CacheReader, 'readPasses'> | undefined;
}

/** Calls a function with the local data of an account; the data is empty if nothing was downloaded. */
export type WithData = <T>(
  account: Account,
  job: (data: FigureData) => Promise<T>,
  signal?: AbortSignal | undefined,
) => Promise<T>;

export interface FigureDeps {
  readonly accounts: Pick<Accounts, 'choose'>;
  readonly withData: WithData;
  readonly clock: Clock;
}

export async function* readChunks(
  { lector }: Pick<FigureData, 'lector'>,
  queries: readonly (Query & { readonly metodo: ServiceMethod })[],
  signal: AbortSignal,
) {
  const passes = lector?.readPasses(signal);
  try {
    for (const query of queries)
      for await (const rows of passes?.readAll(query) ?? []) yield { rows, metodo: query.metodo };
  } finally {
    await passes?.close();
  }
}

const NO_DATA: FigureData = {
  cache: {
    readStretches: () => [],
    readFact: () => undefined,
    hasNotUnderstood: () => false,
    countSetAsideIn: () => 0,
    count: () => 0,
  },
  sumador: {
    group: () => Promise.resolve([]),
    crossCheck: () => Promise.resolve([]),
    getUpcomingCredits: () => Promise.resolve([]),
    missing: () => Promise.resolve([]),
  },
  lector: undefined,
};

export const createWithData =
  (caches: Pick<Caches, 'read' | 'withReader'>): WithData =>
  (account, job, signal = new AbortController().signal) =>
    caches.withReader(account, (reader) =>
      caches.read(account, (cache) =>
        job(
          cache === undefined || reader === undefined
            ? NO_DATA
            : { cache, sumador: reader.ask(signal), lector: reader },
        ),
      ),
    );

async function readMovements({ sumador }: FigureData, from: CivilDate): Promise<readonly Movement[]> {
  const fields = ['id', 'fecha', 'liquidaciones_id', 'referencia', 'cuit_cuenta', 'marca'];
  const movements = await sumador.group(
    { metodo: 'movimientos', desde: from },
    { por: fields.map((campo) => ({ campo })), sumas: ['importe_neto'] },
  );
  return movements.map(({ keys, sumas: [importe = 0n] }) => {
    const [id = null, fecha = null, liquidacion = null, referencia = null, titular = null, marca = null] = keys;
    return {
      id: id ?? '',
      fecha: fecha ?? '',
      liquidacion,
      referencia: referencia ?? '',
      titular: titular === '' ? null : titular,
      marca: marca ?? '',
      importe,
    };
  });
}

/** Settlements are assumed to be paid at most this many days after their dates, so settlements of this many earlier days are read too. */
export const DEADLINE_DAYS = 60;

/** The movements from a day on that pay a settlement although the service does not link them to it. */
export async function readUnlinked(data: FigureData, from: CivilDate): Promise<readonly Movement[]> {
  const before = addDays(from, -DEADLINE_DAYS);
  const [settlements, movements] = await Promise.all([
    data.sumador.group(
      { metodo: 'liquidaciones', desde: before },
      { por: [{ campo: 'id' }, { campo: 'numero' }], sumas: ['total_acreditado'] },
    ),
    readMovements(data, before),
  ]);
  const own = settlements.map(({ keys: [id, numero], sumas: [neto = 0n] }) => ({
    id: id ?? '',
    numero: numero ?? id ?? '',
    neto,
  }));
  return listUnlinked(findPayments(own, movements));
}

/** Settlements, operations and movements from a day on, with few fields; and how many operations each settlement has, according to the service. */
export async function readCompact(data: FigureData, from: CivilDate, { cuitOf }: Pick<Taxpayers, 'cuitOf'>) {
  const { sumador } = data;
  const place = [{ campo: 'marca' }, { campo: 'comercio' }, { campo: 'establecimiento' }];
  const [settlements, sales, movements, known] = await Promise.all([
    sumador.group(
      { metodo: 'liquidaciones', desde: from },
      {
        por: [{ campo: 'id' }, { campo: 'numero' }, { campo: 'fecha' }, ...place],
        sumas: ['total_facturado', 'total_acreditado'],
      },
    ),
    sumador.group(
      { metodo: 'operaciones', desde: from },
      {
        por: [{ campo: 'liquidaciones_id' }, { campo: 'fecha_venta', mes: true }, { campo: 'fecha_pago' }, ...place],
        sumas: ['importe'],
      },
    ),
    readMovements(data, from),
    sumador.group(
      { metodo: 'liquidaciones-conciliadas', desde: from },
      { por: [{ campo: 'id' }, { campo: 'operaciones' }], sumas: [] },
    ),
  ]);
  const ventas = sales.map(({ keys, n, sumas: [importe = 0n] }): SalesGroup => {
    const [liquidacion = null, mes = null, pago = null, marca = null, comercio = null, establecimiento = null] = keys;
    return {
      liquidacion,
      mes: mes ?? '',
      pago,
      marca: marca ?? '',
      cuit: cuitOf({ comercio, establecimiento }),
      filas: n,
      importe,
    };
  });
  const due = new Map<string, string>();
  for (const { liquidacion, pago } of ventas)
    if (liquidacion !== null && pago !== null && pago > (due.get(liquidacion) ?? '')) due.set(liquidacion, pago);
  return {
    ventas,
    compactSettlements: settlements.map(({ keys, sumas: [gross = 0n, neto = 0n] }): Settlement => {
      const [id = null, numero = null, fecha = null, marca = null, comercio = null, establecimiento = null] = keys;
      return {
        id: id ?? '',
        numero: numero ?? id ?? '',
        fecha: fecha ?? '',
        marca: marca ?? '',
        cuit: cuitOf({ comercio, establecimiento }),
        bruto: gross,
        neto,
        vence: due.get(id ?? '') ?? null,
      };
    }),
    bankMovements: movements,
    known: new Map(known.map(({ keys: [id = null, n = null] }) => [id ?? '', Number(n)])),
  };
}
