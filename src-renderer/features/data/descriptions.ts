import { SCREEN_NAMES, VIEWS, type ScreenName } from '#contract/data-fields.ts';
import { isTabOf, type DataSection } from '../../shared/route-filter.ts';
import { m } from '../../paraglide/messages.js';
import { withText } from '../../ui/format.ts';
import type { Order } from '../../ui/grid/types.ts';

/** What a data screen shows of one view (stated in `domain/views/`), and its words (stated here). */
export interface ViewDescription extends Words {
  readonly vista: ScreenName;
  /** The visible columns, in order; every other field can be chosen. */
  readonly columnas: readonly string[];
  /** Those of the visible columns that go when there is no room; the first of the list goes first. */
  readonly secondary: readonly string[];
  readonly orden: Order;
  /** Fields that the filter menu offers first. */
  readonly filtros: readonly string[];
}

interface Words {
  readonly tabName: () => string;
  /** `257 operaciones`. */
  readonly count: (n: number) => string;
  readonly saysNone: () => string;
  /** How the sentence of the filters begins, before the period; by date field. Empty for a view without dates. */
  readonly fechas: Readonly<Record<string, () => string>>;
  readonly pageOf?: 'liquidaciones' | 'impuestos';
}
/** Words with a beginning of the sentence for each date field of the view. */
type WordsOf<N extends ScreenName> = Words & {
  readonly fechas: Readonly<Record<(typeof VIEWS)[N]['dates'][number], () => string>>;
};

type CountMessage = (parts: { n: number; texto: string }) => string;
const count =
  (message: CountMessage) =>
  (n: number): string =>
    message(withText(n));

/** The words of each view. The tabs of a screen come in this order. */
const WORDS: { readonly [N in ScreenName]: WordsOf<N> } = {
  operaciones: {
    tabName: m.seccion_operaciones,
    count: count(m.datos_n_operaciones),
    saysNone: m.datos_sin_operaciones,
    fechas: { fecha_venta: m.datos_vendidas, fecha_presentacion: m.datos_presentadas, fecha_pago: m.datos_a_pagar },
  },
  liquidaciones: {
    tabName: m.datos_solapa_liquidaciones,
    count: count(m.datos_n_liquidaciones),
    saysNone: m.datos_sin_liquidaciones,
    fechas: { fecha: m.datos_pagadas },
    pageOf: 'liquidaciones',
  },
  'liquidaciones-conciliadas': {
    tabName: m.datos_solapa_conciliadas,
    count: count(m.datos_n_liquidaciones),
    saysNone: m.datos_sin_conciliadas,
    fechas: { fecha: m.datos_pagadas },
    pageOf: 'liquidaciones',
  },
  'liquidaciones-totales': {
    tabName: m.datos_solapa_totales,
    count: count(m.datos_n_totales),
    saysNone: m.datos_sin_liquidaciones,
    fechas: { desde: m.datos_meses },
  },
  impuestos: {
    tabName: m.datos_solapa_impuestos,
    count: count(m.datos_n_impuestos),
    saysNone: m.datos_sin_impuestos,
    fechas: { fecha: m.datos_pagadas },
    pageOf: 'impuestos',
  },
  'impuestos-totales': {
    tabName: m.datos_solapa_totales,
    count: count(m.datos_n_meses),
    saysNone: m.datos_sin_impuestos,
    fechas: { desde: m.datos_meses },
  },
  movimientos: {
    tabName: m.seccion_movimientos,
    count: count(m.datos_n_movimientos),
    saysNone: m.datos_sin_movimientos,
    fechas: { fecha: m.datos_del_banco },
  },
  rechazos: {
    tabName: m.seccion_rechazos,
    count: count(m.datos_n_rechazos),
    saysNone: m.datos_sin_rechazos,
    fechas: { fecha: m.datos_rechazadas },
  },
  comercios: {
    tabName: m.seccion_comercios,
    count: count(m.datos_n_comercios),
    saysNone: m.datos_sin_comercios,
    fechas: {},
  },
};
const IN_ORDER = Object.keys(WORDS);

function describe(vista: ScreenName): ViewDescription {
  const { columns, secondary, filters, order } = VIEWS[vista].screen;
  return {
    vista,
    ...WORDS[vista],
    columnas: columns,
    secondary,
    orden: { campo: order.field, desc: order.descending },
    filtros: filters,
  };
}

// Made once: a screen with another description object is another screen, whose grid begins again and loses the focus.
export const DESCRIPTIONS = Object.fromEntries(SCREEN_NAMES.map((name) => [name, describe(name)])) as Readonly<
  Record<ScreenName, ViewDescription>
>;

/** The views of a section; the first one opens it. */
export function viewsOf(section: DataSection): readonly [ViewDescription, ...ViewDescription[]] {
  const tabs = SCREEN_NAMES.filter((name) => isTabOf(section, name));
  const inOrder = tabs.toSorted((a, b) => IN_ORDER.indexOf(a) - IN_ORDER.indexOf(b));
  return [DESCRIPTIONS[section], ...inOrder.map((name) => DESCRIPTIONS[name])];
}

/** The view that an address asks for; the first one of the section when the address names none of its views. */
export function viewOf(section: DataSection, vista: string | undefined): ViewDescription {
  const vistas = viewsOf(section);
  return vistas.find((each) => each.vista === vista) ?? vistas[0];
}
