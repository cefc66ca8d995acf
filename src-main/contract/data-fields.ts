/**
 * The fields of every view: the API's in the order of its description, with their kind, and what people call them. One list drives storing,
 * filtering, export and the grids. Plain data: the one module of the contract whose values the renderer may import.
 */
import { FIELDS_IN_ORDER, CUPON_CAMPOS } from '#domain/cupon.ts';
import type { ServiceMethod, Vista } from '#domain/vista.ts';

/** `fechaHora` may come without a time, which is not midnight; `json` is a detail, shown apart. */
export type FieldType = 'texto' | 'entero' | 'importe' | 'fecha' | 'fechaHora' | 'booleano' | 'json';

export interface DataField {
  readonly nombre: string;
  readonly tipo: FieldType;
  /** Made from other fields of the row by a rule of ours (`SIGNED_AMOUNTS`): the service does not send it. */
  readonly derivado?: true;
}

/** An amount that comes without its sign, which another field says. */
export interface SignedAmount {
  /** The amount as the service reports it: it stays as it came, and is never added up. */
  readonly amount: string;
  readonly by: string;
  readonly plus: string;
  readonly minus: string;
  /** The derived field: the amount where `by` is `plus`, minus its absolute value where it is `minus`, null for any other text. */
  readonly as: string;
  /** The parts of its sum, by the letter: what came in and, negative, what went out. */
  readonly sums: { readonly plus: string; readonly minus: string };
}

/** Bank movements: `D` debit, `C` credit (API description, "Bank movement"). */
const MOVEMENT_AMOUNT: SignedAmount = {
  amount: 'importe',
  by: 'debito_credito',
  plus: 'C',
  minus: 'D',
  as: 'importe_neto',
  sums: { plus: 'creditos', minus: 'debitos' },
};
export const SIGNED_AMOUNTS: Readonly<Partial<Record<Vista, SignedAmount>>> = { movimientos: MOVEMENT_AMOUNT };

const de =
  (tipo: FieldType) =>
  (...nombres: readonly string[]): readonly DataField[] =>
    nombres.map((nombre) => ({ nombre, tipo }));
const texto = de('texto');
const importe = de('importe');
const whole = de('entero');
const fecha = de('fecha');
const dateTime = de('fechaHora');
const booleanField = de('booleano');
const detalle = de('json')('detalle');

const OPERACIONES: readonly DataField[] = [
  ...texto('id'),
  ...dateTime('fecha_venta'),
  ...fecha('fecha_presentacion'),
  ...texto('tarjeta', 'marca', 'establecimiento', 'terminal', 'lote', 'comprobante', 'tarjeta_nro', 'cuotas'),
  ...importe('importe'),
  ...texto('comercio'),
  ...fecha('fecha_pago'),
  ...texto('autorizacion', 'nro_liquidacion', 'liquidaciones_id', 'bin', 'plan'),
  ...importe('arancel'),
  ...texto('tna'),
  ...importe('costo_fin'),
  ...texto('billetera', 'referencia'),
  ...booleanField('acreditada'),
];

const MOVIMIENTOS: readonly DataField[] = [
  ...texto('id'),
  ...dateTime('fecha'),
  ...texto('banco', 'cuenta', 'cbu', 'cuit_cuenta', 'razon_social', 'categoria', 'informacion', 'codigo_banco', 'cuit'),
  ...texto('debito_credito'),
  ...importe(MOVEMENT_AMOUNT.amount),
  { nombre: MOVEMENT_AMOUNT.as, tipo: 'importe', derivado: true },
  ...texto('referencia', 'tipo', 'marca', 'comercio', 'voucher_asociado', 'liquidaciones_id', 'transacciones_id'),
  ...booleanField('conciliado'),
];

const COMMON_LIQUIDACION: readonly DataField[] = [
  ...texto('id', 'marca', 'tarjeta', 'comercio', 'provincia', 'banco', 'establecimiento', 'tipo', 'numero'),
  ...fecha('fecha'),
  ...dateTime('fecha_recupero_adelanto'),
  ...importe('facturado_debito', 'facturado_credito', 'facturado_credito_cuotas', 'facturado_descontado'),
  ...importe('facturado_otro', 'total_facturado', 'descontado_arancel', 'descontado_promocion', 'descontado_impuesto'),
  ...importe('descontado_cuota', 'descontado_adelanto', 'descontado_otro', 'total_descontado', 'total_acreditado'),
  ...booleanField('acreditada'),
];

