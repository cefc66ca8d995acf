/** Turns what the thread found into what the methods answer: operations by their fields, sentences, places. */
import type { CuponPlace, StatedDecision } from '#contract/decisions.ts';
import type {
  CuponState,
  StatedCandidato,
  StatedCause,
  ExplainedCupon,
  ExplanationsDocument,
} from '#contract/explanations.ts';
import type { RowDocument } from '#contract/documents.ts';
import { isTold, valuesOf, type ShownOperacion } from '#domain/matching/explain/differences.ts';
import type { Cause } from '#domain/matching/explain/causes.ts';
import type { Motivo, Explanation, MotivoCode } from '#domain/matching/explain/reasons.ts';
import type { CuponField } from '#domain/cupon.ts';
import { toCentavos, formatPlain } from '#domain/money.ts';
import { TABLES, type ReadRow } from '#storage/cache/index.ts';
import { toRowDocument } from '../browse/document.ts';
import type { ExplainedItem, ExplainedPage, OtherPlace } from './questions.ts';
import { sayCause, sayDecided } from '#domain/texts/cause-sentences.ts';
import type { Choose } from '#domain/texts/language.ts';
import { nameReason, REASON_NAMES, sayReason } from '#domain/texts/reason-sentences.ts';

/** Rows of the cache by the identifier of their operation. */
export type Operaciones = ReadonlyMap<string, ReadRow>;
/** What a person decided about a coupon. */
export type DecisionOf = (item: ExplainedItem) => StatedDecision | null;
/** The number of a coupon in our upload. */
export type SeqOf = (item: Pick<ExplainedItem, 'conciliacion' | 'archivo' | 'fila' | 'cupon'>) => number | null;
/** The number, in our upload, of a coupon that a reason is about. */
export type OtherSeqOf = (other: OtherPlace) => number | null;

const textOf = (row: ReadRow, field: string): string | null => {
  const value = row[field];
  return typeof value === 'string' ? value : null;
};

const shownOf = (row: ReadRow): ShownOperacion => ({
  fecha_venta: { fecha: textOf(row, 'fecha_venta') ?? '' },
  importe: toCentavos(Number(row['importe'] ?? 0)),
  comprobante: textOf(row, 'comprobante'),
  tarjeta_nro: textOf(row, 'tarjeta_nro'),
  bin: textOf(row, 'bin'),
  terminal: textOf(row, 'terminal'),
  lote: textOf(row, 'lote'),
  establecimiento: textOf(row, 'establecimiento'),
  tarjeta: textOf(row, 'tarjeta'),
  cuotas: textOf(row, 'cuotas'),
  autorizacion: textOf(row, 'autorizacion'),
  referencia: textOf(row, 'referencia'),
});

/** An operation as `datos.consultar` gives it. */
export const describeOperacion = (row: ReadRow): RowDocument =>
  toRowDocument(TABLES.operaciones, row, { detalle: false });

/** A probability has four decimals. */
export const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** The fields that a reason is about. */
function fieldsOf(motivo: Motivo): readonly CuponField[] {
  switch (motivo.codigo) {
    case 'VARIOS_CAMPOS':
      return motivo.campos;
    case 'CAMPOS_CAMBIADOS':
      return [motivo.campo, motivo.con];
    case 'COMPROBANTE_DISTINTO':
    case 'TARJETA_DISTINTA':
    case 'ESTABLECIMIENTO_DISTINTO':
    case 'LOTE_O_TERMINAL_DISTINTO':
    case 'CUOTAS_DISTINTAS':
    case 'AUTORIZACION_DISTINTA':
      return motivo.campos;
    case 'IMPORTE_POR_100':
    case 'IMPORTE_DE_UNA_CUOTA':
    case 'IMPORTE_NETO':
    case 'SIGNO_INVERTIDO':
    case 'IMPORTE_DISTINTO':
    case 'DIVIDIDA':
      return ['importe'];
    case 'DIA_Y_MES_CAMBIADOS':
    case 'FECHA_DISTINTA':
    case 'FUERA_DE_COBERTURA':
    case 'MUY_RECIENTE':
      return ['fecha_venta'];
    case 'ANULADA':
      return ['importe'];
    case 'COMERCIO_AJENO':
      return ['establecimiento', ...motivo.campos];
    case 'DUPLICADO_EN_CARGA':
    case 'COINCIDE_SIN_CONCILIAR':
    case 'YA_USADA':
    case 'AMBIGUO':
    case 'DEVUELTA':
    case 'SIN_OPERACION':
      return [];
  }
}

const describePlace = (place: CuponPlace, seq: number | null) => ({
  ...(place.id === undefined ? {} : { id: place.id }),
  conciliacion: place.conciliacion,
  n: place.n,
  seq,
  archivo: place.archivo,
  fila: place.fila,
});

interface CuponDeps {
  readonly inWords: Choose;
  readonly operaciones: Operaciones;
  readonly seqOf: SeqOf;
  readonly otherSeqOf: OtherSeqOf;
  readonly decisionOf: DecisionOf;
  /** Nothing was sent yet. */
  readonly before: boolean;
}

