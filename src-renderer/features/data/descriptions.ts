import type { ServiceMethod } from './vista.ts';
import type { DataSection } from '../../shared/route-filter.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../../ui/format.ts';
import type { Order } from '../../ui/grid/types.ts';

/** What a data screen says and shows of one view. The fields and their kinds are the contract's (`data-fields.ts`). */
export interface ViewDescription {
  readonly vista: ServiceMethod;
  /** Its tab, where the section has more than one. */
  readonly solapa: () => string;
  /** In sight, in order; every other field can be chosen. */
  readonly columnas: readonly string[];
  /** Among them, the ones that go when there is no room, the first one first. */
  readonly secundarias: readonly string[];
  readonly orden: Order;
  /** `257 operaciones`. */
  readonly contar: (n: number) => string;
  /** How the sentence of the filters begins, before the period; by field of date. None: the view has no dates. */
  readonly fechas: Readonly<Record<string, () => string>>;
  readonly sinNada: () => string;
  /** Fields offered first to filter by. */
  readonly filtros: readonly string[];
  /** Where the page of one record is. */
  readonly paginaDe?: 'liquidaciones' | 'impuestos';
}

type CountMessage = (partes: { n: number; texto: string }) => string;
const count =
  (mensaje: CountMessage) =>
  (n: number): string =>
    mensaje({ n, texto: formatNumber(n) });

const LIQUIDACION = {
  columnas: [
    'fecha', 'numero', 'tarjeta', 'comercio', 'establecimiento', 'banco', 'total_facturado', 'total_descontado', 'total_acreditado',
    'acreditada',
  ], // prettier-ignore
  secundarias: ['banco', 'establecimiento', 'comercio', 'total_descontado'],
  orden: { campo: 'fecha', desc: true },
  fechas: { fecha: m.datos_pagadas },
  filtros: ['tarjeta', 'marca', 'comercio', 'banco', 'numero', 'total_acreditado', 'acreditada'],
  paginaDe: 'liquidaciones',
} as const;

const OPERACIONES: ViewDescription = {
  vista: 'operaciones',
  solapa: m.seccion_operaciones,
  columnas: [
    'fecha_venta', 'tarjeta', 'tarjeta_nro', 'comprobante', 'terminal', 'lote', 'cuotas', 'importe', 'arancel', 'costo_fin',
    'nro_liquidacion', 'fecha_pago', 'acreditada',
  ], // prettier-ignore
  secundarias: ['fecha_pago', 'costo_fin', 'terminal', 'cuotas', 'lote', 'arancel', 'nro_liquidacion', 'tarjeta_nro'],
  orden: { campo: 'fecha_venta', desc: true },
  contar: count(m.datos_n_operaciones),
  fechas: { fecha_venta: m.datos_vendidas, fecha_presentacion: m.datos_presentadas, fecha_pago: m.datos_a_pagar },
  sinNada: m.datos_sin_operaciones,
  filtros: ['tarjeta', 'comercio', 'marca', 'importe', 'cuotas', 'lote', 'terminal', 'nro_liquidacion', 'acreditada'],
};

const LIQUIDACIONES: readonly ViewDescription[] = [
  {
    ...LIQUIDACION,
    vista: 'liquidaciones',
    solapa: m.datos_solapa_liquidaciones,
    contar: count(m.datos_n_liquidaciones),
    sinNada: m.datos_sin_liquidaciones,
  },
  {
    ...LIQUIDACION,
    vista: 'liquidaciones-conciliadas',
    solapa: m.datos_solapa_conciliadas,
    columnas: [...LIQUIDACION.columnas.slice(0, -1), 'operaciones', 'cashback', 'acreditada'],
    secundarias: ['banco', 'establecimiento', 'cashback', 'comercio', 'total_descontado', 'operaciones'],
    contar: count(m.datos_n_liquidaciones),
    sinNada: m.datos_sin_conciliadas,
  },
  {
    vista: 'liquidaciones-totales',
    solapa: m.datos_solapa_totales,
    columnas: [
      'desde', 'hasta', 'tarjeta', 'fac_debito', 'fac_credito', 'fac_credito_cuotas', 'total_facturado', 'des_arancel', 'des_impuesto',
      'total_descontado', 'total_acreditado',
    ], // prettier-ignore
    secundarias: ['fac_debito', 'fac_credito', 'fac_credito_cuotas', 'des_arancel', 'des_impuesto'],
    orden: { campo: 'desde', desc: true },
    contar: count(m.datos_n_totales),
    fechas: { desde: m.datos_meses },
    sinNada: m.datos_sin_liquidaciones,
    filtros: ['tarjeta'],
  },
];

