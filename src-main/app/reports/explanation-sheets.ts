import type { CausaInforme, ExplicacionesInforme, ExplicacionInforme, OperacionInforme } from '#domain/informe.ts';
import { parseMoney } from '#domain/money.ts';
import type { Celda, HojaTabla } from '#workbook/write/libro.ts';
import { amountCell } from './amount-cell.ts';
import type { ColumnOf } from './left-out.ts';
import { formOf, rowsOf } from './sheets.ts';

const ofOperacion =
  (value: (operacion: OperacionInforme) => Celda) =>
  ({ operacion }: ExplicacionInforme): Celda =>
    operacion === null ? null : value(operacion);

/** Coupon less operation; empty where one of the two is not there. */
function difference({ cupon, operacion }: ExplicacionInforme): Celda {
  const [own, its] = [parseMoney(cupon.importe ?? '', 'sin-miles'), parseMoney(operacion?.importe ?? '', 'sin-miles')];
  return own === undefined || its === undefined ? null : own - its;
}

const REASONS: readonly ColumnOf<ExplicacionInforme>[] = [
  { titulo: 'Archivo', ancho: 26, tipo: 'texto', total: { cuenta: 'cupones' }, celda: ({ archivo }) => archivo },
  { titulo: 'Fila', ancho: 8, tipo: 'entero', celda: ({ fila }) => fila },
  { titulo: 'Fecha de venta', ancho: 12, tipo: 'fecha', celda: ({ cupon }) => cupon.fecha_venta ?? null },
  { titulo: 'Importe', ancho: 17, tipo: 'importe', total: 'suma', celda: ({ cupon }) => amountCell(cupon.importe) },
  {
    titulo: 'Comprobante',
    ancho: 14,
    tipo: 'texto',
    celda: ({ cupon }) => cupon.comprobante ?? cupon.wallet_referencia ?? null,
  },
  { titulo: 'Últimos 4', ancho: 9, tipo: 'texto', celda: ({ cupon }) => cupon.tarjeta_nro ?? null },
  { titulo: 'Motivo', ancho: 22, tipo: 'texto', celda: ({ motivo }) => motivo },
  { titulo: 'Certeza', ancho: 13, tipo: 'texto', celda: ({ certeza }) => certeza },
  { titulo: 'Qué pasó', ancho: 80, tipo: 'texto', celda: ({ texto }) => texto },
  { titulo: 'Qué hacer', ancho: 50, tipo: 'texto', celda: ({ hacer }) => hacer },
  { titulo: 'Operación', ancho: 14, tipo: 'texto', celda: ofOperacion(({ id }) => id) },
  { titulo: 'Venta según la tarjeta', ancho: 14, tipo: 'fecha', celda: ofOperacion(({ fechaVenta }) => fechaVenta) },
  {
    titulo: 'Importe según la tarjeta',
    ancho: 17,
    tipo: 'importe',
    celda: ofOperacion(({ importe }) => amountCell(importe)),
  },
  { titulo: 'Diferencia', ancho: 15, tipo: 'importe', celda: difference },
  { titulo: 'Tarjeta', ancho: 20, tipo: 'texto', celda: ofOperacion(({ tarjeta }) => tarjeta) },
  { titulo: 'Su comprobante', ancho: 14, tipo: 'texto', celda: ofOperacion(({ comprobante }) => comprobante) },
  { titulo: 'Sus últimos 4', ancho: 10, tipo: 'texto', celda: ofOperacion(({ tarjetaNro }) => tarjetaNro) },
  { titulo: 'Su terminal', ancho: 12, tipo: 'texto', celda: ofOperacion(({ terminal }) => terminal) },
  { titulo: 'Su lote', ancho: 9, tipo: 'texto', celda: ofOperacion(({ lote }) => lote) },
  { titulo: 'Su autorización', ancho: 14, tipo: 'texto', celda: ofOperacion(({ autorizacion }) => autorizacion) },
  {
    titulo: 'Probabilidad',
    ancho: 12,
    tipo: 'porcentaje',
    celda: ofOperacion(({ probabilidad }) => (probabilidad * 100).toFixed(2)),
  },
  {
    titulo: 'También puede ser',
    ancho: 24,
    tipo: 'texto',
    celda: ({ otras }) => (otras.length === 0 ? null : otras.join(', ')),
  },
  { titulo: 'Decisión', ancho: 20, tipo: 'texto', celda: ({ decision }) => decision },
];

const CAUSES: readonly ColumnOf<CausaInforme>[] = [
  { titulo: 'Qué tienen en común', ancho: 90, tipo: 'texto', total: { cuenta: 'causas' }, celda: ({ texto }) => texto },
  { titulo: 'Qué hacer', ancho: 50, tipo: 'texto', celda: ({ hacer }) => hacer },
  { titulo: 'Cupones', ancho: 10, tipo: 'entero', total: 'suma', celda: ({ cupones }) => cupones },
  { titulo: 'Importe', ancho: 17, tipo: 'importe', total: 'suma', celda: ({ importe }) => amountCell(importe) },
  { titulo: 'De cuántos', ancho: 11, tipo: 'entero', celda: ({ conAtributo }) => conAtributo },
  { titulo: 'Conciliados', ancho: 12, tipo: 'entero', celda: ({ conciliadosConAtributo }) => conciliadosConAtributo },
  { titulo: 'Los demás cupones', ancho: 12, tipo: 'entero', celda: ({ sinAtributo }) => sinAtributo },
  {
    titulo: 'Con el mismo motivo',
    ancho: 12,
    tipo: 'entero',
    celda: ({ mismoMotivoSinAtributo }) => mismoMotivoSinAtributo,
  },
];

/** *Por qué*: a row for each coupon that did not match. *Causas*: what many of them have in common. `stamp`: the lines above a table. */
export function explanationSheets(
  { cupones, causas, notas }: ExplicacionesInforme,
  stamp: (title: string) => readonly string[],
): readonly HojaTabla[] {
  return [
    {
      forma: 'tabla',
      nombre: 'Por qué',
      sello: [...stamp('Por qué: qué pasó con cada cupón sin conciliar, y qué operación puede ser.'), ...notas],
      columnas: REASONS.map(formOf),
      vacia: 'Ningún cupón sin conciliar.',
      filas: rowsOf(cupones, REASONS),
    },
    {
      forma: 'tabla',
      nombre: 'Causas',
      sello: stamp('Causas: lo que muchos cupones sin conciliar tienen en común, comparado con los demás.'),
      columnas: CAUSES.map(formOf),
      vacia: 'Ninguna causa en común.',
      filas: rowsOf(causas, CAUSES),
    },
  ];
}
