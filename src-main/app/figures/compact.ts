/** Settlements, sales and movements of a stretch of time in few words, for what needs all of them: balances and payments. */
import type { Movement, SalesGroup, Settlement } from '#domain/cierre/rows.ts';
import type { Taxpayers } from '#domain/cierre/taxpayers.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import type { FigureData } from './adder.ts';

/** Settlements, operations and movements since a day, in few words; and how many operations the service says that each settlement has. */
export async function readCompact({ sumador }: FigureData, from: CivilDate, { cuitOf }: Pick<Taxpayers, 'cuitOf'>) {
  const place = [{ campo: 'marca' }, { campo: 'comercio' }, { campo: 'establecimiento' }];
  const [settlements, sales, movements, known] = await Promise.all([
    sumador.group(
      { metodo: 'liquidaciones', desde: from },
      {
        por: [{ campo: 'id' }, { campo: 'numero' }, { campo: 'fecha' }, ...place],
        sumas: ['total_facturado', 'total_acreditado'],
      },
    ),
    sumador.group(
      { metodo: 'operaciones', desde: from },
      {
        por: [{ campo: 'liquidaciones_id' }, { campo: 'fecha_venta', mes: true }, { campo: 'fecha_pago' }, ...place],
        sumas: ['importe'],
      },
    ),
    sumador.group(
      { metodo: 'movimientos', desde: from },
      {
        por: ['id', 'fecha', 'liquidaciones_id', 'referencia', 'cuit_cuenta', 'marca'].map((campo) => ({ campo })),
        sumas: ['importe_neto'],
      },
    ),
    sumador.group(
      { metodo: 'liquidaciones-conciliadas', desde: from },
      { por: [{ campo: 'id' }, { campo: 'operaciones' }], sumas: [] },
    ),
  ]);
  const ventas = sales.map(({ keys, n, sumas: [importe = 0n] }): SalesGroup => {
    const [liquidacion = null, mes = null, pago = null, marca = null, comercio = null, establecimiento = null] = keys;
    return {
      liquidacion,
      mes: mes ?? '',
      pago,
      marca: marca ?? '',
      cuit: cuitOf({ comercio, establecimiento }),
      filas: n,
      importe,
    };
  });
  const due = new Map<string, string>();
  for (const { liquidacion, pago } of ventas)
    if (liquidacion !== null && pago !== null && pago > (due.get(liquidacion) ?? '')) due.set(liquidacion, pago);
  return {
    ventas,
    compactSettlements: settlements.map(({ keys, sumas: [gross = 0n, neto = 0n] }): Settlement => {
      const [id = null, numero = null, fecha = null, marca = null, comercio = null, establecimiento = null] = keys;
      return {
        id: id ?? '',
        numero: numero ?? id ?? '',
        fecha: fecha ?? '',
        marca: marca ?? '',
        cuit: cuitOf({ comercio, establecimiento }),
        bruto: gross,
        neto,
        vence: due.get(id ?? '') ?? null,
      };
    }),
    bankMovements: movements.map(({ keys, sumas: [importe = 0n] }): Movement => {
      const [id = null, fecha = null, liquidacion = null, referencia = null, titular = null, marca = null] = keys;
      return {
        id: id ?? '',
        fecha: fecha ?? '',
        liquidacion,
        referencia: referencia ?? '',
        titular: titular === '' ? null : titular,
        marca: marca ?? '',
        importe,
      };
    }),
    known: new Map(known.map(({ keys: [id = null, n = null] }) => [id ?? '', Number(n)])),
  };
}
