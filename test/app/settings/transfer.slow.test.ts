import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect } from 'vitest';
import { everyFile } from '../../platform/temporary-folder.ts';
import { withSending, credentialOf, send, test } from './support.ts';

describe('moving to another PC', () => {
  test('a damaged list of accounts here is kept apart, which is told', async ({ folder, pc, sandbox }) => {
    const old = pc('vieja');
    await withSending(old, sandbox);
    const output = path.join(folder, 'traslado.zip');
    await old.call('traslado.exportar', { exportar: output, conCache: false });
    const fresh = pc('nueva');
    await mkdir(fresh.data);
    await writeFile(path.join(fresh.data, 'cuentas.json'), '{');
    expect((await fresh.call('traslado.examinar', { archivos: [output] })).ocupada).toEqual([]);
    expect(fresh.avisos).toContainEqual(expect.stringMatching(/^La lista de cuentas estaba dañada/));
  });

  test('everything but the secrets arrives, and what was there is kept aside', async ({ folder, pc, sandbox }) => {
    const old = pc('vieja');
    await withSending(old, sandbox);
    await old.call('ajustes.cambiar', { porTanda: 321 });
    await old.call('datos.sincronizar', { desde: '2026-10-01', hasta: '2026-10-05', metodos: ['comercios'] });
    const output = path.join(folder, 'traslado.zip');
    const exported = await old.call('traslado.exportar', { exportar: output, conCache: true });
    expect(exported.cuentas).toEqual([{ nombre: 'La Espiga', cargas: 1, conCache: true }]);
    expect(old.progresses.at(-1)).toMatchObject({ fase: 'traslado' });
    expect((await old.rechazo('traslado.exportar', { exportar: output, conCache: false })).code).toBe(
      'SALIDA_EXISTENTE',
    );

    const fresh = pc('nueva', { clave: sandbox.apiSecret });
    await fresh.call('cuentas.agregar', {
      nombre: 'Otra',
      url: 'https://otra.example',
      credencial: credentialOf(sandbox),
    });
    const examined = await fresh.call('traslado.examinar', { archivos: [output] });
    expect(examined).toMatchObject({ cuentas: exported.cuentas, plantillas: 1, ocupada: ['Otra'] });
    expect((await fresh.rechazo('traslado.importar', { archivos: [output], si: false })).code).toBe(
      'CONFIRMACION_NECESARIA',
    );
    expect((await fresh.call('cuentas.listar', {})).map(({ nombre }) => nombre)).toEqual(['Otra']);

    const { apartado } = await fresh.call('traslado.importar', { archivos: [output], si: true });
    expect(await readFile(path.join(apartado ?? '', 'cuentas.json'), 'utf8')).toContain('Otra');
    expect((await fresh.call('cuentas.listar', {})).map(({ nombre }) => nombre)).toEqual(['La Espiga']);
    expect((await fresh.call('ajustes.leer', {})).porTanda).toBe(321);
    expect((await fresh.call('plantillas.listar', {})).map(({ nombre }) => nombre)).toEqual(['Caja']);
    // The ledger knows what was sent: the same file is not sent again.
    const { cargas } = await fresh.call('conciliaciones.listar', {});
    expect(cargas).toMatchObject([{ filas: 2, enviados: 2 }]);
    const secondTime = await fresh.call('cargas.conciliar', { archivos: [path.join(folder, 'cupones.csv')] });
    expect(secondTime).toMatchObject({ codigo: 'YA_ENVIADO' });
    expect(
      (await readdir(fresh.data)).filter((name) => name.startsWith('.traslado') || name === 'traslado-en-curso.json'),
    ).toEqual([]);
  });

  test('what was sent with the account of the environment arrives too', async ({ folder, pc, sandbox }) => {
    const old = pc('vieja', { environmentSandbox: sandbox });
    await send(old);
    expect(await old.call('respaldos.listar', {})).toMatchObject([{ cuenta: 'entorno', conRegistro: true }]);
    expect((await old.call('soporte.informe', {})).texto).toContain('Cuentas: 1');
    const output = path.join(folder, 'traslado.zip');
    const exported = await old.call('traslado.exportar', { exportar: output, conCache: false });
    expect(exported.cuentas).toEqual([{ nombre: 'entorno', cargas: 1, conCache: false }]);
    const fresh = pc('nueva', { environmentSandbox: sandbox });
    expect(await fresh.call('traslado.importar', { archivos: [output], si: true })).toMatchObject({
      cuentas: exported.cuentas,
    });
    const secondTime = await fresh.call('cargas.conciliar', { archivos: [path.join(folder, 'cupones.csv')] });
    expect(secondTime).toMatchObject({ codigo: 'YA_ENVIADO' });
  });

  test('no secret is in the file, packed or not', async ({ folder, pc, sandbox }) => {
    const old = pc('vieja');
    await withSending(old, sandbox);
    const output = path.join(folder, 'sale', 'traslado.zip');
    await mkdir(path.dirname(output));
    await old.call('traslado.exportar', { exportar: output, conCache: false });
    for (const folder of [old.data, path.dirname(output)])
      for (const { file, text } of everyFile(folder)) expect(text.includes(sandbox.apiSecret), file).toBe(false);
  });

  test('a byte that changed anywhere changes nothing here', async ({ folder, pc, sandbox }) => {
    const old = pc('vieja');
    await withSending(old, sandbox);
    const output = path.join(folder, 'traslado.zip');
    await old.call('traslado.exportar', { exportar: output, conCache: false });
    const fresh = pc('nueva');
    await fresh.call('ajustes.cambiar', { tema: 'oscuro' });
    const bytes = await readFile(output);
    for (let i = 0; i < 40; i++) {
      const broken = Buffer.from(bytes);
      const at = Math.floor((i / 40) * bytes.length);
      broken[at] = (broken[at] ?? 0) ^ 0x55;
      const file = path.join(folder, `roto-${String(i)}.zip`);
      await writeFile(file, broken);
      // A byte that says nothing (a date, a flag) may change; whatever is taken is exactly what was written.
      const examined = await fresh
        .call('traslado.examinar', { archivos: [file] })
        .catch((error: Error) => error.message);
      if (typeof examined === 'string') expect(examined).toMatch(/^PAQUETE_INVALIDO/);
      else {
        expect(examined.cuentas).toEqual([
          { nombre: 'La Espiga', cargas: 1, conCache: false, url: sandbox.url, antes: null },
        ]);
      }
    }
    for (const cut of [0, 1, 100, bytes.length - 1]) {
      const file = path.join(folder, `cortado-${String(cut)}.zip`);
      await writeFile(file, bytes.subarray(0, cut));
      expect((await fresh.rechazo('traslado.importar', { archivos: [file], si: true })).code).toBe('PAQUETE_INVALIDO');
    }
    expect((await readdir(fresh.data)).sort()).toEqual(['ajustes.json', 'bloqueo.db', 'registro']);
  });

  test('of a newer program is refused, and nothing changes here', async ({ folder, pc, sandbox }) => {
    const old = pc('vieja');
    await withSending(old, sandbox);
    await old.reopen(); // closed: its files are whole
    const [id = ''] = await readdir(path.join(old.data, 'cuentas'));
    const db = new Database(path.join(old.data, 'cuentas', id, 'ledger.db'));
    db.exec(
      `INSERT INTO event (carga, n, at, kind, detail) SELECT carga, 99, 0, 'prometida', '{"kind":"prometida"}' FROM upload`,
    );
    db.close();
    const output = path.join(folder, 'traslado.zip');
    await old.call('traslado.exportar', { exportar: output, conCache: false });
    const fresh = pc('nueva');
    await fresh.call('ajustes.cambiar', { tema: 'oscuro' });
    expect((await fresh.rechazo('traslado.importar', { archivos: [output], si: true })).code).toBe('CARGA_MAS_NUEVA');
    expect((await readdir(fresh.data)).sort()).toEqual(['ajustes.json', 'bloqueo.db', 'registro']);
    expect((await fresh.call('ajustes.leer', {})).tema).toBe('oscuro');
  });

  test('a change of place that is cut is ended by the next start', async ({ pc, sandbox }) => {
    const old = pc('vieja');
    await withSending(old, sandbox);
    await old.reopen(); // closed: its files are whole
    const fresh = pc('nueva');
    await fresh.call('ajustes.cambiar', { tema: 'oscuro' });
    await fresh.call('plantillas.listar', {});
    await fresh.reopen();
    const entering = ['cuentas', 'cuentas.json', 'plantillas.json'];
    // As it is after the accounts changed place and before the rest did.
    const workshop = path.join(fresh.data, '.traslado-0123456789ab');
    await mkdir(workshop);
    for (const place of entering) await cp(path.join(old.data, place), path.join(workshop, place), { recursive: true });
    await writeFile(
      path.join(fresh.data, 'traslado-en-curso.json'),
      JSON.stringify({ taller: '.traslado-0123456789ab', aparte: 'anteriores-20261121000000000', entran: entering }),
    );
    await rename(path.join(workshop, 'cuentas'), path.join(fresh.data, 'cuentas'));
    expect((await fresh.call('cuentas.listar', {})).map(({ nombre }) => nombre)).toEqual(['La Espiga']);
    expect((await fresh.call('plantillas.listar', {})).map(({ nombre }) => nombre)).toEqual(['Caja']);
    expect((await fresh.call('ajustes.leer', {})).tema).toBe('sistema'); // the package had none: what was here went aside
    expect(await readdir(path.join(fresh.data, 'anteriores-20261121000000000'))).toEqual(['ajustes.json']);
    expect(existsSync(path.join(fresh.data, 'traslado-en-curso.json'))).toBe(false);
  });
});
