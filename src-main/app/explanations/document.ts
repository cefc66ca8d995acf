import type { CuponPlace, StatedDecision } from '#contract/decisions.ts';
import type { CuponState, StatedCandidato, StatedCause, ExplainedCupon } from '#contract/explanations.ts';
import type { RowDocument } from '#contract/documents.ts';
import type { Cause } from '#domain/matching/explain/causes.ts';
import { isTold, valuesOf } from '#domain/matching/explain/differences.ts';
import type { Motivo, Explanation, MotivoCode } from '#domain/matching/explain/reasons.ts';
import type { CuponField } from '#domain/cupon.ts';
import { formatPlain } from '#domain/money.ts';
import { sayCause, sayDecided } from '#domain/texts/cause-sentences.ts';
import type { Choose } from '#domain/texts/language.ts';
import { nameReason, sayReason } from '#domain/texts/reason-sentences.ts';
import { TABLES, type ReadRow } from '#storage/cache/index.ts';
import { toRowDocument } from '../browse/document.ts';
import type { OpenCupon } from './cupones.ts';

export const describeOperacion = (row: ReadRow): RowDocument =>
  toRowDocument(TABLES.operaciones, row, { detalle: false });

export const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** The fields that a reason is about, for reasons that do not name fields themselves. */
const FIELDS_OF: Readonly<Partial<Record<MotivoCode, readonly CuponField[]>>> = {
  IMPORTE_POR_100: ['importe'],
  IMPORTE_DE_UNA_CUOTA: ['importe'],
  IMPORTE_NETO: ['importe'],
  SIGNO_INVERTIDO: ['importe'],
  IMPORTE_DISTINTO: ['importe'],
  DIVIDIDA: ['importe'],
  ANULADA: ['importe'],
  DIA_Y_MES_CAMBIADOS: ['fecha_venta'],
  FECHA_DISTINTA: ['fecha_venta'],
  FUERA_DE_COBERTURA: ['fecha_venta'],
  MUY_RECIENTE: ['fecha_venta'],
};

function fieldsOf(motivo: Motivo): readonly CuponField[] {
  if (motivo.codigo === 'CAMPOS_CAMBIADOS') return [motivo.campo, motivo.con];
  if (motivo.codigo === 'COMERCIO_AJENO') return ['establecimiento', ...motivo.campos];
  return FIELDS_OF[motivo.codigo] ?? ('campos' in motivo ? motivo.campos : []);
}

export const describePlace = ({ id, conciliacion, n, archivo, fila }: CuponPlace, seq: number | null): CuponPlace => ({
  ...(id === undefined ? {} : { id }),
  conciliacion,
  n,
  seq,
  archivo,
  fila,
});

export interface ExplainedRow {
  readonly open: OpenCupon;
  readonly explicacion: Explanation;
  readonly causa: number | null;
  /** True if the row may take the values of its first operation in one step with other rows. */
  readonly isMendedInBulk: boolean;
  /** True for a row that an earlier upload sent and the service matched. */
  readonly sentAgain: boolean;
  /** What became of a row that an earlier upload sent and that did not match there; undefined for other rows. */
  readonly sentBefore: ExplainedCupon['enviadoAntes'];
}

interface CuponDeps {
  readonly inWords: Choose;
  readonly operaciones: ReadonlyMap<string, ReadRow>;
  readonly seq: number | null;
  /** The coupons that the reason is about. `hoja`: the sheet, if it is another one of the same file. */
  readonly otros: readonly { readonly place: CuponPlace; readonly hoja: string | null }[];
  readonly decision: StatedDecision | null;
  readonly before: boolean;
}

function stateOf(motivo: Motivo, decision: StatedDecision | null): CuponState {
  if (motivo.codigo === 'YA_USADA' && motivo.sameSale === true) return decision?.reemplazo ? 'reemplazado' : 'resuelto';
  if (decision?.pendiente === false || motivo.codigo === 'ANULADA') return 'resuelto';
  return motivo.codigo === 'MUY_RECIENTE' ? 'espera' : 'por_hacer';
}

