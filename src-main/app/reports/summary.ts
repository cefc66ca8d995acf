import { DISPOSICIONES, type Disposicion } from '#domain/conciliacion.ts';
import type { InformeFuente } from '#domain/informe.ts';
import { partesDe, referencia } from '#workbook/write/layout.ts';
import type {
  Celda,
  ColumnaTipo,
  FichaDato,
  FichaTabla,
  Formula,
  HojaFicha,
  HojaTabla,
} from '#workbook/write/libro.ts';
import type { TillBridge } from '#domain/till-bridge.ts';
import { bySheetAndDay, declaredTotals, rowsToSent, serviceCounters, type LeftOutSheet } from './bridge-tables.ts';
import { HOJAS } from './disposiciones.ts';
import { leidoEl, periodo } from './sheets.ts';
import type { PorDisposicion, Suma, Tally } from './tally.ts';

interface SummaryInput {
  readonly fuente: InformeFuente;
  readonly cuentas: Tally;
  readonly errores: number;
  readonly avisos: number;
  /** The sheets of coupons that the workbook has: the summary's figures are formulas over them. */
  readonly hojas: ReadonlyMap<Disposicion, HojaTabla>;
  /** From the files to what was sent; undefined where somebody else made the reconciliation. */
  readonly bridge: TillBridge | undefined;
  readonly leftOut: LeftOutSheet | undefined;
  readonly maxFilas: number;
}

const dato = (etiqueta: string, valor: Celda, tipo: ColumnaTipo = 'texto'): FichaDato => ({ etiqueta, tipo, valor });

function datos({ fuente, cuentas, errores, avisos }: SummaryInput): FichaDato[] {
  const { conciliacion } = fuente;
  return [
    dato('Cuenta', fuente.cuenta),
    dato(fuente.archivos.length === 1 ? 'Archivo' : 'Archivos', fuente.archivos.join(', ')),
    dato('Conciliación', conciliacion === null ? 'Sin datos: no se leyó ningún resultado' : conciliacion.id),
    ...(conciliacion === null
      ? []
      : [
          dato('Fecha de la conciliación', conciliacion.fecha, 'fecha'),
          dato('Estado en el servicio', conciliacion.estado),
          dato('Período que dice el servicio, desde', conciliacion.origenDesde, 'fecha'),
          dato('Período que dice el servicio, hasta', conciliacion.origenHasta, 'fecha'),
        ]),
    dato('Carga', fuente.carga),
    dato('Período de las ventas', periodo(cuentas)),
    dato('Leído el', fuente.leido, 'fechaHora'),
    dato('Días contados al', fuente.hoy, 'fecha'),
    dato(
      'Resultado',
      fuente.completo
        ? 'Completo: el servicio informó todos los cupones.'
        : `Incompleto al ${leidoEl(fuente.leido)}: el servicio no informó todos los cupones.`,
    ),
    dato('Errores (hoja Errores)', errores, 'entero'),
    dato('Avisos (hoja Avisos)', avisos, 'entero'),
  ];
}

/** A count and an amount as formulas over the rows of a sheet, on as many sheets as they take. */
function sobreLasFilas(hoja: HojaTabla, suma: Suma, maxFilas: number): readonly [Celda | Formula, Celda | Formula] {
  if (suma.cupones === 0) return [0, 0];
  const partes = partesDe(hoja, suma.cupones, maxFilas);
  const importe = hoja.columnas.findIndex(({ tipo, total }) => tipo === 'importe' && total === 'suma');
  const cuenta = partes.map((parte) => `ROWS(${referencia(parte, 0)})`).join('+');
  const total = `SUM(${partes.map((parte) => referencia(parte, importe)).join(',')})`;
  return [
    { formula: cuenta, valor: suma.cupones },
    { formula: total, valor: suma.importe },
  ];
}

function tablaDeResultado({ cuentas, hojas, maxFilas }: SummaryInput): FichaTabla {
  return {
    titulo: 'Qué pasó con cada cupón',
    columnas: [
      { titulo: 'Resultado', tipo: 'texto' },
      { titulo: 'Cupones', tipo: 'entero', total: 'suma' },
      { titulo: 'Importe', tipo: 'importe', total: 'suma' },
    ],
    filas: [...hojas].map(([disposicion, hoja]) => [
      HOJAS[disposicion].hoja,
      ...sobreLasFilas(hoja, cuentas.total[disposicion], maxFilas),
    ]),
  };
}

function sumaDe(por: PorDisposicion, cuales: readonly Disposicion[]): readonly [number, bigint] {
  let cupones = 0;
  let importe = 0n;
  for (const cual of cuales) {
    cupones += por[cual].cupones;
    importe += por[cual].importe;
  }
  return [cupones, importe];
}

const OTROS = DISPOSICIONES.filter((disposicion) => disposicion !== 'conciliado' && disposicion !== 'sin_conciliar');

function tablaPor(
  titulo: string,
  clave: { readonly titulo: string; readonly tipo: ColumnaTipo },
  por: ReadonlyMap<string, PorDisposicion>,
): FichaTabla {
  const par = (nombre: string, importe: string): FichaTabla['columnas'] => [
    { titulo: nombre, tipo: 'entero', total: 'suma' },
    { titulo: importe, tipo: 'importe', total: 'suma' },
  ];
  return {
    titulo,
    columnas: [
      clave,
      ...par('Cupones', 'Importe'),
      ...par('Conciliados', 'Importe conciliado'),
      ...par('Sin conciliar', 'Importe sin conciliar'),
      ...par('Otros', 'Importe de otros'),
    ],
    filas: [...por].map(([llave, sumas]) => [
      llave,
      ...sumaDe(sumas, DISPOSICIONES),
      ...sumaDe(sumas, ['conciliado']),
      ...sumaDe(sumas, ['sin_conciliar']),
      ...sumaDe(sumas, OTROS),
    ]),
  };
}

/** *Resumen*: what was reconciled and when it was read, what happened to each coupon, and the same by card, establishment and day. */
export function hojaResumen(input: SummaryInput): HojaFicha {
  const { cuentas, bridge, leftOut } = input;
  const { conciliacion } = input.fuente;
  return {
    forma: 'ficha',
    nombre: 'Resumen',
    titulo: 'Informe de conciliación',
    anchos: [34, 12, 18, 12, 18, 12, 20, 10, 18],
    datos: datos(input),
    tablas: [
      tablaDeResultado(input),
      ...(conciliacion === null ? [] : [serviceCounters(conciliacion, cuentas)]),
      ...(bridge === undefined ? [] : [rowsToSent(bridge, leftOut), ...declaredTotals(bridge), bySheetAndDay(bridge)]),
      tablaPor('Por tarjeta', { titulo: 'Tarjeta', tipo: 'texto' }, cuentas.porTarjeta),
      tablaPor('Por comercio', { titulo: 'Establecimiento', tipo: 'texto' }, cuentas.porEstablecimiento),
      tablaPor('Por día de venta', { titulo: 'Día', tipo: 'fecha' }, cuentas.porDia),
    ],
  };
}
