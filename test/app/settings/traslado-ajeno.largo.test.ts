import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import type { Sandbox } from '#sandbox/index.ts';
import { makePipe } from '../../platform/make-pipe.ts';
import { credencialDe, test, type Pc } from './apoyo.ts';
import { editarCuentas, ponerPieza, reescribir, servidorAjeno } from './paquete-ajeno.ts';

/** An account whose secret the running program knows, and a package of it. */
async function conPaquete(pc: Pc, sandbox: Sandbox): Promise<string> {
  await pc.llamar('cuentas.agregar', { nombre: 'La Espiga', url: sandbox.url, credencial: credencialDe(sandbox) });
  await pc.llamar('cuentas.probar', {});
  const salida = path.join(path.dirname(pc.datos), 'traslado.zip');
  await pc.llamar('traslado.exportar', { exportar: salida, conCache: false });
  return salida;
}

const conOtraDireccion = (origen: string, url: string): Promise<string> =>
  reescribir(origen, origen.replace('.zip', '-malo.zip'), (carpeta) =>
    editarCuentas(carpeta, ({ cuentas: [cuenta] }) => Object.assign(cuenta ?? {}, { url, enLlavero: true })),
  );

describe('a package with another address under the same id', () => {
  test('the other server gets no secret that this session remembers', async ({ pc, sandbox }) => {
    const una = pc('una');
    const ajeno = await servidorAjeno();
    const malo = await conOtraDireccion(await conPaquete(una, sandbox), ajeno.url);
    await una.llamar('traslado.importar', { archivos: [malo], si: true });
    expect((await una.rechazo('cuentas.probar', {})).code).toBe('CLAVE_AUSENTE');
    expect((await una.rechazo('conciliaciones.listar', {})).code).toBe('CLAVE_AUSENTE');
    expect((await una.rechazo('datos.sincronizar', {})).code).toBe('CLAVE_AUSENTE');
    await una.llamar('cuentas.quitar', { nombre: 'La Espiga', si: true, conDatos: false });
    expect(ajeno.oido).toEqual([]);
  });

  test('every address is shown before, and the one that changed is marked', async ({ pc, sandbox }) => {
    const una = pc('una');
    const malo = await conOtraDireccion(await conPaquete(una, sandbox), 'https://otra.example');
    const { cuentas } = await una.llamar('traslado.examinar', { archivos: [malo] });
    expect(cuentas[0]).toMatchObject({ nombre: 'La Espiga', url: 'https://otra.example', antes: sandbox.url });
    const { message } = await una.rechazo('traslado.importar', { archivos: [malo], si: false });
    expect(message).toContain(
      `«La Espiga» entra en https://otra.example, y acá entraba en ${sandbox.url}: LA DIRECCIÓN CAMBIÓ`,
    );
    const hecho = await una.llamar('traslado.importar', { archivos: [malo], si: true });
    expect(hecho.cuentas[0]).toMatchObject({ url: 'https://otra.example', antes: sandbox.url });
  });

  test('another name does not hide that the key would go elsewhere', async ({ folder, pc, sandbox }) => {
    const una = pc('una');
    const malo = await reescribir(await conPaquete(una, sandbox), path.join(folder, 'malo.zip'), (carpeta) =>
      editarCuentas(carpeta, ({ cuentas: [cuenta] }) =>
        Object.assign(cuenta ?? {}, { nombre: 'La Espiga S.A.', url: 'https://otra.example' }),
      ),
    );
    const { cuentas } = await una.llamar('traslado.examinar', { archivos: [malo] });
    expect(cuentas[0]).toMatchObject({ nombre: 'La Espiga S.A.', antes: sandbox.url });
  });

  test('the same address is not marked', async ({ pc, sandbox }) => {
    const una = pc('una');
    const { cuentas } = await una.llamar('traslado.examinar', { archivos: [await conPaquete(una, sandbox)] });
    expect(cuentas).toMatchObject([{ nombre: 'La Espiga', url: sandbox.url, antes: null }]);
  });

  test('of what was examined another file is not brought', async ({ pc, sandbox }) => {
    const una = pc('una');
    const bueno = await conPaquete(una, sandbox);
    const { huella } = await una.llamar('traslado.examinar', { archivos: [bueno] });
    const malo = await conOtraDireccion(bueno, 'https://otra.example');
    expect((await una.rechazo('traslado.importar', { archivos: [malo], si: true, huella })).code).toBe(
      'PAQUETE_INVALIDO',
    );
    expect(await una.llamar('cuentas.listar', {})).toMatchObject([{ url: sandbox.url }]);
    await una.llamar('traslado.importar', { archivos: [bueno], si: true, huella });
  });
});

