/**
 * Measures the figures of the first page and the tie-outs over a million operations, as ratios of one pass over the table (`SELECT sum(importe)`, the
 * same connection, warm). `node bench/home.ts [ROWS]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { addDays, civilDateAt, type CivilDate } from '#domain/civil-date.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createData } from '#sandbox/index.ts';
import { openAccountCache, type ReadableCache } from '#storage/cache/index.ts';
import { medianOf } from './lib/figures.ts';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const NOW = Date.UTC(2026, 10, 21, 15);
const today = civilDateAt(NOW);
const clock = { ...systemClock, now: () => NOW };
const folder = mkdtempSync(path.join(tmpdir(), 'bench-inicio-'));
const file = path.join(folder, 'cache.db');
const cache: ReadableCache & { close(): void } = openAccountCache(file, { clock });

/** Fills the tables with operations and settlements of the sandbox, in stored form. */
function fill(db: Database.Database): void {
  const data = createData({ semilla: 1, operaciones: ROWS, hoy: today });
  const { ops, fechas } = data;
  const operacion = db.prepare(
    "INSERT INTO operaciones (id, fecha_venta, tarjeta, importe, fecha_pago, arancel, costo_fin, liquidaciones_id, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, '')",
  );
  const liquidacion = db.prepare(
    `INSERT INTO liquidaciones (id, numero, fecha, marca, tarjeta, facturado_debito, facturado_credito, facturado_credito_cuotas,
       facturado_descontado, facturado_otro, total_facturado, descontado_arancel, descontado_promocion, descontado_impuesto,
       descontado_cuota, descontado_adelanto, descontado_otro, total_descontado, total_acreditado, hash)
     VALUES (?, ?, ?, 'M', ?, ?, 0, 0, 0, 0, ?, ?, 0, 0, 0, 0, 0, ?, ?, '')`,
  );
  db.transaction(() => {
    for (let i = 0; i < ops.count; i++) {
      const row = ops.liquidacion[i] ?? -1;
      operacion.run(
        String(i),
        fechas.iso(ops.day[i] ?? 0),
        `T${String(ops.tarjeta[i])}`,
        ops.importe[i],
        fechas.iso(ops.paid[i] ?? 0),
        ops.fee[i],
        ops.financing[i],
        row < 0 ? null : String(data.liquidaciones[row]?.id),
      );
    }
    for (const { id, numero, fecha, tarjeta, invoiced, discounted, acreditado } of data.liquidaciones)
      liquidacion.run(
        String(id),
        numero,
        fechas.iso(fecha),
        `T${String(tarjeta)}`,
        invoiced.total,
        invoiced.total,
        discounted.total,
        discounted.total,
        acreditado,
      );
  })();
}

const TANDAS = 7;
/** The median of several runs, in milliseconds. */
function measure(work: () => unknown): number {
  const times: number[] = [];
  for (let i = 0; i < TANDAS; i++) {
    const startedAt = performance.now();
    work();
    times.push(performance.now() - startedAt);
  }
  return medianOf(times);
}

const db = new Database(file);
fill(db);
db.close();
const dayBefore = (days: number): CivilDate => addDays(today, -days);
const floor = measure(() => cache.group({ metodo: 'operaciones' }, { por: [], sumas: ['importe'] }));
const cases: readonly (readonly [nombre: string, work: () => unknown])[] = [
  [
    'sold by day, 90 days',
    () =>
      cache.group(
        { metodo: 'operaciones', desde: dayBefore(90), hasta: today },
        { por: [{ campo: 'fecha_venta' }], sumas: ['importe'] },
      ),
  ],
  ['to be credited, by date', () => cache.getUpcomingCredits(today)],
  [
    'deducted by card and month, 6 months',
    () =>
      cache.group(
        { metodo: 'liquidaciones', desde: dayBefore(180), hasta: today },
        { por: [{ campo: 'tarjeta' }, { campo: 'fecha', mes: true }], sumas: ['total_facturado', 'total_descontado'] },
      ),
  ],
  ['settlements against their operations, 30 days', () => cache.crossCheck(dayBefore(30), today)],
];
process.stdout.write(`rows ${String(ROWS)} · floor (one sum over all of them) ${floor.toFixed(0)} ms\n`);
for (const [name, work] of cases) {
  const ms = measure(work);
  process.stdout.write(`${name}: ${(ms / floor).toFixed(2)} × (${ms.toFixed(0)} ms)\n`);
}
cache.close();
rmSync(folder, { recursive: true });
