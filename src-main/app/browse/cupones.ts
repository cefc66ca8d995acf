/** The coupons that this PC uploaded, as a view: each with the outcome of its upload, from the ledger. */
import type { DataTotals, DataDetail, DataPage, DataValues, KeyedRow } from '#contract/data.ts';
import { VISTA_FIELDS, type DataField } from '#contract/data-fields.ts';
import type { CoverageDocument, RowDocument } from '#contract/documents.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import { DISPOSITIONS } from '#domain/conciliacion.ts';
import { FIELDS_IN_ORDER, parseCanonicalText, type Cupon } from '#domain/cupon.ts';
import { formatPlain, parseMoney, sumCentavos } from '#domain/money.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import { NO_COVERAGE } from '../coverage/coverage.ts';
import { requireField, filtersOf, type ViewRequest } from './request.ts';
import { matches, matchesText, storedValueOf } from './predicate.ts';
import type { TrailStep } from '#contract/trail.ts';
import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { Account } from '../accounts/account.ts';
import type { Ledgers } from '../open/index.ts';
import type { SearchedCupon } from './trail-of-cupon.ts';

const SHOWN_FIELDS = VISTA_FIELDS.cupones;
/** Rows of all views have these two fields, but only rows of the service can be withdrawn or in doubt. */
const NEVER_WITHDRAWN = { retirada: null, en_duda: null } as const;

const fieldsOf = (cupon: Cupon): Readonly<Record<string, string | null>> =>
  Object.fromEntries(FIELDS_IN_ORDER.map((field) => [field, cupon[field] ?? null]));

function* rowsOfUpload(ledger: Ledger, upload: string): Generator<RowDocument> {
  let hasResult = false;
  const readAll = ledger.readCupones(upload, DISPOSITIONS);
  for (const { archivo, fila, cupon, disposicion, nroLiquidacion, fechaLiq } of readAll) {
    hasResult = true;
    const matched = disposicion === 'conciliado' ? true : disposicion === 'sin_conciliar' ? false : null;
    yield {
      carga: upload,
      archivo,
      fila,
      ...fieldsOf(cupon),
      estado: disposicion,
      conciliado: matched,
      nro_liquidacion: nroLiquidacion,
      fecha_liq: fechaLiq,
    };
  }
  if (!hasResult) yield* listWithoutResult(ledger, upload);
}

function* listWithoutResult(ledger: Ledger, uploadId: string): Generator<RowDocument> {
  const upload = ledger.upload(uploadId);
  for (let seq = 1; upload !== undefined && seq <= upload.total; seq++) {
    const ours = ledger.cupon(uploadId, seq);
    if (ours === undefined) continue;
    const cupon = { ...fieldsOf(parseCanonicalText(ours.texto)) };
    if (upload.marcador !== null) cupon[upload.marcador.campo] = null;
    yield {
      carga: uploadId,
      archivo: upload.archivos[ours.archivo] ?? '',
      fila: ours.fila,
      ...cupon,
      estado: 'pendiente',
      conciliado: null,
      nro_liquidacion: null,
      fecha_liq: null,
    };
  }
}

