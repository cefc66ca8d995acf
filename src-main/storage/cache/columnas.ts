/**
 * What the cache keeps of each view: the fields of the API in the order of its description, with their kind. One list drives writing, reading,
 * filtering and export; the tables themselves are in `migrations/`, and a test holds the two together.
 */
import type { Metodo } from '#domain/vista.ts';

/**
 * `importe` is whole centavos; `fechaHora` is kept as two columns, the date and the time that was reported (null: none, which is not
 * midnight); `json` is a detail, kept as text.
 */
export type CampoTipo = 'texto' | 'entero' | 'importe' | 'fecha' | 'fechaHora' | 'booleano' | 'json';

export interface Campo {
  readonly nombre: string;
  readonly tipo: CampoTipo;
}

export interface Tabla {
  readonly metodo: Metodo;
  readonly tabla: string;
  readonly campos: readonly Campo[];
  /** The date that `--desde/--hasta` mean; null where there is none. */
  readonly fecha: string | null;
  /** The dates by which it can be asked for. */
  readonly fechas: readonly string[];
  /** Fields that tell a record apart without its identifier (TRAPS.md, `ids`); empty where it is never known again by another id. */
  readonly natural: readonly string[];
}

const de =
  (tipo: CampoTipo) =>
  (...nombres: readonly string[]): readonly Campo[] =>
    nombres.map((nombre) => ({ nombre, tipo }));
const texto = de('texto');
const importe = de('importe');
const entero = de('entero');
const fecha = de('fecha');
const fechaHora = de('fechaHora');
const booleano = de('booleano');
const detalle = de('json')('detalle');

const OPERACIONES: readonly Campo[] = [
  ...texto('id'),
  ...fechaHora('fecha_venta'),
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
  ...booleano('acreditada'),
];

const MOVIMIENTOS: readonly Campo[] = [
  ...texto('id'),
  ...fechaHora('fecha'),
  ...texto('banco', 'cuenta', 'cbu', 'cuit_cuenta', 'razon_social', 'categoria', 'informacion', 'codigo_banco', 'cuit'),
  ...texto('debito_credito'),
  ...importe('importe'),
  ...texto('referencia', 'tipo', 'marca', 'comercio', 'voucher_asociado', 'liquidaciones_id', 'transacciones_id'),
  ...booleano('conciliado'),
];

const LIQUIDACION_COMUN: readonly Campo[] = [
  ...texto('id', 'marca', 'tarjeta', 'comercio', 'provincia', 'banco', 'establecimiento', 'tipo', 'numero'),
  ...fecha('fecha'),
  ...fechaHora('fecha_recupero_adelanto'),
  ...importe('facturado_debito', 'facturado_credito', 'facturado_credito_cuotas', 'facturado_descontado'),
  ...importe('facturado_otro', 'total_facturado', 'descontado_arancel', 'descontado_promocion', 'descontado_impuesto'),
  ...importe('descontado_cuota', 'descontado_adelanto', 'descontado_otro', 'total_descontado', 'total_acreditado'),
  ...booleano('acreditada'),
];

const IMPUESTOS: readonly Campo[] = [
  ...texto('id', 'marca', 'tarjeta', 'comercio', 'provincia', 'establecimiento', 'tipo', 'numero'),
  ...fecha('fecha'),
  ...importe('impuesto_iva_105', 'impuesto_iva_21', 'imp_iva', 'impuesto_otros', 'total_impuestos'),
  ...importe('retencion_iva', 'retencion_iibb', 'retencion_ganancias', 'retencion_otros', 'total_retenciones'),
  ...importe('percepcion_iva', 'percepcion_iibb', 'percepcion_ganancias', 'percepcion_otros', 'total_percepciones'),
  ...detalle,
];

const RECHAZOS: readonly Campo[] = [
  ...texto('id'),
  ...fechaHora('fecha'),
  ...texto('marca', 'tarjeta', 'establecimiento', 'motivo', 'descripcion'),
  ...importe('importe'),
  ...texto('comercio', 'estado', 'lote', 'comprobante', 'tarjeta_nro', 'rechazo', 'autorizacion'),
  ...fechaHora('fecha_transferencia', 'fecha_presentacion'),
];

const LIQUIDACIONES_TOTALES: readonly Campo[] = [
  ...fecha('desde', 'hasta'),
  ...texto('tarjeta'),
  ...importe('fac_debito', 'fac_credito', 'fac_credito_cuotas', 'fac_descontado', 'fac_otro', 'total_facturado'),
  ...importe('des_arancel', 'des_promocion', 'des_impuesto', 'des_cuota', 'des_adelanto', 'des_otro'),
  ...importe('total_descontado', 'total_acreditado'),
];