const IMPUESTOS: readonly DataField[] = [
  ...texto('id', 'marca', 'tarjeta', 'comercio', 'provincia', 'establecimiento', 'tipo', 'numero'),
  ...fecha('fecha'),
  ...importe('impuesto_iva_105', 'impuesto_iva_21', 'imp_iva', 'impuesto_otros', 'total_impuestos'),
  ...importe('retencion_iva', 'retencion_iibb', 'retencion_ganancias', 'retencion_otros', 'total_retenciones'),
  ...importe('percepcion_iva', 'percepcion_iibb', 'percepcion_ganancias', 'percepcion_otros', 'total_percepciones'),
  ...detalle,
];

const RECHAZOS: readonly DataField[] = [
  ...texto('id'),
  ...dateTime('fecha'),
  ...texto('marca', 'tarjeta', 'establecimiento', 'motivo', 'descripcion'),
  ...importe('importe'),
  ...texto('comercio', 'estado', 'lote', 'comprobante', 'tarjeta_nro', 'rechazo', 'autorizacion'),
  ...dateTime('fecha_transferencia', 'fecha_presentacion'),
];

const LIQUIDACIONES_TOTALS: readonly DataField[] = [
  ...fecha('desde', 'hasta'),
  ...texto('tarjeta'),
  ...importe('fac_debito', 'fac_credito', 'fac_credito_cuotas', 'fac_descontado', 'fac_otro', 'total_facturado'),
  ...importe('des_arancel', 'des_promocion', 'des_impuesto', 'des_cuota', 'des_adelanto', 'des_otro'),
  ...importe('total_descontado', 'total_acreditado'),
];

const IMPUESTOS_TOTALS: readonly DataField[] = [
  ...fecha('desde', 'hasta'),
  ...importe('imp_iva_105', 'imp_iva_21', 'imp_iva', 'imp_otros', 'tot_impuestos'),
  ...importe('ret_iva', 'ret_iibb', 'ret_ganancias', 'ret_otros', 'tot_retenciones'),
  ...importe('per_iva', 'per_iibb', 'per_ganancias', 'per_otros', 'tot_percepciones'),
];

const CONCILIACIONES: readonly DataField[] = [
  ...texto('id'),
  ...fecha('fecha', 'origen_desde', 'origen_hasta'),
  ...whole('total', 'nuevos', 'existentes', 'error', 'conciliados', 'sin_conciliar'),
  ...texto('estado'),
];

/** Where a coupon of ours came from, the coupon, what became of it. */
const CUPONES: readonly DataField[] = [
  ...texto('carga', 'archivo'),
  ...whole('fila'),
  ...FIELDS_IN_ORDER.map((nombre): DataField => {
    const { tipo } = CUPON_CAMPOS[nombre];
    return { nombre, tipo: tipo === 'importe' || tipo === 'fecha' ? tipo : 'texto' };
  }),
  ...texto('estado'),
  ...booleanField('conciliado'),
  ...texto('nro_liquidacion'),
  ...fecha('fecha_liq'),
];

/** Amounts that no row comes without: one that does is set aside. Any other may be null, which is not known and never zero. */
const CON_IMPORTE: Partial<Readonly<Record<Vista, readonly string[]>>> = {
  operaciones: ['importe'],
  movimientos: ['importe'],
  rechazos: ['importe'],
};
/** Whether rows of a view may come without one of its amounts. */
export const canBeMissing = (vista: Vista, campo: string): boolean => CON_IMPORTE[vista]?.includes(campo) !== true;

export const CAMPOS_DE_VISTA: Readonly<Record<Vista, readonly DataField[]>> = {
  calendario: [...texto('dia'), ...fecha('fecha'), ...importe('vendido', 'acreditado')],
  comercios: texto(
    'id',
    'nombre',
    'razon_social',
    'cuit',
    'direccion',
    'codigo_postal',
    'provincia',
    'localidad',
    'rubro',
  ),
  operaciones: OPERACIONES,
  movimientos: MOVIMIENTOS,
  liquidaciones: [...COMMON_LIQUIDACION, ...detalle],
  'liquidaciones-totales': LIQUIDACIONES_TOTALS,
  impuestos: IMPUESTOS,
  'impuestos-totales': IMPUESTOS_TOTALS,
  rechazos: RECHAZOS,
  'liquidaciones-conciliadas': [...COMMON_LIQUIDACION, ...whole('operaciones'), ...importe('cashback')],
  conciliaciones: CONCILIACIONES,
  cupones: CUPONES,
};

