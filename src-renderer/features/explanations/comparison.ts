import type { StatedCandidato, ExplainedCupon } from '#contract/explanations.ts';
import { formatDate, formatAmount } from '../../ui/format.ts';
import { REVIEW_FIELDS, getFieldName, type Field } from '../review/fields.ts';

/** A value in pieces, of which those are marked that differ from another value. */
export type MarkedText = readonly { readonly text: string; readonly isMarked: boolean }[];

/** A field of a coupon beside the same field of an operation. `equivalente`: written differently, but with the same meaning. */
export interface ComparedField {
  readonly campo: Field;
  readonly nombre: string;
  readonly cupon: MarkedText | undefined;
  readonly operacion: MarkedText | undefined;
  readonly relation: 'distinto' | 'igual' | 'equivalente';
}

/** Names of fields that operations call differently. */
const OTHER_NAME: Readonly<Partial<Record<Field, string>>> = {
  tarjeta_desc: 'tarjeta',
  wallet_referencia: 'referencia',
};
const SHARED: readonly Field[] = [
  'importe', 'fecha_venta', 'tarjeta_desc', 'tarjeta_nro', 'comprobante', 'lote', 'terminal', 'establecimiento',
  'cuotas', 'autorizacion', 'bin', 'wallet_referencia',
]; // prettier-ignore

export const getFieldText = (field: Field, value: unknown): string | undefined => {
  if (typeof value !== 'string' || value === '') return undefined;
  if (field === 'importe') return formatAmount(value);
  return field === 'fecha_venta' ? formatDate(value.slice(0, 10)) : value;
};

/** The first and the last position of what differs in `own`: all between the shared beginning and the shared end of both values. */
function findDifference(own: string, other: string): readonly [start: number, end: number] {
  let start = 0;
  while (start < own.length && start < other.length && own[start] === other[start]) start += 1;
  let end = 0;
  while (end < own.length - start && end < other.length - start && own.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [start, own.length - end];
}

/** Marks each differing character of `own`; of values of different lengths, all that is between what they share. */
export function markDifference(own: string, other: string): MarkedText {
  const [start, end] = findDifference(own, other);
  const isDifferent = (i: number): boolean =>
    own.length === other.length ? own[i] !== other[i] : i >= start && i < end;
  const pieces: { text: string; isMarked: boolean }[] = [];
  for (let i = 0; i < own.length; i++) {
    const last = pieces.at(-1);
    if (last?.isMarked === isDifferent(i)) last.text += own.charAt(i);
    else pieces.push({ text: own.charAt(i), isMarked: isDifferent(i) });
  }
  return pieces;
}

const toUnmarked = (text: string): MarkedText => [{ text, isMarked: false }];

export function compareFields(
  cupon: ExplainedCupon['cupon'],
  { operacion, diferencias }: StatedCandidato,
): readonly ComparedField[] {
  const ordered = [...SHARED, ...REVIEW_FIELDS.filter((field) => !SHARED.includes(field))];
  return ordered.flatMap((field): readonly ComparedField[] => {
    const difference = diferencias.find((one) => one.campo === field);
    if (difference === undefined && !SHARED.includes(field)) return [];
    const own = getFieldText(field, difference?.cupon ?? cupon[field]);
    const theirs = getFieldText(field, difference?.operacion ?? operacion[OTHER_NAME[field] ?? field]);
    if (difference === undefined && (own === undefined || theirs === undefined)) return [];
    const differs = difference !== undefined;
    const both = own !== undefined && theirs !== undefined;
    return [
      {
        campo: field,
        nombre: getFieldName(field),
        cupon: own === undefined ? undefined : differs && both ? markDifference(own, theirs) : toUnmarked(own),
        operacion:
          theirs === undefined ? undefined : differs && both ? markDifference(theirs, own) : toUnmarked(theirs),
        relation: differs ? 'distinto' : own === theirs ? 'igual' : 'equivalente',
      },
    ];
  });
}

const joinMarked = (text: MarkedText | undefined): string =>
  text === undefined ? '—' : text.map((piece) => piece.text).join('');

/** `Fecha de venta: 03/10/2026 → 04/10/2026`: each differing field, the coupon's value first; empty for none. */
export const describeDifferences = (cupon: ExplainedCupon['cupon'], candidato: StatedCandidato): string =>
  compareFields(cupon, candidato)
    .filter(({ relation }) => relation === 'distinto')
    .map(({ nombre, cupon: own, operacion }) => `${nombre}: ${joinMarked(own)} → ${joinMarked(operacion)}`)
    .join(' · ');

export const listDifferingNames = (candidato: StatedCandidato): readonly string[] =>
  candidato.diferencias.map(({ campo }) => getFieldName(campo).toLowerCase());
