/**
 * A process of bench/cache.ts. With `ROWS TODAY FILE` it writes that many operations of the sandbox, the last of the day TODAY, in the format that
 * `lib/segments.ts` reads.
 */
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import process from 'node:process';
import { fromDayNumber } from '#domain/civil-date.ts';
import { createData } from '#sandbox/index.ts';
import { writeOperacion } from '#sandbox/list-operaciones.ts';
import { getDefaultSwitches } from '#sandbox/switches.ts';
import { listStretches } from './lib/operations.ts';
import { indexOf, type Stretches } from './lib/segments.ts';

const PAGE = 1000;

const [rows = '', today = '', fileName = ''] = process.argv.slice(2);
const data = createData({ semilla: 1, operaciones: Number(rows), hoy: fromDayNumber(Number(today)) });
const context = { data, switches: getDefaultSwitches() };
const file = openSync(fileName, 'w');
const stretches: Stretches['stretches'] = [];
for (const { desde, hasta, first, end } of listStretches(data)) {
  const pages: number[] = [];
  for (let i = first; i < end; i += PAGE) {
    const page = Array.from({ length: Math.min(PAGE, end - i) }, (_, n) => writeOperacion(i + n, context));
    pages.push(writeSync(file, Buffer.from(JSON.stringify(page))));
  }
  stretches.push({ desde, hasta, pages });
}
closeSync(file);
writeFileSync(indexOf(fileName), JSON.stringify({ stretches } satisfies Stretches));
