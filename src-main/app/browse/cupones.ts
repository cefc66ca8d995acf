/** Our own coupons as a view: what this PC uploaded and where each coupon ended, from the ledger. */
import { CAMPOS_DE_VISTA, type DataField } from '#contract/data-fields.ts';
import type { CoverageDocument, RowDocument } from '#contract/documents.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import { DISPOSITIONS } from '#domain/conciliacion.ts';
import { FIELDS_IN_ORDER, type Cupon } from '#domain/cupon.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import { parseCanonical } from '../import/parse-canonical.ts';
import { NO_COVERAGE } from '../coverage/coverage.ts';
import { requireField, filtersOf, type ViewRequest } from './request.ts';
import { matches, matchesText } from './predicate.ts';

const PER_PAGE = 500;

const CAMPOS_DE_CUPON = CAMPOS_DE_VISTA.cupones;

const camposDe = (cupon: Cupon): Readonly<Record<string, string | null>> =>
  Object.fromEntries(FIELDS_IN_ORDER.map((campo) => [campo, cupon[campo] ?? null]));

function* rowsOfUpload(ledger: Ledger, carga: string): Generator<RowDocument> {
  let vistas = 0;
  for (let despues = 0; ;) {
    const page = ledger.readReportPage(carga, DISPOSITIONS, despues, PER_PAGE);
    for (const { seq, archivo, fila, cupon, disposicion, nroLiquidacion, fechaLiq } of page) {
      despues = seq;
      vistas += 1;
      const conciliado = disposicion === 'conciliado' ? true : disposicion === 'sin_conciliar' ? false : null;
      yield {
        carga,
        archivo,
        fila,
        ...camposDe(cupon),
        estado: disposicion,
        conciliado,
        nro_liquidacion: nroLiquidacion,
        fecha_liq: fechaLiq,
      };
    }
    if (page.length < PER_PAGE) break;
  }
  if (vistas === 0) yield* withoutResult(ledger, carga);
}

/** The coupons of an upload whose result was not read yet. */
function* withoutResult(ledger: Ledger, carga: string): Generator<RowDocument> {
  const upload = ledger.upload(carga);
  for (let seq = 1; upload !== undefined && seq <= upload.total; seq++) {
    const nuestra = ledger.cupon(carga, seq);
    if (nuestra === undefined) continue;
    const cupon = { ...camposDe(parseCanonical(nuestra.texto)) };
    if (upload.marcador !== null) cupon[upload.marcador.campo] = null;
    yield {
      carga,
      archivo: upload.archivos[nuestra.archivo] ?? '',
      fila: nuestra.fila,
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

const sortValue = ({ nombre, tipo }: DataField, fila: RowDocument): unknown => {
  const valor = fila[nombre] ?? null;
  return tipo === 'importe' && valor !== null ? Number(valor) : valor;
};

/** The fields in which typed words are searched. */
const SEARCHED = [
  'comprobante', 'autorizacion', 'referencia', 'referencia_extra', 'nro_liquidacion', 'lote', 'terminal', 'tarjeta_nro', 'establecimiento',
  'tarjeta_desc', 'wallet_referencia', 'auxiliar_1', 'auxiliar_2', 'auxiliar_3', 'auxiliar_4', 'auxiliar_5', 'archivo', 'estado',
]; // prettier-ignore

/** The rows that pass the filter, in order: by date of sale when no order is given. Throws `USO` for an unknown field. */
export function cuponesDe(ledger: Ledger, accountId: string, request: ViewRequest): readonly RowDocument[] {
  const { desde, hasta, orden, texto = '', campoFecha = 'fecha_venta' } = request;
  const fechas = CAMPOS_DE_CUPON.filter(({ tipo }) => tipo === 'fecha');
  requireField(fechas, campoFecha, 'cupones');
  const filtros = filtersOf(CAMPOS_DE_CUPON, 'cupones', request.filtros);
  const filas: RowDocument[] = [];
  for (const { carga } of ledger.uploads(accountId).toReversed()) {
    for (const fila of rowsOfUpload(ledger, carga)) {
      const fecha = String(fila[campoFecha] ?? '');
      if (desde !== undefined && fecha < desde) continue;
      if (hasta !== undefined && (fecha === '' || fecha > hasta)) continue;
      if (!filtros.every((filtro) => matches(CAMPOS_DE_CUPON, filtro, fila))) continue;
      if (matchesText({ campos: CAMPOS_DE_CUPON, searched: SEARCHED }, texto, fila)) filas.push(fila);
    }
  }
  const campo = requireField(CAMPOS_DE_CUPON, orden?.campo ?? 'fecha_venta', 'cupones');
  const direction = orden?.desc === true ? -1 : 1;
  return filas.sort((a, b) => direction * compare(sortValue(campo, a), sortValue(campo, b)));
}

/** The ledger is ours: it is always up to date with what this PC did. */
export function cuponesCoverage(ledger: Ledger, accountId: string): CoverageDocument {
  const cuando = ledger.uploads(accountId).map(({ carga, congelado }) => ledger.getLastEvent(carga)?.at ?? congelado);
  if (cuando.length === 0) return NO_COVERAGE;
  return { ...NO_COVERAGE, estado: 'al_dia', sincronizado: civilDateTimeAt(Math.max(...cuando)) };
}
