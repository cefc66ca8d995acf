import {
  VISTA_FIELDS,
  SIGNED_AMOUNTS,
  type DataField,
  SCREEN_NAMES,
  VIEWS,
  type Screen,
  type ScreenName,
} from '#contract/data-fields.ts';
import { describeInList, getListTitle, isCuit, isDeduction } from '#domain/texts/field-labels.ts';
import type { KeyedRow } from '#contract/data.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { writeRoute } from '../../shared/routes.ts';
import { m } from '../../paraglide/messages.js';
import { getLanguage } from '../../ui/language.ts';
import { formatAmount, formatShortDate } from '../../ui/format.ts';
import { createColumn } from '../../ui/grid/cells.ts';
import type { DataColumn } from '../../ui/grid/types.ts';
import { isTabOf, type DataSection } from '../../shared/route-filter.ts';

const OPERACION_KEYS = ['liquidaciones_id', 'transacciones_id'];

export const titleOf = (field: string): string => getListTitle(field, getLanguage());

export const getSign = (field: string): 'resta' | undefined => (isDeduction(field) ? 'resta' : undefined);

export function textOf(row: KeyedRow, field: string): string {
  const value = row[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

type CellState = NonNullable<ReturnType<NonNullable<DataColumn<KeyedRow>['estado']>>>;

const wordOf = (field: string, value: unknown): string => describeInList(field, value, getLanguage()) ?? '';

/** Whether a payment was credited, as the service reports it; unknown is not "no" (docs/gaps.md, `acreditada`). */
export const describeCredited = (value: unknown): CellState => ({
  state: value === true ? 'conciliado' : value === false ? 'espera' : 'sin-datos',
  word: wordOf('acreditada', value),
});

function statusOf(field: string, row: KeyedRow): CellState | undefined {
  const value = row[field];
  if (field === 'acreditada') return describeCredited(value);
  if (typeof value !== 'boolean') return undefined;
  return { state: value ? 'conciliado' : 'sin-conciliar', word: wordOf(field, value) };
}

function getLink(vista: Vista, field: string): DataColumn<KeyedRow>['enlace'] {
  const ofTaxes = field === 'numero' && vista === 'impuestos';
  const isOwn = ofTaxes || (field === 'numero' && vista.startsWith('liquidaciones'));
  if (!isOwn && field !== 'nro_liquidacion') return undefined;
  return (row) => {
    const id = textOf(row, isOwn ? 'id' : 'liquidaciones_id');
    return id === '' ? undefined : writeRoute({ seccion: ofTaxes ? 'impuestos' : 'liquidaciones', id, filtro: {} });
  };
}

const WORDED: readonly string[] = ['debito_credito', 'motivo', 'estado'];
/** Gives the function that puts values of a field into words; undefined for a field whose values stay unchanged. */
export const statementOf = (field: string): ((row: KeyedRow) => string) | undefined =>
  isCuit(field) || WORDED.includes(field)
    ? (row) => describeInList(field, row[field], getLanguage()) ?? textOf(row, field)
    : undefined;

function columnOf(description: ViewDescription, { nombre, tipo }: DataField): DataColumn<KeyedRow> | undefined {
  if (tipo === 'json') return undefined;
  const isState = tipo === 'booleano';
  const link = getLink(description.vista, nombre);
  const said = statementOf(nombre);
  return {
    clave: nombre,
    title: titleOf(nombre),
    tipo: isState ? 'estado' : nombre === 'cuotas' ? 'entero' : tipo,
    secondary: description.screen.secondary.indexOf(nombre) + 1,
    oculta: !description.screen.columns.includes(nombre),
    ...(said === undefined ? {} : { valor: said }),
    ...(isState ? { estado: (row: KeyedRow) => statusOf(nombre, row) } : {}),
    ...(link === undefined ? {} : { enlace: link }),
    ...(tipo === 'importe' ? { signo: getSign(nombre) } : {}),
  };
}

/** The received and the paid sum beside the net total, in words; empty for a view without signed amounts, and while the sums are unknown. */
export function sidesOf(vista: Vista, sums: Readonly<Record<string, string>>): readonly string[] {
  const { plus, minus } = SIGNED_AMOUNTS[vista]?.sums ?? {};
  const [credits, debits] = [plus, minus].map((named) => (named === undefined ? undefined : sums[named.name]));
  if (credits === undefined || debits === undefined) return [];
  return [m.datos_creditos({ monto: formatAmount(credits) }), m.datos_debitos({ monto: formatAmount(debits) })];
}

const makeWithdrawnColumn = (): DataColumn<KeyedRow> => createColumn('retirada', m.datos_retirada(), { tipo: 'fecha' });

/** Marks rows in doubt, which the last complete reading lacks and the totals still include. */
const makeDoubtColumn = (): DataColumn<KeyedRow> =>
  createColumn('en_duda', m.datos_en_duda(), {
    tipo: 'estado',
    estado: (row) =>
      textOf(row, 'en_duda') === '' ? undefined : { state: 'dudoso', word: wordOf('en_duda', row['en_duda']) },
    withoutState: '',
    explain: (row) => {
      const from = textOf(row, 'en_duda');
      return from === '' ? undefined : m.datos_en_duda_el({ cuando: formatShortDate(from) });
    },
  });

export function columnsOf(
  description: ViewDescription,
  { retiradas = false, enDuda = false }: { readonly retiradas?: boolean; readonly enDuda?: boolean } = {},
): readonly DataColumn<KeyedRow>[] {
  const fields = VISTA_FIELDS[description.vista];
  const { columns } = description.screen;
  const indexOfColumn = (name: string): number => {
    const index = columns.indexOf(name);
    return index === -1 ? columns.length + (OPERACION_KEYS.includes(name) ? 1 : 0) : index;
  };
  // Leaves out amounts that another column shows with their sign.
  const inOrder = fields
    .filter(({ nombre }) => nombre !== SIGNED_AMOUNTS[description.vista]?.field)
    .sort((a, b) => indexOfColumn(a.nombre) - indexOfColumn(b.nombre))
    .flatMap((field) => columnOf(description, field) ?? []);
  return [...inOrder, ...(enDuda ? [makeDoubtColumn()] : []), ...(retiradas ? [makeWithdrawnColumn()] : [])];
}

export type Vista = MethodInput<'datos.pagina'>['vista'];

export interface ViewDescription extends Words {
  readonly vista: ScreenName;
  readonly screen: Screen;
}

interface Words {
  readonly tabName: () => string;
  readonly count: (parts: { n: number; texto: string }) => string;
  readonly saysNone: () => string;
  /** The verb of the filter sentence, by date field; empty for a view without dates. */
  readonly fechas: Readonly<Record<string, () => string>>;
  readonly pageOf?: 'liquidaciones' | 'impuestos';
}
type WordsOf<N extends ScreenName> = Words & {
  readonly fechas: Readonly<Record<(typeof VIEWS)[N]['dates'][number], () => string>>;
};

const WORDS: { readonly [N in ScreenName]: WordsOf<N> } = {
  operaciones: {
    tabName: m.seccion_operaciones,
    count: m.datos_n_operaciones,
    saysNone: m.datos_sin_operaciones,
    fechas: { fecha_venta: m.datos_vendidas, fecha_presentacion: m.datos_presentadas, fecha_pago: m.datos_a_pagar },
  },
  liquidaciones: {
    tabName: m.seccion_liquidaciones,
    count: m.n_liquidaciones,
    saysNone: m.sin_liquidaciones,
    fechas: { fecha: m.datos_pagadas },
    pageOf: 'liquidaciones',
  },
  'liquidaciones-conciliadas': {
    tabName: m.datos_solapa_conciliadas,
    count: m.n_liquidaciones,
    saysNone: m.datos_sin_conciliadas,
    fechas: { fecha: m.datos_pagadas },
    pageOf: 'liquidaciones',
  },
  'liquidaciones-totales': {
    tabName: m.datos_solapa_totales,
    count: m.datos_n_totales,
    saysNone: m.sin_liquidaciones,
    fechas: { desde: m.datos_meses },
  },
  impuestos: {
    tabName: m.datos_solapa_impuestos,
    count: m.n_liquidaciones,
    saysNone: m.datos_sin_impuestos,
    fechas: { fecha: m.datos_pagadas },
    pageOf: 'impuestos',
  },
  'impuestos-totales': {
    tabName: m.datos_solapa_totales,
    count: m.datos_n_meses,
    saysNone: m.datos_sin_impuestos,
    fechas: { desde: m.datos_meses },
  },
  movimientos: {
    tabName: m.seccion_movimientos,
    count: m.datos_n_movimientos,
    saysNone: m.datos_sin_movimientos,
    fechas: { fecha: m.rastro_movimientos },
  },
  rechazos: {
    tabName: m.seccion_rechazos,
    count: m.datos_n_rechazos,
    saysNone: m.datos_sin_rechazos,
    fechas: { fecha: m.datos_rechazadas },
  },
  comercios: {
    tabName: m.seccion_comercios,
    count: m.datos_n_comercios,
    saysNone: m.datos_sin_comercios,
    fechas: {},
  },
};
const IN_ORDER = Object.keys(WORDS);

// Created once, because a new description would make the grid build again and lose the focus.
export const DESCRIPTIONS = Object.fromEntries(
  SCREEN_NAMES.map((vista): [string, ViewDescription] => [
    vista,
    { vista, ...WORDS[vista], screen: VIEWS[vista].screen },
  ]),
) as Readonly<Record<ScreenName, ViewDescription>>;

export function viewsOf(section: DataSection): readonly [ViewDescription, ...ViewDescription[]] {
  const tabs = SCREEN_NAMES.filter((name) => isTabOf(section, name));
  const inOrder = tabs.toSorted((a, b) => IN_ORDER.indexOf(a) - IN_ORDER.indexOf(b));
  return [DESCRIPTIONS[section], ...inOrder.map((name) => DESCRIPTIONS[name])];
}

/** The view that an address names, or else the first view of the section. */
export function viewOf(section: DataSection, vista: string | undefined): ViewDescription {
  const vistas = viewsOf(section);
  return vistas.find((each) => each.vista === vista) ?? vistas[0];
}
