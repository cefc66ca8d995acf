/** Each file is read in a thread of its own, which loads its modules anew: for most files that takes longer than reading them. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { EXAMPLE } from '#app/demo/example.ts';
import { test } from '../../platform/temporary-folder.ts';

const IMPORT = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
const { importFile } = await import('#workbook/import/import-file.ts');
const sink = { cupones: async () => {}, noteFindings() {}, noteProgress() {}, oldFormat() {} };
const job = { archivo: process.argv[1], hoy: '2026-11-20', conCupones: true };
const { tipo } = await importFile(job, sink, new AbortController().signal);
console.log(JSON.stringify({ tipo, loaded }));
`;

/** The addresses of the modules that importing a file takes. */
async function listLoaded(file: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', IMPORT, file]);
  const { tipo: kind, loaded } = JSON.parse(stdout) as { tipo: string; loaded: readonly string[] };
  expect(kind).toBe('leido');
  return loaded.join('\n');
}

const OTHERS = /node_modules\/zod|domain\/views|read\/copy\.ts|read\/ods|read\/sheetjs/;

test('a .csv is imported without what reads other formats', async ({ folder }) => {
  const file = path.join(folder, 'ventas.csv');
  await writeFile(file, 'Fecha;Importe;Comprobante;Tarjeta\n03/10/2026;100,50;000123;4417\n');
  const loaded = await listLoaded(file);
  expect(loaded).toContain('read/delimited/index.ts');
  expect(loaded).not.toMatch(OTHERS);
  expect(loaded).not.toMatch(/read\/xlsx|yauzl/);
});

test('an .xlsx is imported without what reads other formats', async () => {
  const loaded = await listLoaded(EXAMPLE.archivo);
  expect(loaded).toContain('read/xlsx/index.ts');
  expect(loaded).not.toMatch(OTHERS);
  expect(loaded).not.toMatch(/read\/delimited|csv-parse/);
});