const IMPUESTOS_TOTALES: readonly Campo[] = [
  ...fecha('desde', 'hasta'),
  ...importe('imp_iva_105', 'imp_iva_21', 'imp_iva', 'imp_otros', 'tot_impuestos'),
  ...importe('ret_iva', 'ret_iibb', 'ret_ganancias', 'ret_otros', 'tot_retenciones'),
  ...importe('per_iva', 'per_iibb', 'per_ganancias', 'per_otros', 'tot_percepciones'),
];

const CONCILIACIONES: readonly Campo[] = [
  ...texto('id'),
  ...fecha('fecha', 'origen_desde', 'origen_hasta'),
  ...entero('total', 'nuevos', 'existentes', 'error', 'conciliados', 'sin_conciliar'),
  ...texto('estado'),
];

const DE_LIQUIDACION = ['marca', 'tarjeta', 'comercio', 'establecimiento', 'tipo', 'numero', 'fecha'] as const;

const tabla = (
  metodo: Metodo,
  campos: readonly Campo[],
  { fecha: date = 'fecha', fechas, natural = [] }: Partial<Pick<Tabla, 'fecha' | 'fechas' | 'natural'>> = {},
): Tabla => ({
  metodo,
  tabla: metodo.replace('-', '_'),
  campos,
  fecha: date,
  fechas: fechas ?? (date === null ? [] : [date]),
  natural,
});

/** By view. `liquidaciones-totales` and `impuestos-totales` are one row per month (and card). */
export const TABLAS: Readonly<Record<Metodo, Tabla>> = {
  calendario: tabla('calendario', [...texto('dia'), ...fecha('fecha'), ...importe('vendido', 'acreditado')]),
  comercios: tabla(
    'comercios',
    texto('id', 'nombre', 'razon_social', 'cuit', 'direccion', 'codigo_postal', 'provincia', 'localidad', 'rubro'),
    { fecha: null, natural: ['nombre', 'cuit', 'direccion'] },
  ),
  operaciones: tabla('operaciones', OPERACIONES, {
    fecha: 'fecha_venta',
    fechas: ['fecha_venta', 'fecha_presentacion', 'fecha_pago'],
    natural: [
      'fecha_venta', 'marca', 'tarjeta', 'establecimiento', 'terminal', 'lote', 'comprobante', 'tarjeta_nro', 'importe',
      'autorizacion', 'referencia',
    ], // prettier-ignore
  }),
  movimientos: tabla('movimientos', MOVIMIENTOS, {
    natural: [
      'fecha',
      'banco',
      'cuenta',
      'categoria',
      'informacion',
      'debito_credito',
      'importe',
      'referencia',
      'tipo',
    ],
  }),
  liquidaciones: tabla('liquidaciones', [...LIQUIDACION_COMUN, ...detalle], { natural: DE_LIQUIDACION }),
  'liquidaciones-totales': tabla('liquidaciones-totales', LIQUIDACIONES_TOTALES, { fecha: 'desde' }),
  impuestos: tabla('impuestos', IMPUESTOS, { natural: DE_LIQUIDACION }),
  'impuestos-totales': tabla('impuestos-totales', IMPUESTOS_TOTALES, { fecha: 'desde' }),
  rechazos: tabla('rechazos', RECHAZOS, {
    natural: [
      'fecha',
      'marca',
      'establecimiento',
      'motivo',
      'importe',
      'lote',
      'comprobante',
      'rechazo',
      'autorizacion',
    ],
  }),
  'liquidaciones-conciliadas': tabla(
    'liquidaciones-conciliadas',
    [...LIQUIDACION_COMUN, ...entero('operaciones'), ...importe('cashback')],
    { natural: DE_LIQUIDACION },
  ),
  conciliaciones: tabla('conciliaciones', CONCILIACIONES),
};

/** The column of the time that goes with a `fechaHora`. */
export const horaDe = (nombre: string): string => `${nombre}_hora`;

/** The SQL columns of a table's fields, a `fechaHora` giving two; `id` is apart. */
export const columnasDe = ({ campos }: Tabla): readonly string[] =>
  campos.flatMap(({ nombre, tipo }) =>
    nombre === 'id' ? [] : tipo === 'fechaHora' ? [nombre, horaDe(nombre)] : [nombre],
  );
