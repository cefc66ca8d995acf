import { CAMPOS_DE_VISTA, SIGNED_AMOUNTS, type DataField } from '#contract/data-fields.ts';
import type { KeyedRow } from '#contract/data.ts';
import type { Vista } from './vista.ts';
import { withSign, getValueText } from '../../ui/grid/text.ts';
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
export function getRecord(vista: Vista, fila: KeyedRow): readonly RecordDatum[] {
  const signed = SIGNED_AMOUNTS[vista];
  // The amount is shown with its sign or, if the sign is not known, as it came; never twice, since that would read as two amounts.
  const repeated = signed === undefined || (fila[signed.as.name] ?? null) === null ? undefined : signed.field;
  const campos = CAMPOS_DE_VISTA[vista].filter(({ tipo, nombre }) => tipo !== 'json' && nombre !== repeated);
  const inOrder = [
    ...campos.filter(({ nombre }) => !MACHINE_FIELDS.includes(nombre)),
    ...campos.filter(({ nombre }) => MACHINE_FIELDS.includes(nombre)),
  ];
  return inOrder.flatMap((campo) => {
    const datum = describeDatum(campo, statementOf(campo.nombre)?.(fila) ?? fila[campo.nombre]);
    return datum === undefined ? [] : [{ campo: campo.nombre, titulo: titleOf(campo.nombre), ...datum }];
  });
}

function describeDatum(
  { nombre, tipo }: DataField,
  valor: unknown,
): Pick<RecordDatum, 'texto' | 'importe'> | undefined {
  if (nombre === 'acreditada') return { texto: describeCredited(valor).word, importe: undefined };
  if (typeof valor !== 'string' && typeof valor !== 'number' && typeof valor !== 'boolean') return undefined;
  if (valor === '' || tipo === 'json') return undefined;
  // The service writes this rate as a bare number.
  if (nombre === 'tna' && /^\d+(\.\d+)?$/.test(String(valor)))
    return { texto: `${String(valor).replace('.', ',')} %`, importe: undefined };
  const importe = tipo === 'importe' ? withSign(String(valor), getSign(nombre)) : undefined;
  if (importe !== undefined && !/[1-9]/.test(importe)) return undefined; // zero amounts are left out
  return { texto: getValueText({ tipo }, valor), importe };
}

/** Fields that the service sent and that we do not know, as text. */
export function extraDe(fila: KeyedRow): readonly { readonly nombre: string; readonly texto: string }[] {
  const extra = fila['extra'];
  if (typeof extra !== 'object' || extra === null) return [];
  return Object.entries(extra).map(([nombre, valor]: [string, unknown]) => ({
    nombre,
    texto: typeof valor === 'string' ? valor : JSON.stringify(valor),
  }));
}
