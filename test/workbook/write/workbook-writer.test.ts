import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createWorkbookWriter } from '#workbook/write/workbook-writer.ts';

test('a disk that fills up is told by whoever is writing, not in silence', async () => {
  let room = 20_000;
  const output = new Writable({
    write(chunk: Buffer, _encoding, callback) {
      room -= chunk.length;
      callback(room > 0 ? null : Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    },
  });
  const workbook = createWorkbookWriter(output, { creado: new Date(0), maxRows: 1_048_576, language: 'es' });
  const write = async (): Promise<void> => {
    const table = workbook.addTable({
      forma: 'tabla',
      nombre: 'Datos',
      sello: [],
      columnas: [{ titulo: 'Número', tipo: 'entero', ancho: 10 }],
      vacia: '',
      empty: [],
    });
    for (let n = 0; n < 200; n += 1) await table.rows(Array.from({ length: 200 }, (_, k) => [(n * 7919 * k) % 99_991]));
    await table.end();
    await workbook.end();
  };
  await expect(write()).rejects.toMatchObject({ code: 'ENOSPC' });
});