/** One sum of a view: of a field, over the rows whose `only.field` has a value. */
export interface Summand {
  readonly name: string;
  readonly field: string;
  readonly only?: { readonly field: string; readonly value: string };
}

/** What is added up of a view: each amount under its own name; of one without its sign, what it nets to, with credits and debits beside. */
export function summandsOf(vista: Vista): readonly Summand[] {
  const signed = SIGNED_AMOUNTS[vista];
  return CAMPOS_DE_VISTA[vista].flatMap(({ nombre, tipo }): readonly Summand[] => {
    if (tipo !== 'importe' || nombre === signed?.amount) return [];
    if (nombre !== signed?.as) return [{ name: nombre, field: nombre }];
    const { by, plus, minus, sums } = signed;
    return [
      { name: nombre, field: nombre },
      { name: sums.plus, field: nombre, only: { field: by, value: plus } },
      { name: sums.minus, field: nombre, only: { field: by, value: minus } },
    ];
  });
}

/** The amounts that say what a row of a view is worth, for what is said of few of them in a line. */
export const MAIN_AMOUNTS: Readonly<Partial<Record<Vista, readonly string[]>>> = {
  calendario: ['vendido', 'acreditado'],
  operaciones: ['importe'],
  movimientos: [MOVEMENT_AMOUNT.as],
  liquidaciones: ['total_acreditado'],
  'liquidaciones-totales': ['total_acreditado'],
  'liquidaciones-conciliadas': ['total_acreditado'],
  impuestos: ['total_impuestos', 'total_retenciones', 'total_percepciones'],
  'impuestos-totales': ['tot_impuestos', 'tot_retenciones', 'tot_percepciones'],
  rechazos: ['importe'],
  cupones: ['importe'],
};

/** The date that a period means in each view; null where there is none. */
export const FECHA_DE_VISTA: Readonly<Record<Vista, string | null>> = {
  calendario: 'fecha',
  comercios: null,
  operaciones: 'fecha_venta',
  movimientos: 'fecha',
  liquidaciones: 'fecha',
  'liquidaciones-totales': 'desde',
  impuestos: 'fecha',
  'impuestos-totales': 'desde',
  rechazos: 'fecha',
  'liquidaciones-conciliadas': 'fecha',
  conciliaciones: 'fecha',
  cupones: 'fecha_venta',
};

/** What `texto` is looked for in, by view: what a person would type. Amounts written with a comma are looked for among the amounts. */
export const SEARCHED_FIELDS: Readonly<Record<ServiceMethod, readonly string[]>> = {
  calendario: [],
  comercios: ['nombre', 'razon_social', 'cuit', 'direccion', 'localidad', 'provincia', 'rubro'],
  operaciones: [
    'comprobante', 'autorizacion', 'referencia', 'nro_liquidacion', 'lote', 'terminal', 'tarjeta_nro', 'establecimiento', 'billetera',
    'tarjeta', 'comercio', 'marca',
  ], // prettier-ignore
  movimientos: [
    'informacion', 'referencia', 'voucher_asociado', 'categoria', 'razon_social', 'cuit', 'banco', 'cuenta', 'marca', 'comercio',
  ], // prettier-ignore
  liquidaciones: ['numero', 'establecimiento', 'tarjeta', 'marca', 'comercio', 'banco', 'provincia'],
  'liquidaciones-totales': ['tarjeta'],
  impuestos: ['numero', 'establecimiento', 'tarjeta', 'marca', 'comercio', 'provincia'],
  'impuestos-totales': [],
  rechazos: [
    'rechazo', 'comprobante', 'autorizacion', 'lote', 'tarjeta_nro', 'motivo', 'descripcion', 'estado', 'establecimiento', 'tarjeta',
    'marca', 'comercio',
  ], // prettier-ignore
  'liquidaciones-conciliadas': ['numero', 'establecimiento', 'tarjeta', 'marca', 'comercio', 'banco', 'provincia'],
  conciliaciones: ['id', 'estado'],
};
