import type { Cupon } from '#domain/cupon.ts';
import type { CuponCodes } from '#domain/matching/fields/cupon-table.ts';
import { createCuponReader } from '#domain/matching/fields/cupon-table.ts';
import { createOperacionTable, type OperacionTable } from '#domain/matching/fields/operacion-table.ts';
import { toCentavos } from '#domain/money.ts';
import type { Operacion } from '#domain/views/operaciones.ts';
import { civilDay } from '../civil-day.ts';

export const pesos = (amount: number) => toCentavos(Math.round(amount * 100));

export function anOperacion(fields: Partial<Operacion> = {}): Operacion {
  return {
    id: '5519903',
    fecha_venta: { fecha: civilDay('2026-10-06'), hora: null },
    fecha_presentacion: civilDay('2026-10-07'),
    tarjeta: 'Visa Crédito',
    marca: 'Prisma',
    establecimiento: '30012345',
    terminal: '20019115',
    lote: '732',
    comprobante: '00166657',
    tarjeta_nro: '4777',
    cuotas: '1',
    importe: pesos(17_580),
    comercio: 'Centro',
    fecha_pago: null,
    autorizacion: '081234',
    nro_liquidacion: null,
    liquidaciones_id: null,
    bin: '450799',
    plan: null,
    arancel: pesos(316.44),
    tna: null,
    costo_fin: null,
    billetera: '',
    referencia: '',
    acreditada: null,
    extra: null,
    ...fields,
  };
}

export const aCupon = (fields: Cupon = {}): Cupon => ({
  fecha_venta: '2026-10-06',
  comprobante: '166657',
  tarjeta_nro: '4777',
  importe: '17580.00',
  ...fields,
});

export const codesOf = (cupon: Cupon): CuponCodes => createCuponReader()(cupon);

export function tableOf(operaciones: readonly Operacion[]): OperacionTable {
  const table = createOperacionTable(operaciones.length);
  table.add(operaciones);
  return table.finish();
}
