import { VISTA_FIELDS, SIGNED_AMOUNTS, type DataField } from '#contract/data-fields.ts';
import type { KeyedRow } from '#contract/data.ts';
import type { Vista } from './vista.ts';
import { withSign, getValueText } from '../../ui/grid/text.ts';
import { isZero } from '../../ui/format.ts';
import { statementOf, describeCredited, getSign, titleOf } from './columns.ts';

interface RecordDatum {
  readonly campo: string;
  readonly titulo: string;
  readonly texto: string;
  /** Decimal text of an amount; undefined for other values. */
  readonly importe: string | undefined;
}

const MACHINE_FIELDS: readonly string[] = ['liquidaciones_id', 'transacciones_id', 'id'];

/** The fields of a record that have a value, in the order of the service; identifiers last. */
export function getRecord(vista: Vista, row: KeyedRow): readonly RecordDatum[] {
  const signed = SIGNED_AMOUNTS[vista];
  // The amount is shown with its sign or, if the sign is not known, as it came; never twice, since that would read as two amounts.
  const repeated = signed === undefined || (row[signed.as.name] ?? null) === null ? undefined : signed.field;
  const fields = VISTA_FIELDS[vista].filter(({ tipo, nombre }) => tipo !== 'json' && nombre !== repeated);
  const inOrder = [
    ...fields.filter(({ nombre }) => !MACHINE_FIELDS.includes(nombre)),
    ...fields.filter(({ nombre }) => MACHINE_FIELDS.includes(nombre)),
  ];
  return inOrder.flatMap((field) => {
    const datum = describeDatum(field, statementOf(field.nombre)?.(row) ?? row[field.nombre]);
    return datum === undefined ? [] : [{ campo: field.nombre, titulo: titleOf(field.nombre), ...datum }];
  });
}

function describeDatum(
  { nombre, tipo }: DataField,
  value: unknown,
): Pick<RecordDatum, 'texto' | 'importe'> | undefined {
  if (nombre === 'acreditada') return { texto: describeCredited(value).word, importe: undefined };
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  if (value === '' || tipo === 'json') return undefined;
  // The service writes this rate as a bare number.
  if (nombre === 'tna' && /^\d+(\.\d+)?$/.test(String(value)))
    return { texto: `${String(value).replace('.', ',')} %`, importe: undefined };
  const importe = tipo === 'importe' ? withSign(String(value), getSign(nombre)) : undefined;
  if (importe !== undefined && isZero(importe)) return undefined; // zero amounts are left out
  return { texto: getValueText({ tipo }, value), importe };
}

/** Fields that the service sent and that we do not know, as text. */
export function extraOf(row: KeyedRow): readonly { readonly nombre: string; readonly texto: string }[] {
  const extra = row['extra'];
  if (typeof extra !== 'object' || extra === null) return [];
  return Object.entries(extra).map(([name, value]: [string, unknown]) => ({
    nombre: name,
    texto: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}
