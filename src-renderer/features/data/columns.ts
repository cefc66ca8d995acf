import { VISTA_FIELDS, SIGNED_AMOUNTS, type DataField } from '#contract/data-fields.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import type { KeyedRow, DataPage } from '#contract/data.ts';
import { writeRoute } from '../../shared/routes.ts';
import { m } from '../../paraglide/messages.js';
import { getLanguage } from '../../ui/language.ts';
import { formatCuit, formatAmount, formatShortDate } from '../../ui/format.ts';
import type { DataColumn } from '../../ui/grid/types.ts';
import type { ViewDescription } from './descriptions.ts';

/** Titles shorter than the contract's, where the screen says the rest. */
const TITLES: Readonly<Record<string, () => string>> = {
  fecha_venta: m.datos_col_venta,
  tarjeta_nro: m.datos_col_ultimos,
  nro_liquidacion: m.datos_col_liquidacion,
  fecha_pago: m.datos_col_pago,
  costo_fin: m.datos_col_costo,
  total_facturado: m.datos_col_facturado,
  total_descontado: m.datos_col_descontado,
  total_acreditado: m.datos_col_acreditado,
  debito_credito: m.datos_col_debito_credito,
  acreditada: m.datos_col_estado,
};
/** Deductions: they are written with a minus, whichever sign the service gives them (docs/visual-language.md §4). */
const SUBTRACTED = /^(arancel|costo_fin|descontado_.*|des_.*|total_descontado)$/;
const OPERACION_KEYS = ['liquidaciones_id', 'transacciones_id'];

/** What a field is called on screen. */
export const titleOf = (field: string): string => TITLES[field]?.() ?? getFieldLabel(field, getLanguage());

export const getSign = (field: string): 'resta' | 'sorprende' => (SUBTRACTED.test(field) ? 'resta' : 'sorprende');

