/**
 * Compares writing a workbook of 25 columns with all features of the report to the floor: the same cells as XML text, compressed with deflate level 6. Each
 * measurement has a process of its own, to know its peak memory. Goals: docs/workbooks.md.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';
import { addDays, parseIsoDate } from '#domain/civil-date.ts';
import type { Cell, Column, TableSheet } from '#workbook/write/workbook.ts';
import { printGoal, readSpentSeconds } from './lib/figures.ts';
import { runPart } from './lib/processes.ts';
import { writeWorkbook } from '#workbook/write/write-workbook.ts';

const COLUMNS: readonly Column[] = [
  { titulo: 'Archivo', tipo: 'texto', ancho: 26, total: { cuenta: ['cupón', 'cupones'] } },
  { titulo: 'Fila', tipo: 'entero', ancho: 8 },
  { titulo: 'Fecha de venta', tipo: 'fecha', ancho: 12 },
  { titulo: 'Fecha de pago', tipo: 'fecha', ancho: 12 },
  { titulo: 'Importe', tipo: 'importe', ancho: 17, total: 'suma' },
  { titulo: 'Arancel', tipo: 'importe', ancho: 17, total: 'suma' },
  ...Array.from({ length: 19 }, (_, n): Column => ({ titulo: `Texto ${String(n)}`, tipo: 'texto', ancho: 16 })),
];

function* makeRows(count: number): Generator<readonly Cell[]> {
  const from = parseIsoDate('2026-01-01');
  if (from === undefined) throw new Error('A day that exists');
  for (let n = 0; n < count; n += 1) {
    const texts = Array.from({ length: 19 }, (_, k) => String((n * 7919 + k * 104_729) % 10_000_000).padStart(8, '0'));
    const date = addDays(from, n % 300);
    yield ['cupones.xlsx', n + 2, date, addDays(date, 18), (n * 7919) % 9_999_999, (n * 31) % 99_999, ...texts];
  }
}

function* writeFloorXml(count: number): Generator<Buffer> {
  let text = '<worksheet><sheetData>';
  let item = 5;
  for (const row of makeRows(count)) {
    text += `<row r="${String(item)}">`;
    for (let k = 0; k < row.length; k += 1) {
      const value = row[k] ?? null;
      const at = `${String.fromCharCode(65 + k)}${String(item)}`;
      text +=
        typeof value === 'number'
          ? `<c r="${at}" s="1"><v>${String(value)}</v></c>`
          : `<c r="${at}" s="2" t="str"><v>${String(value)}</v></c>`;
    }
    text += '</row>';
    item += 1;
    if (text.length < 65_536) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(`${text}</sheetData></worksheet>`);
}

interface Measure {
  /** Processor time of all threads, which does not depend on other programs. */
  readonly cpuMs: number;
  readonly ms: number;
  readonly mb: number;
}

async function measure(run: (file: string) => Promise<unknown>): Promise<Measure> {
  const folder = await mkdtemp(path.join(tmpdir(), 'escribir-'));
  try {
    const start = performance.now();
    const before = readSpentSeconds();
    await run(path.join(folder, 'libro.xlsx'));
    const cpuMs = (readSpentSeconds() - before) * 1_000;
    return { cpuMs, ms: performance.now() - start, mb: process.resourceUsage().maxRSS / 1024 };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const measureFloor = (count: number): Promise<Measure> =>
  measure((file) => pipeline(writeFloorXml(count), createDeflateRaw({ level: 6 }), createWriteStream(file)));

const measureOurs = (count: number): Promise<Measure> =>
  measure((file) => {
    const sheet: TableSheet = {
      forma: 'tabla',
      nombre: 'Conciliados',
      sello: ['Conciliados', 'Cuenta', 'Leído'],
      columnas: COLUMNS,
      vacia: '',
      filas: makeRows(count),
    };
    return writeWorkbook(file, [sheet], { signal: new AbortController().signal, creado: 0, ifExists: 'rechazar' });
  });

const runChild = (what: 'floor' | 'ours', count: number): Measure =>
  JSON.parse(runPart('write-xlsx.ts', [what, String(count)]));

/** The least of several runs in turns, as if nothing else used the machine. */
const leastOf = (measures: readonly Measure[]): Measure => ({
  cpuMs: Math.min(...measures.map(({ cpuMs }) => cpuMs)),
  ms: Math.min(...measures.map(({ ms }) => ms)),
  mb: Math.max(...measures.map(({ mb }) => mb)),
});

const [what, count] = process.argv.slice(2);
if (what === 'floor') console.log(JSON.stringify(await measureFloor(Number(count))));
else if (what === 'ours') console.log(JSON.stringify(await measureOurs(Number(count))));
else {
  const small = 100_000;
  const floors: Measure[] = [];
  const runs: Measure[] = [];
  for (let n = 0; n < 2; n += 1) {
    floors.push(runChild('floor', small));
    runs.push(runChild('ours', small));
  }
  const base = leastOf(floors);
  const one = leastOf(runs);
  const five = runChild('ours', 5 * small);
  const formatMeasure = ({ cpuMs, ms, mb }: Measure): string =>
    `${cpuMs.toFixed(0)} ms of processor, ${ms.toFixed(0)} ms, ${mb.toFixed(0)} MB`;
  console.log(
    `  floor: ${formatMeasure(base)}\n  100,000 rows: ${formatMeasure(one)}\n  500,000 rows: ${formatMeasure(five)}`,
  );
  console.log(
    `  by the clock: ${(one.ms / base.ms).toFixed(2)} × the floor, ${(five.ms / one.ms).toFixed(2)} × longer`,
  );
  printGoal('escribir.tiempo_contra_piso', one.cpuMs / base.cpuMs, '≤', 3.5);
  printGoal('escribir.memoria_pico', one.mb, '≤', 450, 'MB');
  printGoal('escribir.tiempo_500_mil_contra_100_mil', five.cpuMs / one.cpuMs, '≤', 5.5);
  printGoal('escribir.memoria_500_mil_contra_100_mil', five.mb / one.mb, '≤', 1.3);
}
