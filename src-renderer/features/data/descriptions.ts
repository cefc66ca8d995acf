import { SCREEN_NAMES, VIEWS, type ScreenName } from '#contract/data-fields.ts';
import { isTabOf, type DataSection } from '../../shared/route-filter.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../../ui/format.ts';
import type { Order } from '../../ui/grid/types.ts';

/** What a data screen shows of one view, which is stated with the view (`domain/views/`), and what it says, which is stated here. */
export interface ViewDescription extends Words {
  readonly vista: ScreenName;
  /** In sight, in order; every other field can be chosen. */
  readonly columnas: readonly string[];
  /** Among them, the ones that go when there is no room, the first one first. */
  readonly secundarias: readonly string[];
  readonly orden: Order;
  /** Fields offered first to filter by. */
  readonly filtros: readonly string[];
}

interface Words {
  /** Its tab, where the section has more than one. */
  readonly solapa: () => string;
  /** `257 operaciones`. */
  readonly contar: (n: number) => string;
  readonly sinNada: () => string;
  /** How the sentence of the filters begins, before the period; by field of date. None: the view has no dates. */
  readonly fechas: Readonly<Record<string, () => string>>;
  /** Where the page of one record is. */
  readonly paginaDe?: 'liquidaciones' | 'impuestos';
}
/** With a beginning for each of the dates of the view. */
type WordsOf<N extends ScreenName> = Words & {
  readonly fechas: Readonly<Record<(typeof VIEWS)[N]['dates'][number], () => string>>;
};

type CountMessage = (partes: { n: number; texto: string }) => string;
const count =
  (mensaje: CountMessage) =>
  (n: number): string =>
    mensaje({ n, texto: formatNumber(n) });

/** Tabs of one screen are in this order. */
const WORDS: { readonly [N in ScreenName]: WordsOf<N> } = {
  operaciones: {
    solapa: m.seccion_operaciones,
    contar: count(m.datos_n_operaciones),
    sinNada: m.datos_sin_operaciones,
    fechas: { fecha_venta: m.datos_vendidas, fecha_presentacion: m.datos_presentadas, fecha_pago: m.datos_a_pagar },
  },
  liquidaciones: {
    solapa: m.datos_solapa_liquidaciones,
    contar: count(m.datos_n_liquidaciones),
    sinNada: m.datos_sin_liquidaciones,
    fechas: { fecha: m.datos_pagadas },
    paginaDe: 'liquidaciones',
  },
  'liquidaciones-conciliadas': {
    solapa: m.datos_solapa_conciliadas,
    contar: count(m.datos_n_liquidaciones),
    sinNada: m.datos_sin_conciliadas,
    fechas: { fecha: m.datos_pagadas },
    paginaDe: 'liquidaciones',
  },
  'liquidaciones-totales': {
    solapa: m.datos_solapa_totales,
    contar: count(m.datos_n_totales),
    sinNada: m.datos_sin_liquidaciones,
    fechas: { desde: m.datos_meses },
  },
  impuestos: {
    solapa: m.datos_solapa_impuestos,
    contar: count(m.datos_n_impuestos),
    sinNada: m.datos_sin_impuestos,
    fechas: { fecha: m.datos_pagadas },
    paginaDe: 'impuestos',
  },
  'impuestos-totales': {
    solapa: m.datos_solapa_totales,
    contar: count(m.datos_n_meses),
    sinNada: m.datos_sin_impuestos,
    fechas: { desde: m.datos_meses },
  },
  movimientos: {
    solapa: m.seccion_movimientos,
    contar: count(m.datos_n_movimientos),
    sinNada: m.datos_sin_movimientos,
    fechas: { fecha: m.datos_del_banco },
  },
  rechazos: {
    solapa: m.seccion_rechazos,
    contar: count(m.datos_n_rechazos),
    sinNada: m.datos_sin_rechazos,
    fechas: { fecha: m.datos_rechazadas },
  },
  comercios: {
    solapa: m.seccion_comercios,
    contar: count(m.datos_n_comercios),
    sinNada: m.datos_sin_comercios,
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
    secundarias: secondary,
    orden: { campo: order.field, desc: order.descending },
    filtros: filters,
  };
}

// Made once: a screen whose description is another object is another screen, and its grid begins again without the focus.
const DESCRIPTIONS = Object.fromEntries(SCREEN_NAMES.map((name) => [name, describe(name)])) as Readonly<
  Record<ScreenName, ViewDescription>
>;

/** The views of a section; the first one opens it. */
export function vistasDe(seccion: DataSection): readonly [ViewDescription, ...ViewDescription[]] {
  const tabs = SCREEN_NAMES.filter((name) => isTabOf(seccion, name));
  const inOrder = tabs.toSorted((a, b) => IN_ORDER.indexOf(a) - IN_ORDER.indexOf(b));
  return [DESCRIPTIONS[seccion], ...inOrder.map((name) => DESCRIPTIONS[name])];
}

/** The view that an address asks for; the section's first one when it says none that the section has. */
export function vistaDe(seccion: DataSection, vista: string | undefined): ViewDescription {
  const vistas = vistasDe(seccion);
  return vistas.find((each) => each.vista === vista) ?? vistas[0];
}