/** The text of a field of a row; empty when it has none. */
export function textOf(row: KeyedRow, field: string): string {
  const value = row[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

type CellState = NonNullable<ReturnType<NonNullable<DataColumn<KeyedRow>['estado']>>>;

/** Credited, not yet credited, or unknown. Unknown is never shown as "no" (docs/gaps.md, `acreditada`). */
export function describeCredited(value: unknown): CellState {
  if (value === true) return { state: 'conciliado', word: m.datos_acreditada() };
  if (value === false) return { state: 'espera', word: m.datos_pendiente() };
  return { state: 'sin-datos', word: m.datos_sin_banco() };
}

function statusOf(field: string, row: KeyedRow): CellState | undefined {
  if (field === 'acreditada') return describeCredited(row[field]);
  const matched = row[field];
  if (typeof matched !== 'boolean') return undefined;
  return matched
    ? { state: 'conciliado', word: m.estado_conciliado() }
    : { state: 'sin-conciliar', word: m.estado_sin_conciliar() };
}

function getLink(vista: Vista, field: string): DataColumn<KeyedRow>['enlace'] {
  if (field === 'nro_liquidacion' || (field === 'numero' && vista.startsWith('liquidaciones'))) {
    const idField = field === 'numero' ? 'id' : 'liquidaciones_id';
    return (row) => {
      const id = textOf(row, idField);
      return id === '' ? undefined : writeRoute({ seccion: 'liquidaciones', id, filtro: {} });
    };
  }
  if (field === 'numero' && vista === 'impuestos') {
    return (row) => writeRoute({ seccion: 'impuestos', id: textOf(row, 'id'), filtro: {} });
  }
  return undefined;
}

/** `D` and `C` in words; anything else as it came. */
function describeDebitOrCredit(row: KeyedRow): string {
  const letter = textOf(row, 'debito_credito');
  return letter === 'D' ? m.liq_debito() : letter === 'C' ? m.datos_credito() : letter;
}

/** True for tax numbers, of which the service gives only the digits. */
export const isCuit = (field: string): boolean => field === 'cuit' || field === 'cuit_cuenta';

/** The function that words the value of a field; undefined for fields whose value is shown as it is. */
export function statementOf(field: string): ((row: KeyedRow) => string) | undefined {
  if (isCuit(field)) return (row) => formatCuit(textOf(row, field));
  return field === 'debito_credito' ? describeDebitOrCredit : undefined;
}

function columnOf(description: ViewDescription, { nombre, tipo }: DataField): DataColumn<KeyedRow> | undefined {
  if (tipo === 'json') return undefined;
  const isState = tipo === 'booleano';
  const link = getLink(description.vista, nombre);
  const said = statementOf(nombre);
  return {
    clave: nombre,
    title: titleOf(nombre),
    tipo: isState ? 'estado' : nombre === 'cuotas' ? 'entero' : tipo,
    secondary: description.secondary.indexOf(nombre) + 1,
    oculta: !description.columnas.includes(nombre),
    ...(said === undefined ? {} : { valor: said }),
    ...(isState ? { estado: (row: KeyedRow) => statusOf(nombre, row) } : {}),
    ...(link === undefined ? {} : { enlace: link }),
    ...(tipo === 'importe' ? { signo: getSign(nombre) } : {}),
  };
}

/** For a view whose amounts have a sign: what came in and what went out, to stand beside the net. Empty for other views and while unknown. */
export function sidesOf(vista: Vista, sums: Readonly<Record<string, string>>): readonly string[] {
  const { plus, minus } = SIGNED_AMOUNTS[vista]?.sums ?? {};
  const [credits, debits] = [plus, minus].map((named) => (named === undefined ? undefined : sums[named.name]));
  if (credits === undefined || debits === undefined) return [];
  return [m.datos_creditos({ monto: formatAmount(credits) }), m.datos_debitos({ monto: formatAmount(debits) })];
}

/** The column that shows a field. An amount without sign is shown by the column with the sign; choices kept from before that still name the amount. */
export const findColumnThatShows = (vista: Vista, field: string): string => {
  const signed = SIGNED_AMOUNTS[vista];
  return field === signed?.field ? signed.as.name : field;
};

/** Since when the service no longer gives a row, in words; the row is also struck through. */
const WITHDRAWN: DataColumn<KeyedRow> = {
  clave: 'retirada',
  get title() {
    return m.datos_retirada();
  },
  tipo: 'fecha',
  isSortable: false,
};

/** Rows that the service stopped showing and that are still added up: a word, and since when. */
const IN_DOUBT: DataColumn<KeyedRow> = {
  clave: 'en_duda',
  get title() {
    return m.datos_en_duda();
  },
  tipo: 'estado',
  estado: (row) => (textOf(row, 'en_duda') === '' ? undefined : { state: 'dudoso', word: m.datos_en_duda() }),
  withoutState: '',
  explain: (row) => {
    const from = textOf(row, 'en_duda');
    return from === '' ? undefined : m.datos_en_duda_el({ cuando: formatShortDate(from) });
  },
  isSortable: false,
};

/** The columns of a view: first the visible ones, in the view's order, then those that can be chosen. */
export function columnsOf(
  description: ViewDescription,
  { retiradas = false, enDuda = false }: { readonly retiradas?: boolean; readonly enDuda?: boolean } = {},
): readonly DataColumn<KeyedRow>[] {
  const fields = VISTA_FIELDS[description.vista];
  const indexOfColumn = (name: string): number => {
    const index = description.columnas.indexOf(name);
    return index === -1 ? description.columnas.length + (OPERACION_KEYS.includes(name) ? 1 : 0) : index;
  };
  // An amount that comes without its sign has one column, with the sign.
  const columns = fields
    .filter(({ nombre }) => findColumnThatShows(description.vista, nombre) === nombre)
    .sort((a, b) => indexOfColumn(a.nombre) - indexOfColumn(b.nombre))
    .flatMap((field) => columnOf(description, field) ?? []);
  return [...columns, ...(enDuda ? [IN_DOUBT] : []), ...(retiradas ? [WITHDRAWN] : [])];
}

/** The views of the local data, as the contract names them. */
export type Vista = DataPage['vista'];
