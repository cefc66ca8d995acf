import type { KeyedRow } from '#contract/data.ts';
import { m } from '../../paraglide/messages.js';
import { addUp, isZero } from '../../ui/format.ts';
import { textOf } from './columns.ts';

export interface StatementLine {
  readonly id: string;
  readonly concept: string;
  readonly porcentaje: string;
  readonly importe: string;
}

export interface Group {
  readonly titulo: string;
  readonly lines: readonly StatementLine[];
  readonly totalLabel: string;
  readonly total: string;
  readonly resta?: true;
  /** The sum of the lines; undefined when it equals the total, or when the amount of a line is unknown. */
  readonly suman: string | undefined;
}

const BILLED = {
  facturado_debito: m.liq_debito,
  facturado_credito: m.liq_credito,
  facturado_credito_cuotas: m.liq_cuotas,
  facturado_descontado: m.liq_descontado,
  facturado_otro: m.liq_otro,
} as const;
const DISCOUNTED = {
  descontado_arancel: m.arancel,
  descontado_cuota: m.liq_cuota,
  descontado_promocion: m.liq_promocion,
  descontado_impuesto: m.seccion_impuestos,
  descontado_adelanto: m.liq_adelanto,
  descontado_otro: m.liq_otro,
} as const;

const withComma = (percentage: string): string => (isZero(percentage) ? '' : `${percentage.replace('.', ',')} %`);

const linesOf = (row: KeyedRow, fields: Readonly<Record<string, () => string>>): readonly StatementLine[] =>
  Object.entries(fields).flatMap(([field, concept]) => {
    const importe = textOf(row, field);
    // Keeps the line of an amount that the service did not report, because unknown is not zero.
    return !isZero(importe) || row[field] === null ? [{ id: field, concept: concept(), porcentaje: '', importe }] : [];
  });

/** The records in `detail`, or in its list `name`; other values are left out. */
function listOf(detail: unknown, name?: string): readonly Readonly<Record<string, unknown>>[] {
  const inner: unknown =
    name === undefined || typeof detail !== 'object' || detail === null ? detail : Reflect.get(detail, name);
  return Array.isArray(inner)
    ? inner.filter((one): one is Readonly<Record<string, unknown>> => typeof one === 'object' && one !== null)
    : [];
}

const fieldTextOf = (record: Readonly<Record<string, unknown>>, field: string): string => {
  const value = record[field];
  return typeof value === 'string' ? value : '';
};

function makeLine(record: Readonly<Record<string, unknown>>, index: number): StatementLine {
  const description = fieldTextOf(record, 'descripcion');
  const motivo = fieldTextOf(record, 'motivo');
  return {
    id: String(index),
    concept: description === '' ? motivo : description,
    porcentaje: withComma(fieldTextOf(record, 'porcentaje')),
    importe: fieldTextOf(record, 'importe'),
  };
}

function groupOf(title: string, totalLabel: string, lines: readonly StatementLine[], total: string): Group {
  const sum = addUp(lines.map(({ importe }) => importe));
  const isBalanced = lines.length === 0 || total === '' || sum.sinLeer > 0 || sum.total === addUp([total]).total;
  return { titulo: title, lines, totalLabel, total, suman: isBalanced ? undefined : sum.total };
}

/** The service's detailed discounts, and the discounts that only the settlement's fields have, if both together add up to `total_descontado`. */
function completeDetail(row: KeyedRow, detailed: readonly StatementLine[]): readonly StatementLine[] {
  const amountOf = ({ importe }: StatementLine): string => addUp([importe]).total;
  const known = detailed.map(amountOf);
  const leftOut = linesOf(row, DISCOUNTED).filter((line) => line.importe !== '' && !known.includes(amountOf(line)));
  const all = [...detailed, ...leftOut];
  return addUp(all.map(amountOf)).total === addUp([textOf(row, 'total_descontado')]).total ? all : detailed;
}

/** Builds the statement from billed to credited amount, with the service's detail or else with the settlement's sums by kind. */
export function buildStatement(row: KeyedRow): { readonly invoiced: Group; readonly descuentos: Group } {
  const detailed = listOf(row['detalle'], 'descuentos').map(makeLine);
  return {
    invoiced: groupOf(m.liq_facturado(), m.liq_total_facturado(), linesOf(row, BILLED), textOf(row, 'total_facturado')),
    descuentos: {
      ...groupOf(
        m.liq_descuentos(),
        m.liq_total_descontado(),
        detailed.length > 0 ? completeDetail(row, detailed) : linesOf(row, DISCOUNTED),
        textOf(row, 'total_descontado'),
      ),
      resta: true,
    },
  };
}

const KINDS = [
  { prefix: 'IMPUESTO', titulo: m.seccion_impuestos, total: 'total_impuestos', campos: ['impuesto_iva_105', 'impuesto_iva_21', 'impuesto_otros'] },
  { prefix: 'RETENCI', titulo: m.imp_retenciones, total: 'total_retenciones', campos: ['retencion_iva', 'retencion_iibb', 'retencion_ganancias', 'retencion_otros'] },
  { prefix: 'PERCEPCI', titulo: m.imp_percepciones, total: 'total_percepciones', campos: ['percepcion_iva', 'percepcion_iibb', 'percepcion_ganancias', 'percepcion_otros'] },
] as const; // prettier-ignore

/** Groups the taxes of a settlement: taxes, withholdings, perceptions. `nameOf`: the title of a field. */
export function impuestosOf(row: KeyedRow, nameOf: (field: string) => string): readonly Group[] {
  const detail = listOf(row['detalle']);
  return KINDS.map(({ prefix, titulo, total, campos }) => {
    const own = detail.filter((item) => fieldTextOf(item, 'tipo').toUpperCase().startsWith(prefix)).map(makeLine);
    const byFields = linesOf(row, Object.fromEntries(campos.map((field) => [field, () => nameOf(field)])));
    return groupOf(titulo(), titulo(), own.length > 0 ? own : byFields, textOf(row, total));
  }).filter(({ lines, total }) => lines.length > 0 || !isZero(total));
}

export const getDetailSales = (row: KeyedRow): readonly StatementLine[] =>
  listOf(row['detalle'], 'ventas').map(makeLine);
