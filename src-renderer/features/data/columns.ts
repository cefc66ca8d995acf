import { CAMPOS_DE_VISTA, SIGNED_AMOUNTS, type DataField } from '#contract/data-fields.ts';
import { getFieldLabel } from '#contract/data-labels.ts';
import type { KeyedRow } from '#contract/data.ts';
import type { Vista } from './vista.ts';
import { writeRoute } from '../../shared/routes.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { cuit, formatAmount } from '../../ui/format.ts';
import type { DataColumn } from '../../ui/grid/types.ts';
import { momentOf } from './coverage.ts';
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
const DE_OPERACIONES = ['liquidaciones_id', 'transacciones_id'];

const languageOfScreen = (): 'es' | 'en' => (getLocale() === 'en' ? 'en' : 'es');

/** What a field is called on screen. */
export const titleOf = (campo: string): string => TITLES[campo]?.() ?? getFieldLabel(campo, languageOfScreen());

export const getSign = (campo: string): 'resta' | 'sorprende' => (SUBTRACTED.test(campo) ? 'resta' : 'sorprende');

/** The text of a field of a row; empty when it has none. */
export function textOf(fila: KeyedRow, campo: string): string {
  const valor = fila[campo];
  return typeof valor === 'string' || typeof valor === 'number' ? String(valor) : '';
}

type CellState = NonNullable<ReturnType<NonNullable<DataColumn<KeyedRow>['estado']>>>;

/** Credited, not yet credited, or unknown. Unknown is never shown as "no" (docs/gaps.md, `acreditada`). */
export function describeCredited(valor: unknown): CellState {
  if (valor === true) return { estado: 'conciliado', word: m.datos_acreditada() };
  if (valor === false) return { estado: 'espera', word: m.datos_pendiente() };
  return { estado: 'sin-datos', word: m.datos_sin_banco() };
}

function statusOf(campo: string, fila: KeyedRow): CellState | undefined {
  if (campo === 'acreditada') return describeCredited(fila[campo]);
  const conciliado = fila[campo];
  if (typeof conciliado !== 'boolean') return undefined;
  return conciliado
    ? { estado: 'conciliado', word: m.estado_conciliado() }
    : { estado: 'sin-conciliar', word: m.estado_sin_conciliar() };
}

function getLink(vista: Vista, campo: string): DataColumn<KeyedRow>['enlace'] {
  if (campo === 'nro_liquidacion' || (campo === 'numero' && vista.startsWith('liquidaciones'))) {
    const idDe = campo === 'numero' ? 'id' : 'liquidaciones_id';
    return (fila) => {
      const id = textOf(fila, idDe);
      return id === '' ? undefined : writeRoute({ seccion: 'liquidaciones', id, filtro: {} });
    };
  }
  if (campo === 'numero' && vista === 'impuestos') {
    return (fila) => writeRoute({ seccion: 'impuestos', id: textOf(fila, 'id'), filtro: {} });
  }
  return undefined;
}

/** `D` and `C` in words; anything else as it came. */
function describeDebitOrCredit(fila: KeyedRow): string {
  const letra = textOf(fila, 'debito_credito');
  return letra === 'D' ? m.liq_debito() : letra === 'C' ? m.datos_credito() : letra;
}

/** True for tax numbers, of which the service gives only the digits. */
export const esCuit = (campo: string): boolean => campo === 'cuit' || campo === 'cuit_cuenta';

/** The function that words the value of a field; undefined for fields whose value is shown as it is. */
export function statementOf(campo: string): ((fila: KeyedRow) => string) | undefined {
  if (esCuit(campo)) return (fila) => cuit(textOf(fila, campo));
  return campo === 'debito_credito' ? describeDebitOrCredit : undefined;
}

function columnOf(description: ViewDescription, { nombre, tipo }: DataField): DataColumn<KeyedRow> | undefined {
  if (tipo === 'json') return undefined;
  const isState = tipo === 'booleano';
  const link = getLink(description.vista, nombre);
  const dicho = statementOf(nombre);
  return {
    clave: nombre,
    titulo: titleOf(nombre),
    tipo: isState ? 'estado' : nombre === 'cuotas' ? 'entero' : tipo,
    isSecondary: description.secondary.indexOf(nombre) + 1,
    oculta: !description.columnas.includes(nombre),
    ...(dicho === undefined ? {} : { valor: dicho }),
    ...(isState ? { estado: (fila: KeyedRow) => statusOf(nombre, fila) } : {}),
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
export const columnThatShows = (vista: Vista, campo: string): string => {
  const signed = SIGNED_AMOUNTS[vista];
  return campo === signed?.field ? signed.as.name : campo;
};

/** Since when the service no longer gives a row, in words; the row is also struck through. */
const WITHDRAWN: DataColumn<KeyedRow> = {
  clave: 'retirada',
  get titulo() {
    return m.datos_retirada();
  },
  tipo: 'fecha',
  isSortable: false,
};

/** Rows that the service stopped showing and that are still added up: a word, and since when. */
const IN_DOUBT: DataColumn<KeyedRow> = {
  clave: 'en_duda',
  get titulo() {
    return m.datos_en_duda();
  },
  tipo: 'estado',
  estado: (fila) => (textOf(fila, 'en_duda') === '' ? undefined : { estado: 'dudoso', word: m.datos_en_duda() }),
  withoutState: '',
  explain: (fila) => {
    const desde = textOf(fila, 'en_duda');
    return desde === '' ? undefined : m.datos_en_duda_el({ cuando: momentOf(desde) });
  },
  isSortable: false,
};

/** The columns of a view: first the visible ones, in the view's order, then those that can be chosen. */
export function columnsOf(
  description: ViewDescription,
  { retiradas = false, enDuda = false }: { readonly retiradas?: boolean; readonly enDuda?: boolean } = {},
): readonly DataColumn<KeyedRow>[] {
  const campos = CAMPOS_DE_VISTA[description.vista];
  const indexOfColumn = (nombre: string): number => {
    const index = description.columnas.indexOf(nombre);
    return index === -1 ? description.columnas.length + (DE_OPERACIONES.includes(nombre) ? 1 : 0) : index;
  };
  // An amount that comes without its sign has one column, with the sign.
  const columnas = campos
    .filter(({ nombre }) => columnThatShows(description.vista, nombre) === nombre)
    .sort((a, b) => indexOfColumn(a.nombre) - indexOfColumn(b.nombre))
    .flatMap((campo) => columnOf(description, campo) ?? []);
  return [...columnas, ...(enDuda ? [IN_DOUBT] : []), ...(retiradas ? [WITHDRAWN] : [])];
}
