import type { ReviewProblem, ReviewRow, ReviewFile, ReviewColumn, ReviewTable } from '#contract/revision.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import { FIELDS_IN_ORDER } from '#contract/data-fields.ts';
import { formatAmount, formatDate } from '../../ui/format.ts';
import { getLanguage } from '../../ui/language.ts';
import { labelOf } from '#domain/texts/row-errors.ts';
import { m } from '../../paraglide/messages.js';

export type Field = keyof ReviewRow['valores'];

/** The fields that a person looks for first; other fields follow in the order of the upload. */
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

export const REVIEW_FIELDS: readonly Field[] = [...FIRST, ...FIELDS_IN_ORDER.filter((field) => !FIRST.includes(field))];
export const DATE_FIELDS: readonly Field[] = ['fecha_venta', 'fecha_pres', 'fecha_pago'];
export const getFieldName = (field: Field): string => getFieldLabel(field, getLanguage());

/** The name of a terminal's closing in a day's totals: `20014017 · 0753`. Without a terminal `Lote 0753`, because a number alone means nothing. */
export function getClosingName(key: string): string {
  const [, terminal = '', lote = ''] = key.split(' · ');
  return terminal === '' ? `${getFieldName('lote')} ${lote}` : `${terminal} · ${lote}`;
}

/** The first columns. The amount is the last column, above its total. */
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

/** The field that identifies a sale: the voucher (cards), the reference (wallets), or in each row one of these. */
export type KnownBy = 'comprobante' | 'wallet_referencia' | 'ambos';
export function getKnownBy(fields: readonly Field[]): KnownBy {
  if (!fields.includes('wallet_referencia')) return 'comprobante';
  return fields.includes('comprobante') || fields.includes('tarjeta_nro') ? 'ambos' : 'wallet_referencia';
}

const REQUIRED: readonly Field[] = ['fecha_venta', 'importe'];
const REQUIRED_OF_CARD: readonly Field[] = ['comprobante', 'tarjeta_nro'];
const REQUIRED_OF_WALLET: readonly Field[] = ['wallet_referencia', 'wallet_tipo_operacion'];

/** The columns of the grid: fields of the files and required fields. Files of wallet sales alone get no empty card columns. */
export function columnsOf(fields: readonly Field[]): readonly Field[] {
  const needed = getKnownBy(fields) === 'wallet_referencia' ? REQUIRED : [...REQUIRED, ...REQUIRED_OF_CARD];
  const all = new Set<Field>([...fields, ...needed]);
  const rest = [...all].filter((field) => !FIRST_COLUMNS.includes(field) && field !== 'importe');
  return [...FIRST_COLUMNS.filter((field) => all.has(field)), ...rest, 'importe'];
}

/** Fields that tell card and wallet coupons apart; a row without any of them has its error in these cells. */
export const KIND_FIELDS: readonly Field[] = [...REQUIRED_OF_CARD, 'wallet_referencia'];
/** Fields whose typed value belongs to one sale and is not offered for other rows. */
export const OF_ONE_SALE: readonly Field[] = [...KIND_FIELDS, 'importe', 'autorizacion', 'referencia'];
export const hasNoKind = ({ codigo }: ReviewProblem): boolean => codigo === 'TIPO_DE_CUPON_INDEFINIDO';

export function problemOf(row: ReviewRow, field: Field): ReviewProblem | undefined {
  const own = row.problemas.filter((one) => one.campo === field || (hasNoKind(one) && KIND_FIELDS.includes(field)));
  return own.find(({ clase }) => clase === 'error') ?? own[0];
}

/**
 * The field to correct first: the first with an error, or else with a notice. In a row that is neither card nor wallet coupon, the wallet reference if the
 * files have wallet sales.
 */
export function findWorstField(row: ReviewRow, fields: readonly Field[]): Field | null {
  const [first = null, ...others] = fields.filter((one) => problemOf(row, one)?.clase === 'error');
  if (first === null) return fields.find((one) => problemOf(row, one) !== undefined) ?? null;
  return KIND_FIELDS.includes(first) && row.problemas.some(hasNoKind)
    ? (others.find((one) => one === 'wallet_referencia') ?? first)
    : first;
}

/** Writes dates and plain amounts as the screens do; other values stay as they came. */
export function formatValue(field: Field | null, value: string): string {
  if (field === 'importe' && PLAIN_AMOUNT.test(value)) return formatAmount(value);
  return field !== null && DATE_FIELDS.includes(field) ? formatDate(value) : value;
}
const PLAIN_AMOUNT = /^-?\d+(\.\d{1,2})?$/;

export const formatSample = (field: Field | null, value: string): string =>
  field === 'importe' && PLAIN_AMOUNT.test(value)
    ? formatValue(field, value).replace(/\$\s/u, '')
    : formatValue(field, value);

/** The first text of the field that corrects a value. */
export function toEditable(field: Field, value: string): string {
  if (field === 'importe') return /^-?\d+\.\d\d$/.test(value) ? value.replace('.', ',') : value;
  return DATE_FIELDS.includes(field) ? formatDate(value) : value;
}

