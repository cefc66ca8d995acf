import type { ReviewProblem, ReviewRow, ReviewFile, ReviewColumn, ReviewTable } from '#contract/revision.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import { FIELDS_IN_ORDER } from '#contract/data-fields.ts';
import { formatAmount, formatDate } from '../../ui/format.ts';
import { getLanguage } from '../../ui/language.ts';
import { labelOf } from '#domain/texts/row-errors.ts';
import { m } from '../../paraglide/messages.js';

export type Field = keyof ReviewRow['valores'];

/** The fields that a person looks for first. The other fields follow in the order in which they are sent. */
const FIRST: readonly Field[] = [
  'fecha_venta',
  'importe',
  'comprobante',
  'tarjeta_nro',
  'tarjeta_desc',
  'terminal',
  'lote',
  'cuotas',
  'autorizacion',
  'establecimiento',
  'fecha_pres',
  'fecha_pago',
  'tarjeta_id',
  'bin',
  'bco_emisor',
];

/** Every field, in the order in which a person looks for them. */
export const REVIEW_FIELDS: readonly Field[] = [...FIRST, ...FIELDS_IN_ORDER.filter((field) => !FIRST.includes(field))];
export const DATE_FIELDS: readonly Field[] = ['fecha_venta', 'fecha_pres', 'fecha_pago'];
export const getFieldName = (field: Field): string => getFieldLabel(field, getLanguage());

/** The name of a terminal's closing, under its day: `20014017 · 0753`. Without a terminal it is `Lote 0753`, since the number alone would mean nothing. */
export function getClosingName(key: string): string {
  const [, terminal = '', lote = ''] = key.split(' · ');
  return terminal === '' ? `${getFieldName('lote')} ${lote}` : `${terminal} · ${lote}`;
}

/** The fields that are shown first. The amount is last, above the totals. */
const FIRST_COLUMNS: readonly Field[] = [
  'fecha_venta',
  'tarjeta_desc',
  'tarjeta_nro',
  'comprobante',
  'wallet_referencia',
  'cuotas',
  'terminal',
  'lote',
];

/** The field that identifies a sale of the files: the voucher of a card, the reference of a wallet, or one or the other in each row. */
export type KnownBy = 'comprobante' | 'wallet_referencia' | 'ambos';
export function getKnownBy(fields: readonly Field[]): KnownBy {
  if (!fields.includes('wallet_referencia')) return 'comprobante';
  return fields.includes('comprobante') || fields.includes('tarjeta_nro') ? 'ambos' : 'wallet_referencia';
}

const REQUIRED: readonly Field[] = ['fecha_venta', 'importe'];
/** The fields that every card coupon needs, and below the ones that every wallet coupon needs. */
const REQUIRED_OF_CARD: readonly Field[] = ['comprobante', 'tarjeta_nro'];
const REQUIRED_OF_WALLET: readonly Field[] = ['wallet_referencia', 'wallet_tipo_operacion'];

/** The columns of the grid: the fields of the files, and the fields that every coupon needs. Files of a wallet have no empty card columns. */
export function columnsOf(fields: readonly Field[]): readonly Field[] {
  const needed = getKnownBy(fields) === 'wallet_referencia' ? REQUIRED : [...REQUIRED, ...REQUIRED_OF_CARD];
  const all = new Set<Field>([...fields, ...needed]);
  const rest = [...all].filter((field) => !FIRST_COLUMNS.includes(field) && field !== 'importe');
  return [...FIRST_COLUMNS.filter((field) => all.has(field)), ...rest, 'importe'];
}

/** The problem of a cell: its error, or else its notice. */
export function problemOf(row: ReviewRow, field: Field): ReviewProblem | undefined {
  const own = row.problemas.filter((one) => one.campo === field);
  return own.find(({ clase }) => clase === 'error') ?? own[0];
}

/** A sample value of the file: dates and plain amounts in the format of the screens, other values as they came. */
export function formatSample(field: Field | null, value: string): string {
  if (field === 'importe' && /^-?\d+(\.\d{1,2})?$/.test(value)) return formatAmount(value).replace(/\$\s/u, '');
  return field !== null && DATE_FIELDS.includes(field) ? formatDate(value) : value;
}

/** A value as a person types it, for the field where it is corrected. */
export function toEditable(field: Field, value: string): string {
  if (field === 'importe') return /^-?\d+\.\d\d$/.test(value) ? value.replace('.', ',') : value;
  return DATE_FIELDS.includes(field) ? formatDate(value) : value;
}

/** Whether the typed value differs from the row's: an equal value would correct nothing and add an undo step. */
export const isCorrection = (row: ReviewRow, field: Field, typed: string): boolean =>
  typed !== toEditable(field, row.valores[field] ?? '');

/** Splits a message into its first sentence, which says what happened, and the rest. */
export function partsOf(message: string): { readonly que: string; readonly rest: string } {
  // A sentence may end in a number ("Last 4.", "row 124."), but not in a digit inside a quoted value.
  const cut = /^(.+?(?:\D|\s[\d.]*\d)\.)\s+(?=[A-ZÁÉÍÓÚÑ])/.exec(message)?.[1];
  return cut === undefined ? { que: message, rest: '' } : { que: cut, rest: message.slice(cut.length).trim() };
}