/** A coupon with its sentence. Leaves out candidates that were withdrawn from the cache meanwhile. */
export function describeCupon(row: ExplainedRow, deps: CuponDeps): ExplainedCupon {
  const { inWords, operaciones, seq, otros, decision, before } = deps;
  const { open, explicacion: explanation, causa, sentAgain, sentBefore } = row;
  const { cupon, place } = open;
  const { motivo, certeza } = explanation;
  const candidatos = explanation.candidatos.flatMap(
    ({ operacion: id, puntaje, diferencias, importe: _, ultimos: _card, ...equal }): StatedCandidato[] => {
      const its = operaciones.get(id);
      if (its === undefined) return [];
      const operacion = describeOperacion(its);
      const told = valuesOf(diferencias, cupon, operacion).filter(isTold);
      return [{ operacion, puntaje: round(puntaje), diferencias: told, ...equal }];
    },
  );
  const [first] = candidatos;
  const fix = place.id !== undefined && first !== undefined && isFixable(explanation) ? fixOf(first) : undefined;
  const others = otros.map(({ place: its, hoja }) => ({ ...its, hoja }));
  const [other = null] = others;
  const diferencias = first?.diferencias ?? [];
  const reason = { motivo, cupon, diferencias, otro: other, otros: others, before, sentAgain };
  const [text, work] = sayReason(motivo.codigo, reason, inWords);
  return {
    ...describePlace(place, seq),
    cupon,
    motivo: motivo.codigo,
    estado: stateOf(motivo, decision),
    certeza,
    texto: text,
    hacer: decision !== null && (decision.resuelto || !decision.pendiente) ? sayDecided(decision, inWords) : work,
    candidatos,
    nombre: nameReason(motivo, inWords),
    campos: fieldsOf(motivo),
    causa,
    otro: otros[0]?.place ?? null,
    decision,
    ...(motivo.codigo === 'DIVIDIDA'
      ? { division: { otros: otros.map((one) => one.place), operaciones: motivo.operaciones } }
      : {}),
    ...(motivo.codigo === 'YA_USADA' && motivo.sameSale === true
      ? { yaConcilio: true as const, ...(decision?.reemplazo ? { reemplazado: true as const } : {}) }
      : {}),
    ...(sentAgain ? { yaEnviado: true as const } : {}),
    ...(sentBefore === undefined ? {} : { enviadoAntes: sentBefore }),
    ...(motivo.codigo === 'MUY_RECIENTE' ? { espera: motivo.hasta } : {}),
    ...(explanation.pruned ? { podado: true as const } : {}),
    ...(fix === undefined ? {} : { arreglo: fix, ...(row.isMendedInBulk ? {} : { aparte: true as const }) }),
  };
}

export function describeCause(cause: Cause, inWords: Choose, before: boolean): StatedCause {
  const [text, work] = sayCause(cause, inWords, before);
  const { cupones, importe, variant: _, veces: times, ...contrast } = cause;
  return {
    ...contrast,
    texto: text,
    hacer: work,
    cupones: cupones.length,
    importe: formatPlain(BigInt(importe)),
    veces: Math.round(times * 10) / 10,
  };
}

/** Reasons that disappear when the coupon takes the values of its operation, because only fields differ. */
const OF_FIELDS: ReadonlySet<MotivoCode> = new Set<MotivoCode>([
  'CAMPOS_CAMBIADOS', 'IMPORTE_POR_100', 'IMPORTE_DE_UNA_CUOTA', 'IMPORTE_NETO', 'SIGNO_INVERTIDO', 'IMPORTE_DISTINTO',
  'DIA_Y_MES_CAMBIADOS', 'FECHA_DISTINTA', 'COMPROBANTE_DISTINTO', 'TARJETA_DISTINTA', 'ESTABLECIMIENTO_DISTINTO',
  'LOTE_O_TERMINAL_DISTINTO', 'CUOTAS_DISTINTAS', 'AUTORIZACION_DISTINTA', 'VARIOS_CAMPOS',
]); // prettier-ignore

const isOfFields = (motivo: Motivo): boolean =>
  OF_FIELDS.has(motivo.codigo) ||
  (motivo.codigo === 'COMERCIO_AJENO' && motivo.operacion) ||
  (motivo.codigo === 'DEVUELTA' && motivo.difiere !== undefined && isOfFields(motivo.difiere));

export const isFixable = ({ motivo, candidatos }: Explanation): boolean =>
  isOfFields(motivo) && (candidatos[0]?.diferencias.length ?? 0) > 0;

function fixOf({ diferencias }: StatedCandidato): Partial<Record<CuponField, string>> {
  const fix: Partial<Record<CuponField, string>> = {};
  for (const { campo, operacion } of diferencias) {
    if (operacion !== null) fix[campo] = operacion;
  }
  return fix;
}