/** False for an equal value, which would change nothing and add an undo step. */
export const isCorrection = (row: ReviewRow, field: Field, typed: string): boolean =>
  typed !== toEditable(field, row.valores[field] ?? '');

/** Splits a message into its first sentence, which says what happened, and the rest. */
export function partsOf(message: string): { readonly que: string; readonly rest: string } {
  // A number may end the sentence ("Last 4.", "row 124."), but not a digit followed by a quote.
  const cut = /^(.+?(?:\D|\s[\d.]*\d)\.)\s+(?=[A-ZÁÉÍÓÚÑ])/.exec(message)?.[1];
  return cut === undefined ? { que: message, rest: '' } : { que: cut, rest: message.slice(cut.length).trim() };
}

/** File name endings from which coupons can be read, as `<input accept>` takes them. */
export const ACCEPTED_TYPES = '.xlsx,.xls,.xlsb,.xlsm,.ods,.csv,.tsv,.txt,.zip';

export interface MappedField {
  readonly campo: Field;
  readonly columna: ReviewColumn | undefined;
  /** Other columns whose header also fits this field, so that the choice is doubtful. */
  readonly otras: readonly ReviewColumn[];
}

export interface FieldGroups {
  readonly decidir: readonly MappedField[];
  readonly found: readonly MappedField[];
  readonly withoutColumn: readonly MappedField[];
  readonly unused: readonly ReviewColumn[];
}

/** True when a wallet column has values: the rows are then wallet coupons and need no card fields. */
const isOfWallet = ({ columnas }: ReviewTable): boolean =>
  columnas.some(
    ({ campo, muestras }) =>
      campo !== null && REQUIRED_OF_WALLET.includes(campo) && muestras.some((sample) => sample !== ''),
  );

export const isRequired = (field: Field, table: ReviewTable): boolean =>
  REQUIRED.includes(field) || (isOfWallet(table) ? REQUIRED_OF_WALLET : REQUIRED_OF_CARD).includes(field);

export const describeRequired = (table: ReviewTable): string =>
  isOfWallet(table) ? m.columnas_obligatorios_billetera() : m.columnas_obligatorios_tarjeta();

/** The wallet operation types that the API description names; the service has further types. */
export const WALLET_TYPES = [
  { valor: 'SETTLEMENT', label: m.billetera_settlement },
  { valor: 'REFUND', label: m.billetera_refund },
  { valor: 'CHARGEBACK', label: m.billetera_chargeback },
  { valor: 'DISPUTE', label: m.billetera_dispute },
] as const;
/** The card of a coupon, or the type of a wallet sale in words. */
export function nameCard(card: string): string {
  const type = WALLET_TYPES.find(({ valor }) => valor === card);
  return type === undefined ? card : `${m.caja_billetera()} · ${type.label()}`;
}

/** The required fields without a column, for the sentence «No encontramos …». */
export const describeMissing = (missing: readonly Field[]): string =>
  missing.map((field) => labelOf(field, getLanguage())).join(m.columnas_ni());

/** What to do about required fields without a column. If most are missing, or date and amount, the table may not be about sales. */
export function describeWayOut(missing: readonly Field[]): string {
  if (missing.length > 2 || REQUIRED.every((field) => missing.includes(field))) return m.columnas_no_son_ventas();
  return missing.length === 1 ? m.columnas_no_encontramos_texto() : m.columnas_no_encontramos_varias();
}

/** The name of a sheet's file, of the sheet, or of both, as needed to tell sheets apart. The sheet comes first, because a narrow column cuts off the end. */
export function getSheetName(file: ReviewFile, all: readonly ReviewFile[]): string {
  const sheet = file.tabla?.hoja ?? null;
  const several = all.some(({ origen }) => origen !== file.origen);
  const withSiblings = all.some((one) => one !== file && one.origen === file.origen);
  if (sheet === null || !withSiblings) return file.nombre;
  return several ? `${sheet} · ${file.nombre}` : sheet;
}

/** Letters of a shared beginning from which on `…` replaces it. */
const SHARED = 8;

/** Makes a function that replaces the words with which all names begin by `…`, so that a narrow column shows the difference. */
export function createShortener(names: readonly string[]): (name: string) => string {
  const [first = ''] = names;
  let length = 0;
  while (length < first.length && names.every((name) => name[length] === first[length])) length++;
  const shared = first.slice(0, length).replace(/[^ ._-]*$/, '');
  const isUseful = shared.length >= SHARED && new Set(names).size > 1;
  return (name) => (isUseful && name.startsWith(shared) ? `…${name.slice(shared.length)}` : name);
}

/** Pixels at which names of files are cut off, because other columns need the width. */
export const WIDEST_NAME = 176;

/** Groups the fields, doubtful and missing ones first (docs/screens.md, step 2). A column that a person or a template chose is not doubtful. */
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

/** The name of a column in a list: its header, with its letter if two columns share the header; without a header, the letter. */
export function getColumnName({ titulo, letra }: ReviewColumn, { columnas }: Pick<ReviewTable, 'columnas'>): string {
  if (titulo === '') return letra;
  return columnas.some((other) => other.titulo === titulo && other.letra !== letra) ? `${titulo} (${letra})` : titulo;
}