/** File name endings from which coupons can be read, as `<input accept>` takes them. */
export const ACCEPTED_TYPES = '.xlsx,.xls,.xlsb,.xlsm,.ods,.csv,.tsv,.txt,.zip';

export interface MappedField {
  readonly campo: Field;
  readonly columna: ReviewColumn | undefined;
  /** Other columns whose header also matches this field: the choice is then doubtful. */
  readonly otras: readonly ReviewColumn[];
}

export interface FieldGroups {
  readonly decidir: readonly MappedField[];
  readonly found: readonly MappedField[];
  readonly withoutColumn: readonly MappedField[];
  readonly unused: readonly ReviewColumn[];
}

/** True for a table with values in a wallet column: its rows are wallet coupons, which need no card fields. */
const isOfWallet = ({ columnas }: ReviewTable): boolean =>
  columnas.some(
    ({ campo, muestras }) =>
      campo !== null && REQUIRED_OF_WALLET.includes(campo) && muestras.some((sample) => sample !== ''),
  );

/** True for a field that every coupon of the table needs. */
export const isRequired = (field: Field, table: ReviewTable): boolean =>
  REQUIRED.includes(field) || (isOfWallet(table) ? REQUIRED_OF_WALLET : REQUIRED_OF_CARD).includes(field);

/** The reason why these fields are required in this table. */
export const describeRequired = (table: ReviewTable): string =>
  isOfWallet(table) ? m.columnas_obligatorios_billetera() : m.columnas_obligatorios_tarjeta();

/** The wallet's types of operation that the API description names, in words. Others exist. */
export const WALLET_TYPES = [
  { valor: 'SETTLEMENT', label: m.billetera_settlement },
  { valor: 'REFUND', label: m.billetera_refund },
  { valor: 'CHARGEBACK', label: m.billetera_chargeback },
  { valor: 'DISPUTE', label: m.billetera_dispute },
] as const;
/** The card of a coupon; for a wallet's sale, the words of its type. */
export const nameCard = (card: string): string => WALLET_TYPES.find(({ valor }) => valor === card)?.label() ?? card;

/** The required fields without a column, as words that follow «No encontramos». */
export const describeMissing = (missing: readonly Field[]): string =>
  missing.map((field) => labelOf(field, getLanguage())).join(m.columnas_ni());

/** The advice for required fields without a column. When most of them are missing, or date and amount, the table may not be a sheet of sales. */
export function describeWayOut(missing: readonly Field[]): string {
  if (missing.length > 2 || REQUIRED.every((field) => missing.includes(field))) return m.columnas_no_son_ventas();
  return missing.length === 1 ? m.columnas_no_encontramos_texto() : m.columnas_no_encontramos_varias();
}

/** The name of a sheet among the sheets that are read: the name of its file if there are several files, and its own name if its file has several sheets. */
export function getSheetName(file: ReviewFile, all: readonly ReviewFile[]): string {
  const sheet = file.tabla?.hoja ?? null;
  const several = all.some(({ origen }) => origen !== file.origen);
  const withSiblings = all.some((one) => one !== file && one.origen === file.origen);
  if (sheet === null || !withSiblings) return file.nombre;
  return several ? `${file.nombre} · ${sheet}` : sheet;
}

/** The fields of a file, grouped; doubtful and missing ones come first (docs/screens.md, step 2). A column that the person chose is not doubtful. */
export function group(table: ReviewTable, fields: readonly Field[], missing: readonly Field[]): FieldGroups {
  const mapped = fields.map((field): MappedField => {
    const column = table.columnas.find((one) => one.campo === field);
    const decided = column?.motivo === 'mapear' || column?.motivo === 'plantilla';
    const others = decided ? [] : table.columnas.filter((one) => one.conflicto === field);
    return { campo: field, columna: column, otras: others };
  });
  const isDoubtful = ({ campo, columna, otras: others }: MappedField): boolean =>
    others.length > 0 ||
    (columna === undefined &&
      (missing.includes(campo) || (REQUIRED_OF_WALLET.includes(campo) && isRequired(campo, table))));
  return {
    decidir: mapped.filter(isDoubtful),
    found: mapped.filter((one) => !isDoubtful(one) && one.columna !== undefined),
    withoutColumn: mapped.filter((one) => !isDoubtful(one) && one.columna === undefined),
    unused: table.columnas.filter(({ campo }) => campo === null),
  };
}

/** The name of a column in a choice: its header, with its letter if another column has the same one, else its letter. */
export function getColumnName({ titulo, letra }: ReviewColumn, { columnas }: Pick<ReviewTable, 'columnas'>): string {
  if (titulo === '') return letra;
  return columnas.some((other) => other.titulo === titulo && other.letra !== letra) ? `${titulo} (${letra})` : titulo;
}
