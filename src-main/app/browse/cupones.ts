/** Our own coupons as a view: what this PC uploaded and where each coupon ended, from the ledger. */
import type { DataTotals } from '#contract/data.ts';
import { VISTA_FIELDS, type DataField } from '#contract/data-fields.ts';
import type { CoverageDocument, RowDocument } from '#contract/documents.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import { DISPOSITIONS } from '#domain/conciliacion.ts';
import { FIELDS_IN_ORDER, parseCanonicalText, type Cupon } from '#domain/cupon.ts';
import { formatPlain, parseMoney, sumCentavos } from '#domain/money.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import { NO_COVERAGE } from '../coverage/coverage.ts';
import { requireField, filtersOf, type ViewRequest } from './request.ts';
import { matches, matchesText } from './predicate.ts';

const SHOWN_FIELDS = VISTA_FIELDS.cupones;
/** Every row of a view says both. Our own coupons are never withdrawn nor in doubt: that is of what the service stops showing. */
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

/** The coupons of an upload whose result was not read yet. */
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

/** Compares as SQLite does: null before everything, numbers as numbers, text by its code points. */
function compare(a: unknown, b: unknown): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [x, y] = [String(a), String(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

const sortValue = ({ nombre, tipo }: DataField, row: RowDocument): unknown => {
  const value = row[nombre] ?? null;
  return tipo === 'importe' && value !== null ? Number(value) : value;
};

/** The fields in which typed words are searched. */
const SEARCHED = [
  'comprobante', 'autorizacion', 'referencia', 'referencia_extra', 'nro_liquidacion', 'lote', 'terminal', 'tarjeta_nro', 'establecimiento',
  'tarjeta_desc', 'wallet_referencia', 'auxiliar_1', 'auxiliar_2', 'auxiliar_3', 'auxiliar_4', 'auxiliar_5', 'archivo', 'estado',
]; // prettier-ignore

/** The rows that pass the filter, in order: by date of sale when no order is given. Throws `USO` for an unknown field. */
export function listCupones(ledger: Ledger, accountId: string, request: ViewRequest): readonly RowDocument[] {
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
  return rows.sort((a, b) => direction * compare(sortValue(field, a), sortValue(field, b)));
}

/** The sum of the rows' amounts; `sinInformar`: how many rows say none, where there are any. */
export function sumRows(rows: readonly RowDocument[]): Pick<DataTotals, 'totales' | 'sinInformar'> {
  const importes = rows.flatMap(({ importe }) => parseMoney(String(importe ?? ''), 'sin-miles') ?? []);
  const unsaid = rows.length - importes.length;
  return {
    totales: { importe: formatPlain(sumCentavos(importes)) },
    ...(unsaid === 0 ? {} : { sinInformar: { importe: unsaid } }),
  };
}

/** The ledger is ours: it is always up to date with what this PC did. */
export function getCuponesCoverage(ledger: Ledger, accountId: string): CoverageDocument {
  const when = ledger.uploads(accountId).map(({ carga, congelado }) => ledger.getLastEvent(carga)?.at ?? congelado);
  if (when.length === 0) return NO_COVERAGE;
  return { ...NO_COVERAGE, estado: 'al_dia', sincronizado: civilDateTimeAt(Math.max(...when)) };
}
