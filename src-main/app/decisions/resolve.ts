/** Finds the coupons and operations that an input means in what this PC keeps, and refuses in words those that are not there. */
import type { CuponPlace } from '#contract/decisions.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { AppError } from '#contract/errors.ts';
import { DECISION_REFUSALS } from '#domain/texts/decision-refusals.ts';
import { AUXILIARIES, FIELDS_IN_ORDER, parseCanonicalText, type Cupon, type CuponField } from '#domain/cupon.ts';
import { parseIsoDate } from '#domain/civil-date.ts';
import type { DecidedCupon, DecidedOperacion } from '#domain/decisions/events.ts';
import { referenceOf, saleKeyOf } from '#domain/decisions/sale-key.ts';
import { toCentavos } from '#domain/money.ts';
import { textIn } from '#domain/row.ts';
import type { ReadRow } from '#storage/cache/index.ts';
import { type Ledger } from '#storage/ledger/index.ts';
import { findConciliacion } from '../uploaded/uploads.ts';
import type { AskedCupon, ResolvedCupon, Resolved } from '../explanations/questions.ts';
import type { SeqOf } from '../explanations/document.ts';
import { refuse } from './refusals.ts';

export type DecisionInput = MethodParsed<'decisiones.tomar'>['decisiones'][number];
export type CuponRef = Extract<DecisionInput, { tipo: 'nota' }>['cupon'];

/** Names a coupon of an input. */
export const keyOfRef = (ref: CuponRef): string =>
  'seq' in ref ? `${ref.carga} ${String(ref.seq)}` : `${ref.conciliacion}:${String(ref.n)}`;

export const refsOf = (input: DecisionInput): readonly CuponRef[] =>
  input.tipo === 'vinculo' ? input.cupones : [input.cupon];

/** Our upload by its name or by the id of its reconciliation. Throws `CARGA_INEXISTENTE`. */
export function uploadOf(ledger: Ledger, accountId: string, name: string): string {
  const upload = ledger.upload(name) === undefined ? ledger.uploadOf(accountId, name) : name;
  if (upload === null) throw new AppError('CARGA_INEXISTENTE', { detail: { carga: name } });
  return upload;
}

/** What is looked for. Throws `CARGA_INEXISTENTE`, `CUPON_INEXISTENTE`. */
export function askFor(ledger: Ledger, accountId: string, ref: CuponRef): AskedCupon {
  if ('n' in ref)
    return { of: ref.conciliacion, n: ref.n, seq: null, archivo: null, fila: null, key: null, reference: null };
  const upload = uploadOf(ledger, accountId, ref.carga);
  const row = ledger.cupon(upload, ref.seq);
  if (row === undefined) {
    const total = ledger.upload(upload)?.total ?? 0;
    throw refuse('CUPON_INEXISTENTE', DECISION_REFUSALS.numberUnknown(total, ref.seq, ref.carga), {
      carga: upload,
      seq: ref.seq,
    });
  }
  const own = parseCanonicalText(row.texto);
  return {
    of: findConciliacion(ledger, upload) ?? upload,
    n: null,
    seq: ref.seq,
    archivo: ledger.upload(upload)?.archivos[row.archivo] ?? null,
    fila: row.fila,
    key: saleKeyOf(own),
    reference: referenceOf(own) ?? null,
  };
}

const OF_MARKERS: ReadonlySet<CuponField> = new Set(AUXILIARIES);

/** A coupon without the fields that may carry the marker: they say nothing of the sale. */
function withoutMarker(cupon: Cupon): Cupon {
  const own: { -readonly [K in keyof Cupon]: Cupon[K] } = {};
  for (const field of FIELDS_IN_ORDER) {
    if (!OF_MARKERS.has(field) && cupon[field] !== undefined) own[field] = cupon[field];
  }
  return own;
}

/** The coupon as decisions name it. Throws `CUPON_CONCILIADO`, `CUPON_INEXISTENTE`. */
export function toDecidedCupon(
  { ledger, accountId, seqOf }: { readonly ledger: Ledger; readonly accountId: string; readonly seqOf: SeqOf },
  ref: CuponRef,
  found: ResolvedCupon,
): DecidedCupon {
  const which = 'seq' in ref ? ({ n: ref.seq, of: 'upload' } as const) : ({ n: ref.n, of: 'result' } as const);
  if (found.estado === 'no_esta') {
    throw refuse('CUPON_INEXISTENTE', DECISION_REFUSALS.cuponNotOpen(which));
  }
  if (found.estado === 'conciliado' || found.conciliado) {
    throw refuse('CUPON_CONCILIADO', DECISION_REFUSALS.cuponMatched(which));
  }
  const { place, cupon, vez } = found;
  const own = 'seq' in ref ? uploadOf(ledger, accountId, ref.carga) : null;
  const upload = own ?? (place.conciliacion === null ? null : ledger.uploadOf(accountId, place.conciliacion));
  const seq = 'seq' in ref ? ref.seq : (place.seq ?? seqOf({ ...place, cupon }));
  return {
    carga: seq === null ? null : upload,
    seq,
    conciliacion: place.conciliacion,
    archivo: place.archivo,
    fila: place.fila,
    vez,
    cupon: withoutMarker(cupon),
  };
}

/** The operation as decisions name it. Throws `OPERACION_INEXISTENTE`. */
export function toDecidedOperacion(id: string, row: ReadRow | undefined): DecidedOperacion {
  const sold = parseIsoDate(textIn(row ?? {}, 'fecha_venta')?.slice(0, 10) ?? '');
  const importe = row?.['importe'];
  const gone = row === undefined || typeof row['retirada'] === 'number';
  if (gone || sold === undefined || typeof importe !== 'number') {
    throw refuse('OPERACION_INEXISTENTE', DECISION_REFUSALS.operationNotHere(id), { operacion: id });
  }
  return {
    id,
    fecha_venta: sold,
    importe: toCentavos(importe),
    establecimiento: textIn(row, 'establecimiento'),
    terminal: textIn(row, 'terminal'),
    lote: textIn(row, 'lote'),
    comprobante: textIn(row, 'comprobante'),
    tarjeta_nro: textIn(row, 'tarjeta_nro'),
    autorizacion: textIn(row, 'autorizacion'),
    referencia: textIn(row, 'referencia'),
  };
}

/** Refuses an operation that a matched coupon holds. */
export function refuseHeld({ operaciones }: Resolved, ids: readonly string[]): void {
  for (const id of ids) {
    const held: CuponPlace | null = operaciones.find((one) => one.id === id)?.de ?? null;
    if (held === null) continue;
    throw refuse('OPERACION_TOMADA', DECISION_REFUSALS.operationMatched(id, held), { operacion: id });
  }
}
