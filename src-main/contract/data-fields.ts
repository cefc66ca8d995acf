/**
 * The fields of every view of the local data. `domain/views/` states those of the service's views, this file those of our coupons. Plain data: this
 * file is one of the few of the contract from which the renderer may import values (`scripts/lint/direction.ts`).
 */
import { FIELDS_IN_ORDER, CUPON_FIELDS } from '#domain/cupon.ts';
export { RESULT_GROUPS, RESULT_ORDERS } from '#domain/report.ts';
import {
  dataFieldsOf,
  summandsIn,
  type DataField,
  type Summand,
  readFilterValues,
} from '#domain/views/filter-values.ts';
import { mapViews, SCREEN_NAMES, VIEWS, type ScreenName, type Vista } from '#domain/views/index.ts';
import type { Signed, View } from '#domain/views/view.ts';

export { FIELDS_IN_ORDER, readFilterValues, SCREEN_NAMES, VIEWS, type DataField, type ScreenName, type Summand };

/** The fields of a coupon of ours: its origin, the coupon itself, its outcome. */
const CUPONES: readonly DataField[] = [
  { nombre: 'carga', tipo: 'texto' },
  { nombre: 'archivo', tipo: 'texto' },
  { nombre: 'fila', tipo: 'entero' },
  ...FIELDS_IN_ORDER.map((name): DataField => {
    const { tipo } = CUPON_FIELDS[name];
    return { nombre: name, tipo: tipo === 'importe' || tipo === 'fecha' ? tipo : 'texto' };
  }),
  { nombre: 'estado', tipo: 'texto' },
  { nombre: 'conciliado', tipo: 'booleano' },
  { nombre: 'nro_liquidacion', tipo: 'texto' },
  { nombre: 'fecha_liq', tipo: 'fecha' },
];

/**
 * Several `igual` on one field are *or*; everything else is *and*. `contiene` ignores case and accents. `mayor` and `menor` are strict; in a text
 * field they compare only texts that are numbers. `vacio` and `no_vacio` take no value.
 */
export const OPERATORS = ['igual', 'distinto', 'contiene', 'mayor', 'menor', 'vacio', 'no_vacio'] as const;

/** How many days a synchronisation without a first day reads, the last one included (docs/cli.md, `sincronizar`). */
export const DEFAULT_DAYS = 90;

export const VISTA_FIELDS: Readonly<Record<Vista, readonly DataField[]>> = {
  ...mapViews(dataFieldsOf),
  cupones: CUPONES,
};

const signedOf = ({ signed }: View): Signed | undefined => signed;
/** For each view, its amount without a sign, if any. */
export const SIGNED_AMOUNTS: Readonly<Record<Vista, Signed | undefined>> = {
  ...mapViews(signedOf),
  cupones: undefined,
};

export const summandsOf = (vista: Vista): readonly Summand[] => summandsIn(VISTA_FIELDS[vista], SIGNED_AMOUNTS[vista]);

/** The amounts that show the worth of a view's row, for a line with space for few. */
export const MAIN_AMOUNTS: Readonly<Record<Vista, readonly string[]>> = {
  ...mapViews(({ worth }) => worth),
  cupones: ['importe'],
};

export const VISTA_DATES: Readonly<Record<Vista, readonly string[]>> = {
  ...mapViews(({ dates }): readonly string[] => dates),
  cupones: CUPONES.flatMap(({ nombre, tipo }) => (tipo === 'fecha' ? [nombre] : [])),
};

/** The date that a period filters by in each view; null for a view without a date. */
export const VISTA_DATE: Readonly<Record<Vista, string | null>> = {
  ...mapViews(({ dates: [own = null] }) => own),
  cupones: 'fecha_venta',
};
