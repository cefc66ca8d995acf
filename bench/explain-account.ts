/**
 * A process of bench/explain.ts and bench/report.ts. With `FOLDER OPERATIONS UNMATCHED ROWS [COUPONS]` it creates an account with a cache and a stored
 * result, and an unsent file with ROWS rows, of which one in ten has a wrong amount. A made-up shop has 200,000 operations; for more, its years are
 * repeated further back. `COUPONS`: the number of coupons in the result; those of earlier days matched.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { serialize } from 'node:v8';
import { addDays, fromDayNumber, toDayNumber } from '#domain/civil-date.ts';
import type { Cupon } from '#domain/cupon.ts';
import { formatPlain } from '#domain/money.ts';
import type { Operacion } from '#domain/views/operaciones.ts';
import { systemClock } from '#platform/system-clock.ts';
import { openAccountCache } from '#storage/cache/index.ts';
import { openResults, type StoredCupon } from '#storage/results/open.ts';
import { PROFILES } from './explanations/generator/profiles.ts';
import { createWorld } from './explanations/generator/world.ts';

const [folder = '', operations = '', unmatched = '', rows = '', coupons = '0'] = process.argv.slice(2);
const [profile] = PROFILES;
if (profile === undefined) throw new Error('There is no shop');
const DAYS = 400;
const PIECE = 20_000;
const world = createWorld({ profile, seed: 77, days: DAYS });
const wanted = Number(operations);
const last = toDayNumber(world.today);

const cache = openAccountCache(path.join(folder, 'cache.db'), { clock: systemClock });
cache.setIngest(true);
const repeats = Math.ceil(wanted / world.operaciones.length);
const move = (operacion: Operacion, times: number): Operacion =>
  times === 0
    ? operacion
    : {
        ...operacion,
        id: String(Number(operacion.id) + times * 1e10),
        fecha_venta: { ...operacion.fecha_venta, fecha: addDays(operacion.fecha_venta.fecha, -DAYS * times) },
        fecha_presentacion:
          operacion.fecha_presentacion === null ? null : addDays(operacion.fecha_presentacion, -DAYS * times),
      };
let made = 0;
for (let times = 0; times < repeats; times++) {
  for (let from = 0; from < world.operaciones.length && made < wanted; from += PIECE) {
    const piece = world.operaciones.slice(from, from + Math.min(PIECE, wanted - made)).map((one) => move(one, times));
    made += piece.length;
    // The coverage is stored for all days, so the order of the rows does not matter.
    cache.write({
      metodo: 'operaciones',
      campo: 'fecha_venta',
      desde: fromDayNumber(last - DAYS * repeats),
      hasta: world.today,
      filas: piece.map((row) => ({ id: row.id, fila: { ...row } })),
      estado: 'inestable',
      contratado: true,
      leido: systemClock.now(),
    });
  }
}
cache.setIngest(false);
cache.close();

const keptOf = (cupon: Cupon, row: number, liquidacion: string | null): StoredCupon => ({
  operacion: {
    ...cupon,
    conciliado: liquidacion !== null,
    modo: null,
    nro_liquidacion: null,
    liquidaciones_id: liquidacion,
    fecha_liq: null,
    fila: row,
  },
  disposicion: liquidacion === null ? 'sin_conciliar' : 'conciliado',
  archivo: 'caja.csv',
  mensaje: null,
});
const cuponOf = (one: Operacion, importe: bigint): Cupon => ({
  fecha_venta: one.fecha_venta.fecha,
  importe: formatPlain(importe),
  comprobante: one.comprobante ?? '',
  tarjeta_nro: one.tarjeta_nro ?? '',
});
const results = openResults(path.join(folder, 'cache.db'));
const reading = results.begin('1');
reading.add(world.matched.map(({ cupon, liquidacionesId }, i) => keptOf(cupon, i + 2, liquidacionesId)));
const open = world.cases.slice(0, Number(unmatched));
reading.add(open.map(({ cupon }, i) => keptOf(cupon, 100_000 + i, null)));
const [oldest] = world.matched.map(({ cupon }) => cupon.fecha_venta ?? '').sort();
const earlier = world.operaciones
  .filter(({ fecha_venta, comprobante }) => fecha_venta.fecha < (oldest ?? '') && comprobante !== '')
  .slice(0, Math.max(0, Number(coupons) - world.matched.length - open.length));
reading.add(earlier.map((one, i) => keptOf(cuponOf(one, BigInt(one.importe)), 200_000 + i, one.liquidaciones_id)));
const counted = { total: 0, nuevos: 0, existentes: 0, error: 0, conciliados: 0, sinConciliar: 0 };
const header = { id: '1', fecha: null, origenDesde: null, origenHasta: null, ...counted, estado: 'IMPORTADO' };
reading.finish({ encabezado: header, carga: null, archivos: ['caja.csv'] }, systemClock.now());
results.close();

const step = Math.max(1, Math.floor(world.operaciones.length / Number(rows)));
const cupones = world.operaciones
  .filter((_, i) => i % step === 0)
  .slice(0, Number(rows))
  .map((one, i) => ({
    archivo: 'caja.csv',
    fila: i + 2,
    cupon: cuponOf(one, BigInt(one.importe) + (i % 10 === 0 ? 13n : 0n)),
  }));
writeFileSync(path.join(folder, 'filas'), serialize({ today: world.today, cupones }));