test('importing forgets what the session remembers, also of the same address', async ({ pc, sandbox }) => {
  const una = pc('una');
  await una.llamar('traslado.importar', { archivos: [await conPaquete(una, sandbox)], si: true });
  expect((await una.rechazo('cuentas.probar', {})).code).toBe('CLAVE_AUSENTE');
  // Nor is it known here that the service ever took it.
  expect((await una.llamar('cuentas.detalle', {})).aceptada).toBeNull();
  await una.llamar('cuentas.clave', { nombre: 'La Espiga', secreto: sandbox.apiSecret });
  await una.llamar('cuentas.probar', {});
});

test('the folder of reports of the other PC is not one of this', async ({ folder, pc, sandbox }) => {
  const una = pc('una');
  await una.llamar('ajustes.cambiar', { carpetaInformes: folder, porTanda: 77 });
  const paquete = await conPaquete(una, sandbox);
  const otra = pc('otra');
  await otra.llamar('traslado.importar', { archivos: [paquete], si: false });
  expect(await otra.llamar('ajustes.leer', {})).toMatchObject({ carpetaInformes: null, porTanda: 77 });
});

test.skipIf(process.platform === 'win32')('what is no file is not waited for', async ({ folder, pc }) => {
  const una = pc('una');
  for (const archivo of [makePipe(path.join(folder, 'tubo')), '/dev/zero', folder])
    expect((await una.rechazo('traslado.examinar', { archivos: [archivo] })).code, archivo).toBe('PAQUETE_INVALIDO');
});

describe('a package that nobody exported', () => {
  const rechaza = async (pc: Pc, archivo: string): Promise<string> =>
    (await pc.rechazo('traslado.importar', { archivos: [archivo], si: true })).code;

  test.for([
    { url: 'http://otra.example' },
    { url: 'https://ana:clave@otra.example' },
    { nombre: 'La\u001b[2JEspiga' },
    { nombre: 'entorno' },
  ])('an account that could not be typed (%o) makes it none', async (cambio, { folder, pc, sandbox }) => {
    const una = pc('una');
    const malo = await reescribir(await conPaquete(una, sandbox), path.join(folder, 'malo.zip'), (carpeta) =>
      editarCuentas(carpeta, ({ cuentas: [cuenta] }) => Object.assign(cuenta ?? {}, cambio)),
    );
    expect(await rechaza(una, malo)).toBe('PAQUETE_INVALIDO');
    expect(await una.llamar('cuentas.listar', {})).toMatchObject([{ nombre: 'La Espiga', url: sandbox.url }]);
  });

  test('settings that would never be read again make it none', async ({ folder, pc, sandbox }) => {
    const una = pc('una');
    const malo = await reescribir(await conPaquete(una, sandbox), path.join(folder, 'malo.zip'), (carpeta) =>
      ponerPieza(carpeta, 'ajustes.json', ' '.repeat(17 * 1024 * 1024)),
    );
    expect(await rechaza(una, malo)).toBe('PAQUETE_INVALIDO');
  });

  test('settings of a newer program are refused before they take the place of anything', async ({
    folder,
    pc,
    sandbox,
  }) => {
    const una = pc('una');
    const malo = await reescribir(await conPaquete(una, sandbox), path.join(folder, 'malo.zip'), (carpeta) =>
      ponerPieza(carpeta, 'ajustes.json', '{"version":2}'),
    );
    expect(await rechaza(una, malo)).toBe('DATOS_MAS_NUEVOS');
    expect(await una.llamar('cuentas.listar', {})).toHaveLength(1);
  });

  test('its list of accounts is written again as this program understood it', async ({ folder, pc, sandbox }) => {
    const una = pc('una');
    const malo = await reescribir(await conPaquete(una, sandbox), path.join(folder, 'malo.zip'), async (carpeta) => {
      await editarCuentas(carpeta, ({ cuentas: [cuenta] }) => Object.assign(cuenta ?? {}, { otra: 'cosa' }));
      await writeFile(path.join(carpeta, 'vistas.json'), '{"version":1,"cuentas":{}}');
    });
    await una.llamar('traslado.importar', { archivos: [malo], si: true });
    const escrito = await readFile(path.join(una.datos, 'cuentas.json'), 'utf8');
    expect(escrito).not.toContain('otra');
    expect(escrito).toContain('"enLlavero": false');
  });
});
