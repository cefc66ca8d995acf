import { fromDayNumber, type CivilDate } from '#domain/civil-date.ts';
import { VIEWS } from '#domain/views/index.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { SandboxData } from '#sandbox/data.ts';
import { createData } from '#sandbox/index.ts';
import { createWriter } from '#sandbox/list-operaciones.ts';
import { getDefaultSwitches } from '#sandbox/switches.ts';
import { wireOf } from '#service/list/wire-of.ts';
import { parseRows, createRowParser } from '#service/wire/rows.ts';
import { openAccountCache } from '#storage/cache/index.ts';

/** Rows of a stretch: about a transaction (docs/storage.md). */
const TRANSACTION = 10_000;

/** The operations in stretches of whole days: both days, the first row, and the row after the last. */
export function* listStretches(data: SandboxData) {
  let from = data.desde;
  for (let day = data.desde; day <= data.hoy; day++) {
    const [first, end] = [data.getDayStart(from), data.getDayStart(day + 1)];
    if (end - first < TRANSACTION && day < data.hoy) continue;
    yield { desde: from, hasta: day, first, end };
    from = day + 1;
  }
}

/** Fills a cache with operations of the sandbox up to a day, without what people type being indexed. */
export function fillOperations(
  file: string,
  { rows: howMany, today, now }: { rows: number; today: CivilDate; now: number },
): void {
  const data = createData({ semilla: 1, operaciones: howMany, hoy: today });
  const write = createWriter({ data, switches: getDefaultSwitches() });
  const parse = createRowParser(wireOf(VIEWS.operaciones));
  const cache = openAccountCache(file, { clock: systemClock });
  cache.setIngest(true); // also waits longer for a program that writes to the same file
  for (const { desde, hasta, first, end } of listStretches(data)) {
    const rows = Array.from({ length: end - first }, (_, i): unknown => JSON.parse(write(first + i)));
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
