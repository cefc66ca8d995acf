/** Our own coupons as the screens show them: from the ledger. A filtered list is kept until something is uploaded or read again. */
import type { DataDetail, DataPage, DataTotals, DataValues, KeyedRow, TrailStep } from '#contract/data.ts';
import { VISTA_FIELDS, type DataField } from '#contract/data-fields.ts';
import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Account } from '../accounts/account.ts';
import type { Ledgers } from '../open/ledgers.ts';
import { getCuponesCoverage, listCupones, sumRows } from './cupones.ts';
import { NO_COVERAGE } from '../coverage/coverage.ts';
import type { ViewRequest } from './request.ts';
import type { SearchedCupon } from './trail-of-cupon.ts';

const KEPT_RESULTS = 3;
const vista = 'cupones';

const keyOf = (row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify([row['carga'], row['archivo'], row['fila']]);

/** Changes with every event of an upload. */
const versionOf = (ledger: Ledger, accountId: string): string =>
  ledger
    .uploads(accountId)
    .map(({ carga }) => {
      const last = ledger.getLastEvent(carga);
      return `${carga}:${String(last?.at ?? 0)}:${last?.kind ?? ''}`;
    })
    .join(',');

const stepOf = (rows: readonly KeyedRow[]): TrailStep => ({
  vista,
  estado: rows.length === 0 ? 'no_encontrado' : 'encontrado',
  filas: rows,
  total: rows.length,
  ambiguo: rows.length > 1,
  por: 'inicio',
  campos: [],
  porIdentificador: true,
});

const toWords = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

export function createSeenCupones({ ledgers }: { readonly ledgers: Pick<Ledgers, 'openExisting'> }) {
  const stored = new Map<string, { readonly version: string; readonly filas: readonly KeyedRow[] }>();

  async function readSeen(account: Account, request: ViewRequest) {
    const ledger = await ledgers.openExisting(account);
    if (ledger === undefined) return { filas: [], cobertura: NO_COVERAGE, version: '' };
    const version = versionOf(ledger, account.id);
    const { desde, hasta, campoFecha, filtros, texto, orden } = request;
    const key = JSON.stringify([account.id, desde, hasta, campoFecha, filtros, texto, orden]);
    let keptOne = stored.get(key);
    if (keptOne?.version !== version) {
      const rows = listCupones(ledger, account.id, request).map((row): KeyedRow => ({
        ...row,
        clave: keyOf(row),
      }));
      keptOne = { version, filas: rows };
    }
    stored.delete(key);
    stored.set(key, keptOne);
    for (const old of [...stored.keys()].slice(0, -KEPT_RESULTS)) stored.delete(old);
    return { filas: keptOne.filas, cobertura: getCuponesCoverage(ledger, account.id), version };
  }

  const readAll = (account: Account) => readSeen(account, { vista });

  return {
    async readPage(account: Account, request: MethodParsed<'datos.pagina'>): Promise<DataPage> {
      const { desdeFila } = request;
      const { filas, cobertura, version } = await readSeen(account, request);
      const to = desdeFila + request.filas;
      const own = filas.slice(desdeFila, to);
      return {
        vista,
        filas: own,
        desdeFila,
        cobertura,
        hayMas: filas.length > to,
        total: filas.length,
        version,
      };
    },
    async readTotals(account: Account, request: MethodParsed<'datos.totales'>): Promise<DataTotals> {
      const { filas, version } = await readSeen(account, request);
      return { vista, total: filas.length, retiradas: 0, ...sumRows(filas), version };
    },
    async readValues(
      account: Account,
      { campo, limite, ...request }: ViewRequest & { readonly campo: DataField; readonly limite: number },
    ): Promise<DataValues> {
      const times = new Map<string | null, number>();
      for (const row of (await readSeen(account, request)).filas) {
        const value = toWords(row[campo.nombre]);
        times.set(value, (times.get(value) ?? 0) + 1);
      }
      const values = Array.from(times, ([value, rows]) => ({ valor: value, filas: rows })).sort(
        (a, b) => b.filas - a.filas,
      );
      return { vista, campo: campo.nombre, valores: values.slice(0, limite), hayMas: values.length > limite };
    },
    async readDetail(account: Account, key: string): Promise<DataDetail> {
      const { filas, cobertura } = await readAll(account);
      const row = filas.find((each) => each.clave === key);
      return {
        vista,
        fila: row === undefined ? null : { ...row, detalle: null, extra: null },
        cobertura,
      };
    },
    /** The coupon that a trail begins with: one of our list, the row of an upload, or the given fields. */
    async readTrail(
      account: Account,
      de: MethodParsed<'datos.rastro'>['de'],
    ): Promise<{ readonly cupon: SearchedCupon; readonly step: TrailStep }> {
      const ledger = await ledgers.openExisting(account);
      const { filas } = await readAll(account);
      const ones =
        'vista' in de
          ? filas.filter(({ clave }) => clave === de.clave)
          : selectRows(filas, de, ledger?.uploadOf(account.id, de.conciliacion) ?? null);
      const given: SearchedCupon = 'vista' in de ? {} : (de.cupon ?? {});
      const [own] = ones;
      if (own === undefined && Object.keys(given).length === 0) {
        throw new AppError('USO', {
          mensaje: REFUSALS.cuponNotHere,
        });
      }
      const ours =
        own === undefined
          ? {}
          : Object.fromEntries(VISTA_FIELDS.cupones.map(({ nombre }) => [nombre, toWords(own[nombre])]));
      const withValue = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ''));
      const seen = ones.length > 0 ? ones : [{ ...given, clave: '' }];
      return { cupon: { ...ours, ...withValue }, step: stepOf(seen) };
    },
  };
}

function selectRows(
  rows: readonly KeyedRow[],
  { fila, archivo }: { readonly fila?: number | undefined; readonly archivo?: string | undefined },
  upload: string | null,
): readonly KeyedRow[] {
  if (upload === null || fila === undefined) return [];
  return rows.filter(
    (each) =>
      each['carga'] === upload && each['fila'] === fila && (archivo === undefined || each['archivo'] === archivo),
  );
}
