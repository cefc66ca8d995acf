import { appendFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { UploadDocument } from '#contract/documents.ts';
import type { Clock } from '#domain/clock.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox, type Sandbox } from '#sandbox/index.ts';
import { enterPlainly } from '../../sandbox/access.ts';
import { credentialOf, test as base, type Pc } from '../settings/support.ts';

interface Fixtures {
  readonly till: Pc;
  /** Writes a file of `howMany` coupons; `first`: the first voucher number. */
  readonly fileOf: (name: string, first: number, howMany: number) => Promise<string>;
}

const test = base.extend<Fixtures>({
  till: async ({ pc, sandbox }, use) => {
    const till = pc('caja');
    await till.call('cuentas.agregar', { nombre: 'La Espiga', url: sandbox.url, credencial: credentialOf(sandbox) });
    await use(till);
  },
  fileOf: async ({ folder }, use) => {
    await use(async (name, first, howMany) => {
      const file = path.join(folder, name);
      const rows = Array.from(
        { length: howMany },
        (_, i) => `03/05/2026;${String(100 + first + i)},50;${String(first + i).padStart(6, '0')};4417`,
      );
      await writeFile(file, `Fecha;Importe;Comprobante;Tarjeta\n${rows.join('\n')}\n`);
      return file;
    });
  },
});

async function deleteElsewhere(sandbox: Sandbox, id: string): Promise<void> {
  const removal = { method: 'DELETE', headers: await enterPlainly(sandbox) };
  const answer = await fetch(`${sandbox.url}/v2/conciliar-operaciones/${id}`, removal);
  expect(answer.ok).toBe(true);
}

const idOf = (sent: UploadDocument): string => ('id' in sent ? (sent.id ?? '') : '');

const QUICK = { tardanza: 1, estable: 0, espera: 20 };
const send = (till: Pc, archivos: string[], more = {}) =>
  till.call('cargas.conciliar', { archivos, ...QUICK, ...more });

const storedIn = (sandbox: Sandbox) => sandbox.truth.conciliaciones().map(({ cupones }) => cupones.length);

/** Opens a service with these switches; the program uses an account of it from now on. */
async function useService(till: Pc, switches: readonly string[], clock: Clock = systemClock): Promise<Sandbox> {
  const service = await createSandbox({ clock, operaciones: 1000, rasgos: switches });
  onTestFinished(() => service.close());
  await till.call('cuentas.agregar', { nombre: 'Otra', url: service.url, credencial: credentialOf(service) });
  await till.call('cuentas.usar', { nombre: 'Otra' });
  return service;
}

test('a file that two calls send while another upload runs is sent once', async ({ sandbox, till, fileOf }) => {
  const long = { archivos: [await fileOf('long.csv', 101, 60)], ...QUICK, porTanda: 1 };
  const running = till.call('cargas.conciliar', long);
  await expect.poll(() => till.progresses.some(({ fase, hecho }) => fase === 'envio' && hecho > 1)).toBe(true);
  const file = await fileOf('a.csv', 1, 3);
  const two = await Promise.all([1, 2].map(() => send(till, [file])));
  expect(await running).toMatchObject({ completo: true });
  expect(two.map((each) => ('codigo' in each ? each.estado : each.completo)).sort()).toEqual(['DECISION', true]);
  expect(storedIn(sandbox)).toEqual([60, 3]);
});

test('a reconciliation that the service dates tomorrow is listed, and not gone', async ({ till, fileOf }) => {
  const tomorrow = { ...systemClock, now: () => systemClock.now() + 24 * 3_600_000 };
  await useService(till, [], tomorrow);
  const sent = await send(till, [await fileOf('a.csv', 1, 3)]);
  const { conciliaciones, cargas } = await till.call('conciliaciones.listar', {});
  expect(conciliaciones.map(({ id }) => id)).toContain(idOf(sent));
  expect(cargas.map(({ ausente }) => ausente)).toEqual([undefined]);
});

test('coupons of a reconciliation that is known to be missing count as not sent', async ({ sandbox, till, fileOf }) => {
  const sent = await send(till, [await fileOf('a.csv', 1, 3)]);
  await deleteElsewhere(sandbox, idOf(sent));
  await till.call('conciliaciones.listar', {});
  const same = await send(till, [await fileOf('a.csv', 1, 3)]);
  expect(same).toMatchObject({ codigo: 'YA_ENVIADO', mensaje: expect.stringContaining('se borró') });
  const larger = await fileOf('b.csv', 1, 4);
  const validation = await till.call('archivos.validar', { cuenta: 'La Espiga', archivos: [larger], cupones: false });
  expect(JSON.stringify(validation)).not.toContain('YA_ENVIADO');
  const again = await send(till, [larger], { decidir: 'omitir-enviados' });
  expect(again).toMatchObject({ completo: true, enviados: 4 });
});

test('giving up an upload that was deleted here leaves nothing sent', async ({ till, fileOf }) => {
  const hiding = await useService(till, ['lista_pendientes=no', 'resultado_pendiente=vacio']);
  hiding.injectFailure('subir:3+:corte-antes');
  const file = await fileOf('a.csv', 1, 20);
  const { carga } = await send(till, [file], { porTanda: 5 });
  hiding.resetFailures();
  const [open] = hiding.truth.conciliaciones();
  await till.call('conciliaciones.borrar', { id: String(open?.id), si: true });
  await till.call('cargas.retomar', { carga: carga ?? '', decidir: 'abandonar', ...QUICK });
  const larger = await fileOf('b.csv', 1, 21);
  const again = await send(till, [larger], { decidir: 'omitir-enviados' });
  expect(again).toMatchObject({ completo: true, enviados: 21 });
  expect(storedIn(hiding)).toEqual([21]);
});

test('"send them all" does not answer whether the same file goes again', async ({ sandbox, till, fileOf }) => {
  await send(till, [await fileOf('a.csv', 1, 3)]);
  const larger = { archivos: [await fileOf('b.csv', 1, 4)], ...QUICK, decidir: 'enviar-todos' };
  expect(await till.call('cargas.conciliar', larger)).toMatchObject({ completo: true, enviados: 4 });
  expect(await till.call('cargas.conciliar', larger)).toMatchObject({ estado: 'DECISION', codigo: 'YA_ENVIADO' });
  expect(storedIn(sandbox)).toEqual([3, 4]);
});

test('a file that is given twice in one call is sent once', async ({ sandbox, till, fileOf, folder }) => {
  const file = await fileOf('a.csv', 1, 3);
  const link = path.join(folder, 'b.csv');
  await symlink(file, link);
  const given = [file, file, `${folder}/./a.csv`, link];
  const sent = await send(till, given);
  expect(sent).toMatchObject({ completo: true, enviados: 3 });
  expect(storedIn(sandbox)).toEqual([3]);
});

test('a file whose coupons another file of the call has too is asked about', async ({ sandbox, till, fileOf }) => {
  const files = [await fileOf('lunes.csv', 1, 3), await fileOf('otras.csv', 101, 2), await fileOf('copia.csv', 1, 3)];
  const asked = await send(till, files);
  expect(asked).toMatchObject({
    carga: null,
    codigo: 'ARCHIVO_REPETIDO',
    enviados: 0,
    pendientes: 8,
    mensaje: expect.stringContaining('«copia.csv» (de «lunes.csv»)'),
    decision: { opciones: [{ clave: 'enviar-iguales' }] },
  });
  expect(storedIn(sandbox)).toEqual([]);
  // Two equal rows may be two sales.
  expect(await send(till, files, { decidir: 'enviar-iguales' })).toMatchObject({ enviados: 8 });
  expect(storedIn(sandbox)).toEqual([8]);
});

test('the later of two equal files is the copy, whatever is left out of the first', async ({ till, fileOf }) => {
  await send(till, [await fileOf('antes.csv', 1, 3)]);
  const files = [await fileOf('a.csv', 1, 5), await fileOf('b.csv', 1, 5)];
  const asked = await send(till, files, { decidir: 'omitir-enviados' });
  expect(asked).toMatchObject({
    codigo: 'ARCHIVO_REPETIDO',
    mensaje: expect.stringContaining('«b.csv» (de «a.csv»)'),
    pendientes: 4,
  });
});

test('an answer about copies carries the one about what was sent before', async ({ sandbox, till, fileOf }) => {
  await send(till, [await fileOf('antes.csv', 1, 3)]);
  const files = { archivos: [await fileOf('a.csv', 1, 5), await fileOf('b.csv', 1, 5)], ...QUICK };
  expect(await till.call('cargas.conciliar', { ...files, decidir: 'omitir-enviados' })).toMatchObject({
    codigo: 'ARCHIVO_REPETIDO',
    mensaje: expect.stringContaining('--decidir omitir-enviados,enviar-iguales.'),
    decision: { opciones: [{ clave: 'omitir-enviados,enviar-iguales' }] },
  });
  const both = { ...files, decidir: 'omitir-enviados,enviar-iguales' };
  expect(await till.call('cargas.conciliar', both)).toMatchObject({ completo: true, enviados: 4 });
  expect(storedIn(sandbox)).toEqual([3, 4]);
});

test('what was sent before is left out of every file of the call that has it', async ({ sandbox, till, fileOf }) => {
  const month = await fileOf('mes.csv', 1, 4);
  await send(till, [month]);
  const files = [month, await fileOf('semana.csv', 3, 5)];
  const asked = await send(till, files);
  expect(asked).toMatchObject({
    codigo: 'YA_ENVIADO',
    decision: {
      yaEnviados: { cupones: 6, de: 9 },
      opciones: [{ clave: 'omitir-enviados', texto: 'Omitirlos: se envían solo los otros 3.' }, {}],
    },
  });
  const sent = await send(till, files, { decidir: 'omitir-enviados' });
  expect(sent).toMatchObject({ completo: true, enviados: 3, puente: { omitidos: { enviada: { filas: 6 } } } });
  expect(storedIn(sandbox)).toEqual([4, 3]);
});

test('a file most of whose coupons another one has too is asked about', async ({ sandbox, till, fileOf }) => {
  const corrected = [await fileOf('caja.csv', 1, 5), await fileOf('caja-corregida.csv', 2, 5)];
  expect(await send(till, corrected)).toMatchObject({
    codigo: 'ARCHIVO_REPETIDO',
    mensaje: expect.stringMatching(
      /^Un archivo repite la mayoría de sus cupones de otro del mismo pedido: «caja-corregida\.csv» \(4 de sus 5 cupones, de «caja\.csv»\)\. No se envió nada\./,
    ),
    pendientes: 10,
  });
  const [monday, week, later] = [await fileOf('l.csv', 1, 3), await fileOf('s.csv', 1, 6), await fileOf('m.csv', 5, 6)];
  const asked = await send(till, [monday, week]);
  expect(asked).toMatchObject({ codigo: 'ARCHIVO_REPETIDO', mensaje: expect.stringContaining('«l.csv» (de «s.csv»)') });
  expect(storedIn(sandbox)).toEqual([]);
  // Without a question: the two files share only some coupons.
  const sent = await send(till, [week, later]);
  expect(sent).toMatchObject({ enviados: 12 });
  expect(storedIn(sandbox)).toEqual([12]);
});

test('that two files are different sales does not answer whether they go again', async ({ sandbox, till, fileOf }) => {
  const files = [await fileOf('a.csv', 1, 3), await fileOf('b.csv', 1, 3)];
  const twice = { archivos: files, ...QUICK };
  await till.call('cargas.conciliar', { ...twice, decidir: 'enviar-iguales' });
  const again = await till.call('cargas.conciliar', { ...twice, decidir: 'enviar-iguales' });
  expect(again).toMatchObject({ codigo: 'YA_ENVIADO' });
  expect(await till.call('cargas.conciliar', { ...twice, decidir: 'nueva' })).toMatchObject({
    codigo: 'ARCHIVO_REPETIDO',
  });
  expect(storedIn(sandbox)).toEqual([6]);
  expect(await till.call('cargas.conciliar', { ...twice, repetir: true })).toMatchObject({ enviados: 6 });
});

test('two files of one name in a review are two files in its document', async ({ till, fileOf, folder }) => {
  const files: string[] = [];
  for (const [month, first] of [
    ['enero', 1],
    ['febrero', 101],
  ] as const) {
    await mkdir(path.join(folder, month));
    const file = await fileOf(path.join(month, 'ventas.csv'), first, 3);
    await appendFile(file, 'xx/05/2026;10,50;009999;4001\n');
    files.push(file);
  }
  const { revision } = await till.call('revision.empezar', { archivos: files });
  await till.call('revision.leer', { revision });
  const { resumen } = await till.call('revision.omitir', { revision, filas: 'errores', omitir: true });
  const sent = await till.call('revision.enviar', { revision, version: resumen.version, ...QUICK });
  expect(sent).toMatchObject({ enviados: 6, puente: { cupones: { filas: 8 } } });
  expect('puente' in sent && sent.puente.hojas.map(({ archivo: name }) => name)).toEqual([
    'ventas.csv',
    'ventas.csv (2)',
  ]);
});
