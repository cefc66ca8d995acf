import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect } from 'vitest';
import { everyFile } from '../../platform/temporary-folder.ts';
import { conEnvio, credencialDe, enviar, test } from './apoyo.ts';

describe('moving to another PC', () => {
  test('everything but the secrets arrives, and what was there is kept aside', async ({ folder, pc, sandbox }) => {
    const vieja = pc('vieja');
    await conEnvio(vieja, sandbox);
    await vieja.llamar('ajustes.cambiar', { porTanda: 321 });
    await vieja.llamar('datos.sincronizar', { desde: '2026-10-01', hasta: '2026-10-05', metodos: ['comercios'] });
    const salida = path.join(folder, 'traslado.zip');
    const exportado = await vieja.llamar('traslado.exportar', { exportar: salida, conCache: true });
    expect(exportado.cuentas).toEqual([{ nombre: 'La Espiga', cargas: 1, conCache: true }]);
    expect(vieja.avances.at(-1)).toMatchObject({ fase: 'traslado' });
    expect((await vieja.rechazo('traslado.exportar', { exportar: salida, conCache: false })).code).toBe(
      'SALIDA_EXISTENTE',
    );

    const nueva = pc('nueva', { clave: sandbox.apiSecret });
    await nueva.llamar('cuentas.agregar', {
      nombre: 'Otra',
      url: 'https://otra.example',
      credencial: credencialDe(sandbox),
    });
    const examinado = await nueva.llamar('traslado.examinar', { archivos: [salida] });
    expect(examinado).toMatchObject({ cuentas: exportado.cuentas, plantillas: 1, ocupada: ['Otra'] });
    expect((await nueva.rechazo('traslado.importar', { archivos: [salida], si: false })).code).toBe(
      'CONFIRMACION_NECESARIA',
    );
    expect((await nueva.llamar('cuentas.listar', {})).map(({ nombre }) => nombre)).toEqual(['Otra']);

    const { apartado } = await nueva.llamar('traslado.importar', { archivos: [salida], si: true });
    expect(await readFile(path.join(apartado ?? '', 'cuentas.json'), 'utf8')).toContain('Otra');
    expect((await nueva.llamar('cuentas.listar', {})).map(({ nombre }) => nombre)).toEqual(['La Espiga']);
    expect((await nueva.llamar('ajustes.leer', {})).porTanda).toBe(321);
    expect((await nueva.llamar('plantillas.listar', {})).map(({ nombre }) => nombre)).toEqual(['Caja']);
    // The ledger knows what was sent: the same file is not sent again.
    const { cargas } = await nueva.llamar('conciliaciones.listar', {});
    expect(cargas).toMatchObject([{ filas: 2, enviados: 2 }]);
    const otraVez = await nueva.llamar('cargas.conciliar', { archivos: [path.join(folder, 'cupones.csv')] });
    expect(otraVez).toMatchObject({ codigo: 'YA_ENVIADO' });
    expect(
      (await readdir(nueva.datos)).filter(
        (nombre) => nombre.startsWith('.traslado') || nombre === 'traslado-en-curso.json',
      ),
    ).toEqual([]);
  });

  test('what was sent with the account of the environment arrives too', async ({ folder, pc, sandbox }) => {
    const vieja = pc('vieja', { deEntorno: sandbox });
    await enviar(vieja);
    expect(await vieja.llamar('respaldos.listar', {})).toMatchObject([{ cuenta: 'entorno', conRegistro: true }]);
    expect((await vieja.llamar('soporte.informe', {})).texto).toContain('Cuentas: 1');
    const salida = path.join(folder, 'traslado.zip');
    const exportado = await vieja.llamar('traslado.exportar', { exportar: salida, conCache: false });
    expect(exportado.cuentas).toEqual([{ nombre: 'entorno', cargas: 1, conCache: false }]);
    const nueva = pc('nueva', { deEntorno: sandbox });
    expect(await nueva.llamar('traslado.importar', { archivos: [salida], si: true })).toMatchObject({
      cuentas: exportado.cuentas,
    });
    const otraVez = await nueva.llamar('cargas.conciliar', { archivos: [path.join(folder, 'cupones.csv')] });
    expect(otraVez).toMatchObject({ codigo: 'YA_ENVIADO' });
  });

  test('no secret is in the file, packed or not', async ({ folder, pc, sandbox }) => {
    const vieja = pc('vieja');
    await conEnvio(vieja, sandbox);
    const salida = path.join(folder, 'sale', 'traslado.zip');
    await mkdir(path.dirname(salida));
    await vieja.llamar('traslado.exportar', { exportar: salida, conCache: false });
    for (const carpeta of [vieja.datos, path.dirname(salida)])
      for (const { file, text } of everyFile(carpeta)) expect(text.includes(sandbox.apiSecret), file).toBe(false);
  });

  test('a byte that changed anywhere changes nothing here', async ({ folder, pc, sandbox }) => {
    const vieja = pc('vieja');
    await conEnvio(vieja, sandbox);
    const salida = path.join(folder, 'traslado.zip');
    await vieja.llamar('traslado.exportar', { exportar: salida, conCache: false });
    const nueva = pc('nueva');
    await nueva.llamar('ajustes.cambiar', { tema: 'oscuro' });
    const bytes = await readFile(salida);
    for (let i = 0; i < 40; i++) {
      const roto = Buffer.from(bytes);
      const at = Math.floor((i / 40) * bytes.length);
      roto[at] = (roto[at] ?? 0) ^ 0x55;
      const archivo = path.join(folder, `roto-${String(i)}.zip`);
      await writeFile(archivo, roto);
      // A byte that says nothing (a date, a flag) may change; whatever is taken is exactly what was written.
      const examinado = await nueva
        .llamar('traslado.examinar', { archivos: [archivo] })
        .catch((error: Error) => error.message);
      if (typeof examinado === 'string') expect(examinado).toMatch(/^PAQUETE_INVALIDO/);
      else {
        expect(examinado.cuentas).toEqual([
          { nombre: 'La Espiga', cargas: 1, conCache: false, url: sandbox.url, antes: null },
        ]);
      }
    }
    for (const cortado of [0, 1, 100, bytes.length - 1]) {
      const archivo = path.join(folder, `cortado-${String(cortado)}.zip`);
      await writeFile(archivo, bytes.subarray(0, cortado));
      expect((await nueva.rechazo('traslado.importar', { archivos: [archivo], si: true })).code).toBe(
        'PAQUETE_INVALIDO',
      );
    }
    expect((await readdir(nueva.datos)).sort()).toEqual(['ajustes.json', 'bloqueo.db', 'registro']);
  });

  test('of a newer program is refused, and nothing changes here', async ({ folder, pc, sandbox }) => {
    const vieja = pc('vieja');
    await conEnvio(vieja, sandbox);
    await vieja.reabrir(); // closed: its files are whole
    const [id = ''] = await readdir(path.join(vieja.datos, 'cuentas'));
    const db = new Database(path.join(vieja.datos, 'cuentas', id, 'ledger.db'));
    db.exec(
      `INSERT INTO event (carga, n, at, kind, detail) SELECT carga, 99, 0, 'prometida', '{"kind":"prometida"}' FROM upload`,
    );
    db.close();
    const salida = path.join(folder, 'traslado.zip');
    await vieja.llamar('traslado.exportar', { exportar: salida, conCache: false });
    const nueva = pc('nueva');
    await nueva.llamar('ajustes.cambiar', { tema: 'oscuro' });
    expect((await nueva.rechazo('traslado.importar', { archivos: [salida], si: true })).code).toBe('CARGA_MAS_NUEVA');
    expect((await readdir(nueva.datos)).sort()).toEqual(['ajustes.json', 'bloqueo.db', 'registro']);
    expect((await nueva.llamar('ajustes.leer', {})).tema).toBe('oscuro');
  });

  test('a change of place that is cut is ended by the next start', async ({ pc, sandbox }) => {
    const vieja = pc('vieja');
    await conEnvio(vieja, sandbox);
    await vieja.reabrir(); // closed: its files are whole
    const nueva = pc('nueva');
    await nueva.llamar('ajustes.cambiar', { tema: 'oscuro' });
    await nueva.llamar('plantillas.listar', {});
    await nueva.reabrir();
    const entran = ['cuentas', 'cuentas.json', 'plantillas.json'];
    // As it is after the accounts changed place and before the rest did.
    const taller = path.join(nueva.datos, '.traslado-0123456789ab');
    await mkdir(taller);
    for (const lugar of entran) await cp(path.join(vieja.datos, lugar), path.join(taller, lugar), { recursive: true });
    await writeFile(
      path.join(nueva.datos, 'traslado-en-curso.json'),
      JSON.stringify({ taller: '.traslado-0123456789ab', aparte: 'anteriores-20261121000000000', entran }),
    );
    await rename(path.join(taller, 'cuentas'), path.join(nueva.datos, 'cuentas'));
    expect((await nueva.llamar('cuentas.listar', {})).map(({ nombre }) => nombre)).toEqual(['La Espiga']);
    expect((await nueva.llamar('plantillas.listar', {})).map(({ nombre }) => nombre)).toEqual(['Caja']);
    expect((await nueva.llamar('ajustes.leer', {})).tema).toBe('sistema'); // the package had none: what was here went aside
    expect(await readdir(path.join(nueva.datos, 'anteriores-20261121000000000'))).toEqual(['ajustes.json']);
    expect(existsSync(path.join(nueva.datos, 'traslado-en-curso.json'))).toBe(false);
  });
});
