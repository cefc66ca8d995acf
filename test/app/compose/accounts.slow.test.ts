import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import ExcelJS from 'exceljs';
import { expect } from 'vitest';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox } from '#sandbox/index.ts';
import { credentialOf, test } from '../settings/support.ts';

async function textsOf(file: string, name: string): Promise<readonly string[]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file);
  const texts: string[] = [];
  workbook.getWorksheet(name)?.eachRow((row) => row.eachCell(({ text }) => texts.push(text)));
  return texts;
}

test('what is asked about one account is answered with it, whichever is in use', async ({ folder, pc, sandbox }) => {
  const other = await createSandbox({ clock: systemClock, operaciones: 1000 });
  try {
    const till = pc('caja');
    const books = pc('contaduría');
    const file = path.join(folder, 'cupones.csv');
    await writeFile(file, 'Fecha;Importe;Comprobante;Tarjeta\n03/10/2026;100,50;000123;4417\n');
    for (const one of [till, books]) {
      await one.call('cuentas.agregar', { nombre: 'La Espiga', url: sandbox.url, credencial: credentialOf(sandbox) });
      await one.call('cuentas.agregar', { nombre: 'Otra', url: other.url, credencial: credentialOf(other) });
      await one.call('cuentas.usar', { nombre: 'La Espiga' });
    }
    const report = path.join(folder, 'informe.xlsx');
    const sent = await till.call('cargas.conciliar', {
      ...{ cuenta: 'Otra', archivos: [file], informe: report },
      ...{ tardanza: 1, estable: 0, espera: 20 },
    });
    expect(sent).toMatchObject({ completo: true });
    expect(await textsOf(report, 'Por qué')).toContain('000123');

    const id = 'id' in sent ? (sent.id ?? '') : '';
    const written = path.join(folder, 'resultado.xlsx');
    await till.call('conciliaciones.informe', { cuenta: 'Otra', id, exportar: written });
    expect(await textsOf(written, 'Por qué')).toContain('000123');

    // The result of another PC's upload is read in the requested account, and kept there.
    await books.call('explicaciones.explicar', { cuenta: 'Otra', de: id });
    expect(await books.call('conciliaciones.guardada', { cuenta: 'Otra', id })).not.toBeNull();
    expect(await books.call('conciliaciones.guardada', { cuenta: 'La Espiga', id })).toBeNull();
  } finally {
    await other.close();
  }
});
