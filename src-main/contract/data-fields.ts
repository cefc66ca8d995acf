/**
 * The fields of every view of the local data: those of the service's are stated in `domain/views/`, our coupons here. Plain data: with
 * `data-labels.ts`, what of the contract the renderer may import values of.
 */
import { FIELDS_IN_ORDER, CUPON_CAMPOS } from '#domain/cupon.ts';
import { dataFieldsOf, summandsIn, type DataField, type Summand } from '#domain/views/derived.ts';
import { mapViews, SCREEN_NAMES, VIEWS, type ScreenName } from '#domain/views/index.ts';
import type { Signed, View } from '#domain/views/view.ts';
import type { Vista } from '#domain/vista.ts';

export { SCREEN_NAMES, VIEWS, type DataField, type ScreenName, type Summand };

/** Where a coupon of ours came from, the coupon, what became of it. */
const CUPONES: readonly DataField[] = [
  { nombre: 'carga', tipo: 'texto' },
  { nombre: 'archivo', tipo: 'texto' },
  { nombre: 'fila', tipo: 'entero' },
  ...FIELDS_IN_ORDER.map((nombre): DataField => {
    const { tipo } = CUPON_CAMPOS[nombre];
    return { nombre, tipo: tipo === 'importe' || tipo === 'fecha' ? tipo : 'texto' };
  }),
  { nombre: 'estado', tipo: 'texto' },
  { nombre: 'conciliado', tipo: 'booleano' },
  { nombre: 'nro_liquidacion', tipo: 'texto' },
  { nombre: 'fecha_liq', tipo: 'fecha' },
];

export const CAMPOS_DE_VISTA: Readonly<Record<Vista, readonly DataField[]>> = {
  ...mapViews(dataFieldsOf),
  cupones: CUPONES,
};

const signedOf = ({ signed }: View): Signed | undefined => signed;
/** The amounts that come without their sign. */
export const SIGNED_AMOUNTS: Readonly<Record<Vista, Signed | undefined>> = {
  ...mapViews(signedOf),
  cupones: undefined,
};

/** What is added up of a view. */
export const summandsOf = (vista: Vista): readonly Summand[] =>
  summandsIn(CAMPOS_DE_VISTA[vista], SIGNED_AMOUNTS[vista]);

/** The amounts that say what a row of a view is worth, for what is said of few of them in a line. */
export const MAIN_AMOUNTS: Readonly<Record<Vista, readonly string[]>> = {
  ...mapViews(({ worth }) => worth),
  cupones: ['importe'],
};

/** The date that a period means in each view; null where there is none. */
export const VISTA_DATE: Readonly<Record<Vista, string | null>> = {
  ...mapViews(({ dates: [own = null] }) => own),
  cupones: 'fecha_venta',
};