const IMPUESTOS: readonly ViewDescription[] = [
  {
    vista: 'impuestos',
    solapa: m.datos_solapa_impuestos,
    columnas: [
      'fecha', 'numero', 'tarjeta', 'comercio', 'provincia', 'imp_iva', 'retencion_iva', 'retencion_iibb', 'retencion_ganancias',
      'total_impuestos', 'total_retenciones', 'total_percepciones',
    ], // prettier-ignore
    secundarias: ['comercio', 'imp_iva', 'retencion_ganancias', 'retencion_iva', 'retencion_iibb'],
    orden: { campo: 'fecha', desc: true },
    contar: count(m.datos_n_impuestos),
    fechas: { fecha: m.datos_pagadas },
    sinNada: m.datos_sin_impuestos,
    filtros: ['tarjeta', 'marca', 'comercio', 'provincia', 'numero'],
    paginaDe: 'impuestos',
  },
  {
    vista: 'impuestos-totales',
    solapa: m.datos_solapa_totales,
    columnas: [
      'desde', 'hasta', 'imp_iva', 'imp_otros', 'tot_impuestos', 'ret_iva', 'ret_iibb', 'ret_ganancias', 'tot_retenciones',
      'tot_percepciones',
    ], // prettier-ignore
    secundarias: ['imp_otros', 'ret_iva', 'ret_iibb', 'ret_ganancias', 'imp_iva'],
    orden: { campo: 'desde', desc: true },
    contar: count(m.datos_n_meses),
    fechas: { desde: m.datos_meses },
    sinNada: m.datos_sin_impuestos,
    filtros: [],
  },
];

const MOVIMIENTOS: ViewDescription = {
  vista: 'movimientos',
  solapa: m.seccion_movimientos,
  columnas: [
    'fecha',
    'banco',
    'cuenta',
    'informacion',
    'categoria',
    'referencia',
    'marca',
    'debito_credito',
    'importe_neto',
    'conciliado',
  ],
  secundarias: ['referencia', 'categoria', 'marca', 'cuenta', 'debito_credito'],
  orden: { campo: 'fecha', desc: true },
  contar: count(m.datos_n_movimientos),
  fechas: { fecha: m.datos_del_banco },
  sinNada: m.datos_sin_movimientos,
  filtros: ['marca', 'comercio', 'debito_credito', 'conciliado', 'importe', 'categoria', 'banco', 'cuenta'],
};

const RECHAZOS: ViewDescription = {
  vista: 'rechazos',
  solapa: m.seccion_rechazos,
  columnas: [
    'fecha', 'motivo', 'descripcion', 'tarjeta', 'tarjeta_nro', 'comprobante', 'comercio', 'rechazo', 'estado', 'importe',
  ], // prettier-ignore
  secundarias: ['descripcion', 'rechazo', 'comercio', 'tarjeta_nro'],
  orden: { campo: 'fecha', desc: true },
  contar: count(m.datos_n_rechazos),
  fechas: { fecha: m.datos_rechazadas },
  sinNada: m.datos_sin_rechazos,
  filtros: ['motivo', 'estado', 'tarjeta', 'comercio', 'importe'],
};

const COMERCIOS: ViewDescription = {
  vista: 'comercios',
  solapa: m.seccion_comercios,
  columnas: ['nombre', 'razon_social', 'cuit', 'direccion', 'localidad', 'provincia', 'rubro', 'id'],
  secundarias: ['id', 'rubro', 'direccion'],
  orden: { campo: 'nombre', desc: false },
  contar: count(m.datos_n_comercios),
  fechas: {},
  sinNada: m.datos_sin_comercios,
  filtros: ['provincia', 'localidad', 'rubro'],
};

/** The views of each section; the first one opens it. */
const VISTAS: Readonly<Record<DataSection, readonly [ViewDescription, ...ViewDescription[]]>> = {
  operaciones: [OPERACIONES],
  liquidaciones: asList(LIQUIDACIONES),
  impuestos: asList(IMPUESTOS),
  movimientos: [MOVIMIENTOS],
  rechazos: [RECHAZOS],
  comercios: [COMERCIOS],
};

function asList([primera, ...resto]: readonly ViewDescription[]): readonly [ViewDescription, ...ViewDescription[]] {
  if (primera === undefined) throw new Error('a section has a view');
  return [primera, ...resto];
}

export const vistasDe = (seccion: DataSection): readonly [ViewDescription, ...ViewDescription[]] => VISTAS[seccion];

/** The view that an address asks for; the section's first one when it says none that the section has. */
export function vistaDe(seccion: DataSection, vista: string | undefined): ViewDescription {
  const vistas = VISTAS[seccion];
  return vistas.find((each) => each.vista === vista) ?? vistas[0];
}