function stateOf(motivo: Motivo, decision: StatedDecision | null): CuponState {
  if (motivo.codigo === 'YA_USADA' && motivo.sameSale === true) return decision?.reemplazo ? 'reemplazado' : 'resuelto';
  if (decision?.pendiente === false || motivo.codigo === 'ANULADA') return 'resuelto';
  return motivo.codigo === 'MUY_RECIENTE' ? 'espera' : 'por_hacer';
}

/** A coupon with its sentence. A candidate that the cache no longer has is left out: it was withdrawn meanwhile. */
export function describeCupon(item: ExplainedItem, deps: CuponDeps): ExplainedCupon {
  const { inWords, operaciones, seqOf, otherSeqOf, decisionOf, before } = deps;
  const { cupon, explicacion: explanation, otro } = item;
  const { motivo, certeza } = explanation;
  const candidatos = explanation.candidatos.flatMap(({ operacion, puntaje, diferencias, iguales, tomadas, tomada }) => {
    const row = operaciones.get(operacion);
    if (row === undefined) return [];
    const candidato: StatedCandidato = {
      operacion: describeOperacion(row),
      puntaje: round(puntaje),
      diferencias: valuesOf(diferencias, cupon, shownOf(row)).filter(isTold),
      iguales,
      tomadas,
      ...(tomada === true ? { tomada } : {}),
    };
    return [candidato];
  });
  const differences = candidatos[0]?.diferencias ?? [];
  const [first] = candidatos;
  const fix = item.id !== undefined && first !== undefined && isFixable(explanation) ? fixOf(first) : undefined;
  const { sentAgain } = item;
  const reason = { motivo, cupon, diferencias: differences, otro, before, sentAgain };
  const [text, work] = sayReason(motivo.codigo, reason, inWords);
  const decision = decisionOf(item);
  return {
    ...describePlace(item, item.seq ?? seqOf(item)),
    cupon,
    motivo: motivo.codigo,
    estado: stateOf(motivo, decision),
    certeza,
    texto: text,
    hacer: decision?.resuelto === true ? sayDecided(decision.texto, decision.pendiente, inWords) : work,
    candidatos,
    nombre: nameReason(motivo, inWords),
    campos: fieldsOf(motivo),
    causa: item.causa,
    otro: otro === null ? null : describePlace(otro, otro.seq ?? otherSeqOf(otro)),
    decision,
    ...(motivo.codigo === 'YA_USADA' && motivo.sameSale === true
      ? { yaConcilio: true as const, ...(decision?.reemplazo ? { reemplazado: true as const } : {}) }
      : {}),
    ...(sentAgain ? { yaEnviado: true as const } : {}),
    ...(motivo.codigo === 'MUY_RECIENTE' ? { espera: motivo.hasta } : {}),
    ...(explanation.pruned ? { podado: true as const } : {}),
    ...(fix === undefined ? {} : { arreglo: fix }),
  };
}

/** A systematic cause with its sentence. */
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

/** The counts by reason. */
export const describeSummary = (summary: ExplainedPage['resumen'], inWords: Choose): ExplanationsDocument['resumen'] =>
  summary.map(({ motivo, cupones, importe }) => ({
    motivo,
    nombre: inWords(...REASON_NAMES[motivo]),
    cupones,
    importe: formatPlain(importe),
  }));

/** The values of an operation that are to replace those of its coupon. */

/** Reasons that go away when the coupon takes the values of its operation: only fields differ. */
const OF_FIELDS: ReadonlySet<MotivoCode> = new Set<MotivoCode>([
  'CAMPOS_CAMBIADOS', 'IMPORTE_POR_100', 'IMPORTE_DE_UNA_CUOTA', 'IMPORTE_NETO', 'SIGNO_INVERTIDO', 'IMPORTE_DISTINTO',
  'DIA_Y_MES_CAMBIADOS', 'FECHA_DISTINTA', 'COMPROBANTE_DISTINTO', 'TARJETA_DISTINTA', 'ESTABLECIMIENTO_DISTINTO',
  'LOTE_O_TERMINAL_DISTINTO', 'CUOTAS_DISTINTAS', 'AUTORIZACION_DISTINTA', 'VARIOS_CAMPOS',
]); // prettier-ignore

const isOfFields = (motivo: Motivo): boolean =>
  OF_FIELDS.has(motivo.codigo) ||
  (motivo.codigo === 'COMERCIO_AJENO' && motivo.operacion) ||
  (motivo.codigo === 'DEVUELTA' && motivo.difiere !== undefined && isOfFields(motivo.difiere));

/** Whether the first operation of a coupon can correct it. */
export const isFixable = ({ motivo, candidatos }: Explanation): boolean =>
  isOfFields(motivo) && (candidatos[0]?.diferencias.length ?? 0) > 0;

/** The values for the cells of a row. */
export interface RowFix {
  readonly id: number;
  readonly valores: Readonly<Partial<Record<CuponField, string>>>;
}

/** The texts of the operation, as they would be sent, by field. */
function fixOf({ diferencias }: StatedCandidato): Partial<Record<CuponField, string>> {
  const fix: Partial<Record<CuponField, string>> = {};
  for (const { campo, operacion } of diferencias) {
    if (operacion !== null) fix[campo] = operacion;
  }
  return fix;
}
