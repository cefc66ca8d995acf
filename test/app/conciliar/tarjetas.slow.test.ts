import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { context, test } from './support.ts';

const VISA = '4509953566233704';
const GROUPED = '4509 9535 6623 3704';
const MASKED = '450995······3704';
/** Another that passes Luhn, alone in its cell: a reference, as far as anybody knows. */
const BARE = '4507990000000010';
const BARE_MASKED = '450799······0010';

const CSV = `Fecha;Tarjeta;Últimos 4;Comprobante;Referencia;Auxiliar 1;Vendedor;Importe
01/11/2026;Visa;XXXX-XXXX-XXXX-2694;00001;Pago con ${GROUPED} cliente;4507990000000010;Ana ${GROUPED};1.500,00
02/11/2026;Visa;450995******2695;00002;${BARE};5555555555554444;Ana;10,00
03/11/2026;Visa;4905;00003;4509.9535.6623.3704;4111111111111111;Ana;x
04/11/2026;Visa;4906;00004;5555555555554444;4012888888881881;Ana;20,00
05/11/2026;Visa;4907;00005;A-1;6011111111111117;Ana;30,00
06/11/2026;Visa;4908;00006;A-2;6011000990139424;Ana;40,00
`;

/** Every file below a folder as text, what is compressed too, with nothing between its digits. */
async function everythingIn(folder: string): Promise<string> {
  let all = '';
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(path.join(entry.parentPath, entry.name));
    const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
    all += `${entry.name}\n${plain.toString('latin1')}\n`;
  }
  return all.replace(/(?<=\d)[ ._/-]{1,3}(?=\d)/g, '');
}

const requestFor = (revision: string) => ({ revision, filtro: 'todas' as const, desde: 0, limite: 10 });

test('no full card number is kept, in rows, columns, names nor what is sent', async ({ world, writeFile, folder }) => {
  const file = await writeFile(CSV, `Pago ${GROUPED}.csv`);
  const { revision, archivos } = await world.revision.empezar({ archivos: [file] }, context);
  expect(archivos[0]?.nombre).toBe(`Pago ${MASKED}.csv`);
  const doc = await world.revision.leer({ revision }, context);
  const { filas } = await world.revision.filas(requestFor(revision), context);
  expect(filas.map(({ valores }) => valores.referencia)).toEqual([
    `Pago con ${MASKED} cliente`,
    BARE,
    MASKED,
    '5555555555554444',
    'A-1',
    'A-2',
  ]);
  expect(filas.map(({ valores }) => valores.auxiliar_1)).toEqual([
    BARE_MASKED,
    '555555······4444',
    '411111······1111',
    '401288······1881',
    '601111······1117',
    '601100······9424',
  ]);
  const seen = JSON.stringify([doc, filas]);
  expect(seen.replace(/[ ._/-]/g, '')).not.toContain(VISA);

  const totals = await world.revision.omitir({ revision, filas: 'errores', omitir: true }, context);
  await world.revision.enviar({ revision, version: totals.resumen.version, marcador: 'ninguno' }, context);
  expect(world.enviados).toHaveLength(5);
  // The path of the file itself is all that is left of it: it is read by it again.
  const kept = (await everythingIn(path.join(folder, 'datos'))).replaceAll(
    file.replace(/(?<=\d)[ ._/-]{1,3}(?=\d)/g, ''),
    '',
  );
  expect(kept).toContain(MASKED.slice(0, 6));
  expect(kept).not.toContain(VISA);
});

test('covered numbers give their last four, and the first six are shown as they are sent', async ({
  world,
  writeFile,
}) => {
  const { revision } = await world.revision.empezar({ archivos: [await writeFile(CSV)] }, context);
  const { archivos, resumen } = await world.revision.leer({ revision }, context);
  expect(archivos[0]?.avisos).toMatchObject([{ codigo: 'TARJETA_TAPADA', fila: null, campo: 'tarjeta_nro' }]);
  expect(resumen?.campos).toContain('bin');
  const { filas } = await world.revision.filas(requestFor(revision), context);
  expect(filas.map(({ valores }) => [valores.tarjeta_nro, valores.bin])).toEqual([
    ['2694', undefined],
    ['2695', '450995'],
    ['4905', undefined],
    ['4906', undefined],
    ['4907', undefined],
    ['4908', undefined],
  ]);
});

test('the covered form is taken where it is offered, in one row or in all', async ({ world, writeFile }) => {
  const { revision } = await world.revision.empezar({ archivos: [await writeFile(CSV)] }, context);
  await world.revision.leer({ revision }, context);
  const { filas } = await world.revision.filas({ ...requestFor(revision), filtro: 'aviso' }, context);
  const row = filas.find(({ valores }) => valores.referencia === BARE);
  if (row === undefined) throw new Error('no row with a bare number');
  expect(row.problemas).toMatchObject([
    { codigo: 'PARECE_NUMERO_DE_TARJETA', valor: BARE_MASKED, arreglo: BARE_MASKED },
    {},
  ]);
  expect(await world.revision.iguales({ revision, fila: row.id, campo: 'referencia' }, context)).toMatchObject({
    conArreglo: 1,
  });
  const done = await world.revision.corregir(
    { revision, fila: row.id, campo: 'referencia', valor: BARE_MASKED, todas: true },
    context,
  );
  expect(done.cambiadas).toBe(2);
  expect(done.fila).toMatchObject({ estado: 'lista', valores: { referencia: BARE_MASKED } });
  expect(done.fila?.problemas.filter(({ campo }) => campo === 'referencia')).toEqual([]);
  const after = await world.revision.filas(requestFor(revision), context);
  expect(after.filas.map(({ valores }) => valores.referencia)).toEqual([
    `Pago con ${MASKED} cliente`,
    BARE_MASKED,
    MASKED,
    '555555······4444',
    'A-1',
    'A-2',
  ]);
});

test('a number that is typed into a column of card numbers is covered, as those of the file were', async ({
  world,
  writeFile,
}) => {
  const { revision } = await world.revision.empezar({ archivos: [await writeFile(CSV)] }, context);
  await world.revision.leer({ revision }, context);
  const { filas } = await world.revision.filas(requestFor(revision), context);
  const [first] = filas;
  const put = (field: 'auxiliar_1' | 'referencia', value: string) =>
    world.revision.corregir({ revision, fila: first?.id ?? 0, campo: field, valor: value, todas: false }, context);
  expect((await put('auxiliar_1', VISA)).fila?.valores.auxiliar_1).toBe(MASKED);
  expect((await put('referencia', GROUPED)).fila?.valores.referencia).toBe(MASKED);
});