/** Sorts as SQLite does: null first, numbers by value, text by code points. */
function compare(a: unknown, b: unknown): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [x, y] = [String(a), String(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

const SEARCHED = [
  'comprobante', 'autorizacion', 'referencia', 'referencia_extra', 'nro_liquidacion', 'lote', 'terminal', 'tarjeta_nro', 'establecimiento',
  'tarjeta_desc', 'wallet_referencia', 'auxiliar_1', 'auxiliar_2', 'auxiliar_3', 'auxiliar_4', 'auxiliar_5', 'archivo', 'estado',
]; // prettier-ignore

/** The coupons that pass the filter, by default in order of their date of sale. Throws `USO` for an unknown field. */
function listCupones(ledger: Ledger, accountId: string, request: ViewRequest): readonly RowDocument[] {
  const { desde, hasta, orden, texto = '', campoFecha = 'fecha_venta' } = request;
  const dates = SHOWN_FIELDS.filter(({ tipo }) => tipo === 'fecha');
  requireField(dates, campoFecha, 'cupones');
  const filters = filtersOf(SHOWN_FIELDS, 'cupones', request.filtros);
  const rows: RowDocument[] = [];
  for (const { carga } of ledger.uploads(accountId).toReversed()) {
    for (const row of rowsOfUpload(ledger, carga)) {
      const date = String(row[campoFecha] ?? '');
      if (desde !== undefined && date < desde) continue;
      if (hasta !== undefined && (date === '' || date > hasta)) continue;
      if (!filters.every((filter) => matches(SHOWN_FIELDS, filter, row))) continue;
      if (matchesText({ campos: SHOWN_FIELDS, searched: SEARCHED }, texto, row)) {
        rows.push({ ...row, ...NEVER_WITHDRAWN });
      }
    }
  }
  const field = requireField(SHOWN_FIELDS, orden?.campo ?? 'fecha_venta', 'cupones');
  const direction = orden?.desc === true ? -1 : 1;
  return rows
    .map((row) => [storedValueOf(field, row), row] as const)
    .sort(([a], [b]) => direction * compare(a, b))
    .map(([, row]) => row);
}

/** The sum of the rows' amounts. `sinInformar`: how many rows have no amount; absent for none. */
export function sumRows(rows: readonly RowDocument[]): Pick<DataTotals, 'totales' | 'sinInformar'> {
  const importes = rows.flatMap(({ importe }) => parseMoney(String(importe ?? ''), 'sin-miles') ?? []);
  const unsaid = rows.length - importes.length;
  return {
    totales: { importe: formatPlain(sumCentavos(importes)) },
    ...(unsaid === 0 ? {} : { sinInformar: { importe: unsaid } }),
  };
}

/** The coverage of this view, which is always complete, because the ledger has all uploads of this PC. */
function getCuponesCoverage(ledger: Ledger, accountId: string): CoverageDocument {
  const when = ledger.uploads(accountId).map(({ carga, congelado }) => ledger.getLastEvent(carga)?.at ?? congelado);
  if (when.length === 0) return NO_COVERAGE;
  return { ...NO_COVERAGE, estado: 'al_dia', sincronizado: civilDateTimeAt(Math.max(...when)) };
}

// How many filtered lists to cache; each is valid until the next event of an upload.

const KEPT_RESULTS = 3;
const vista = 'cupones';

const withKey = (row: RowDocument): KeyedRow => ({
  ...row,
  clave: JSON.stringify([row['carga'], row['archivo'], row['fila']]),
});

/** A counter that grows with every event of an upload. */
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
});

const toWords = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

export function createSeenCupones({ ledgers }: { readonly ledgers: Pick<Ledgers, 'openExisting'> }) {
  const stored = new Map<string, { readonly version: string; readonly filas: readonly RowDocument[] }>();

  async function readSeen(account: Account, request: ViewRequest) {
    const ledger = await ledgers.openExisting(account);
    if (ledger === undefined) return { filas: [], cobertura: NO_COVERAGE, version: '' };
    const version = versionOf(ledger, account.id);
    const { desde, hasta, campoFecha, filtros, texto, orden } = request;
    const key = JSON.stringify([account.id, desde, hasta, campoFecha, filtros, texto, orden]);
    let keptOne = stored.get(key);
    if (keptOne?.version !== version) keptOne = { version, filas: listCupones(ledger, account.id, request) };
    stored.delete(key);
    stored.set(key, keptOne);
    for (const old of [...stored.keys()].slice(0, -KEPT_RESULTS)) stored.delete(old);
    return { filas: keptOne.filas, cobertura: getCuponesCoverage(ledger, account.id), version };
  }

  const readAll = async (account: Account) => {
    const { filas, cobertura } = await readSeen(account, { vista });
    return { filas: filas.map(withKey), cobertura };
  };

  return {
    readSeen,
    async readPage(account: Account, request: MethodParsed<'datos.pagina'>): Promise<DataPage> {
      const { filas, cobertura, version } = await readSeen(account, request);
      const to = request.desdeFila + request.filas;
      const page = filas.slice(request.desdeFila, to).map(withKey);
      return { vista, filas: page, cobertura, hayMas: filas.length > to, total: filas.length, version };
    },
    async readTotals(account: Account, request: MethodParsed<'datos.totales'>): Promise<DataTotals> {
      const { filas, version } = await readSeen(account, request);
      return { vista, total: filas.length, retiradas: 0, ...sumRows(filas), version };
    },
    async readValues(
      account: Account,
      { campo, limite, ...request }: ViewRequest & { readonly campo: DataField; readonly limite: number },
    ): Promise<DataValues> {
      const { filas } = await readSeen(account, request);
      const values = Array.from(
        Map.groupBy(filas, (row) => toWords(row[campo.nombre])),
        ([valor, { length }]) => ({ valor, filas: length }),
      ).sort((a, b) => b.filas - a.filas);
      return { vista, campo: campo.nombre, valores: values.slice(0, limite), hayMas: values.length > limite };
    },
    async readDetail(account: Account, key: string): Promise<DataDetail> {
      const { filas, cobertura } = await readAll(account);
      const row = filas.find((each) => each.clave === key);
      return { vista, fila: row === undefined ? null : { ...row, detalle: null, extra: null }, cobertura };
    },
    /** The coupon at the start of a trail: from this view, from a row of an upload, or from given fields. */
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
        throw new AppError('USO', { mensaje: REFUSALS.cuponNotHere });
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
