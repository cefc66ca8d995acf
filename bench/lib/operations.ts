import { copyFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fromDayNumber, type CivilDate } from '#domain/civil-date.ts';
import { VIEWS } from '#domain/views/index.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { SandboxData } from '#sandbox/data.ts';
import { createData } from '#sandbox/index.ts';
import { writeOperacion } from '#sandbox/list-operaciones.ts';
import { getDefaultSwitches } from '#sandbox/switches.ts';
import { wireOf } from '#service/lists.ts';
import { parseRows, createRowParser } from '#service/wire/rows.ts';
import { openAccountCache } from '#storage/cache/index.ts';

/** The rows of a stretch, about as many as in a transaction (docs/storage.md). */
const TRANSACTION = 10_000;

/** The operations in stretches of whole days: first and last day, index of the first row, index after the last. */
export function* listStretches(data: SandboxData) {
  let from = data.desde;
  for (let day = data.desde; day <= data.hoy; day++) {
    const [first, end] = [data.getDayStart(from), data.getDayStart(day + 1)];
    if (end - first < TRANSACTION && day < data.hoy) continue;
    yield { desde: from, hasta: day, first, end };
    from = day + 1;
  }
}

interface Filling {
  readonly rows: number;
  readonly today: CivilDate;
  readonly now: number;
}

/**
 * Fills a cache with operations of the sandbox up to a day, without the search index. During `npm run bench`, a filled cache is kept for the next
 * benchmark.
 */
export function fillOperations(file: string, filling: Filling): void {
  const folder = process.env['CONCILIADOR_BENCH'];
  if (folder === undefined) {
    fill(file, filling);
    return;
  }
  const kept = path.join(folder, `operaciones-${String(filling.rows)}-${filling.today}.db`);
  if (!existsSync(kept)) fill(kept, filling);
  copyFileSync(kept, file);
}

function fill(file: string, { rows: howMany, today, now }: Filling): void {
  const data = createData({ semilla: 1, operaciones: howMany, hoy: today });
  const context = { data, switches: getDefaultSwitches() };
  const parse = createRowParser(wireOf(VIEWS.operaciones));
  const cache = openAccountCache(file, { clock: systemClock });
  cache.setIngest(true); // bulk loading; also waits longer for another program that is writing to the file
  for (const { desde, hasta, first, end } of listStretches(data)) {
    const rows = Array.from({ length: end - first }, (_, i) => writeOperacion(first + i, context));
    cache.write({
      metodo: 'operaciones',
      campo: 'fecha_venta',
      desde: fromDayNumber(desde),
      hasta: fromDayNumber(hasta),
      filas: parseRows(rows, parse).filas.map((row) => ({ id: row.id, fila: row })),
      estado: 'completa',
      contratado: true,
      leido: now,
    });
  }
  cache.setIngest(false);
  cache.close();
}
