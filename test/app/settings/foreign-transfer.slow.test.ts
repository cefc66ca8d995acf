import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import type { Sandbox } from '#sandbox/index.ts';
import { makePipe } from '../../platform/make-pipe.ts';
import { credentialOf, test, type Pc } from './support.ts';
import { editAccounts, putPiece, rewrite, startForeignServer } from './foreign-package.ts';

/** An account whose secret the running program knows, and a package of it. */
async function withPackage(pc: Pc, sandbox: Sandbox): Promise<string> {
  await pc.call('cuentas.agregar', { nombre: 'La Espiga', url: sandbox.url, credencial: credentialOf(sandbox) });
  await pc.call('cuentas.probar', {});
  const output = path.join(path.dirname(pc.data), 'traslado.zip');
  await pc.call('traslado.exportar', { exportar: output, conCache: false });
  return output;
}

const withOtherAddress = (origin: string, url: string): Promise<string> =>
  rewrite(origin, origin.replace('.zip', '-malo.zip'), (folder) =>
    editAccounts(folder, ({ cuentas: [account] }) => Object.assign(account ?? {}, { url, enLlavero: true })),
  );

describe('a package with another address under the same id', () => {
  test('the other server gets no secret that this session remembers', async ({ pc, sandbox }) => {
    const one = pc('una');
    const foreign = await startForeignServer();
    const bad = await withOtherAddress(await withPackage(one, sandbox), foreign.url);
    await one.call('traslado.importar', { archivos: [bad], si: true });
    expect((await one.rechazo('cuentas.probar', {})).code).toBe('CLAVE_AUSENTE');
    expect((await one.rechazo('conciliaciones.listar', {})).code).toBe('CLAVE_AUSENTE');
    expect((await one.rechazo('datos.sincronizar', {})).code).toBe('CLAVE_AUSENTE');
    await one.call('cuentas.quitar', { nombre: 'La Espiga', si: true, conDatos: false });
    expect(foreign.heard).toEqual([]);
  });

  test('every address is shown before, and the one that changed is marked', async ({ pc, sandbox }) => {
    const one = pc('una');
    const bad = await withOtherAddress(await withPackage(one, sandbox), 'https://otra.example');
    const { cuentas } = await one.call('traslado.examinar', { archivos: [bad] });
    expect(cuentas[0]).toMatchObject({ nombre: 'La Espiga', url: 'https://otra.example', antes: sandbox.url });
    const { message } = await one.rechazo('traslado.importar', { archivos: [bad], si: false });
    expect(message).toContain(
      `«La Espiga» entra en https://otra.example, y acá entraba en ${sandbox.url}: LA DIRECCIÓN CAMBIÓ`,
    );
    const done = await one.call('traslado.importar', { archivos: [bad], si: true });
    expect(done.cuentas[0]).toMatchObject({ url: 'https://otra.example', antes: sandbox.url });
  });

  test('another name does not hide that the key would go elsewhere', async ({ folder, pc, sandbox }) => {
    const one = pc('una');
    const bad = await rewrite(await withPackage(one, sandbox), path.join(folder, 'malo.zip'), (folder) =>
      editAccounts(folder, ({ cuentas: [account] }) =>
        Object.assign(account ?? {}, { nombre: 'La Espiga S.A.', url: 'https://otra.example' }),
      ),
    );
    const { cuentas } = await one.call('traslado.examinar', { archivos: [bad] });
    expect(cuentas[0]).toMatchObject({ nombre: 'La Espiga S.A.', antes: sandbox.url });
  });

  test('the same address is not marked', async ({ pc, sandbox }) => {
    const one = pc('una');
    const { cuentas } = await one.call('traslado.examinar', { archivos: [await withPackage(one, sandbox)] });
    expect(cuentas).toMatchObject([{ nombre: 'La Espiga', url: sandbox.url, antes: null }]);
  });

  test('of what was examined another file is not brought', async ({ pc, sandbox }) => {
    const one = pc('una');
    const good = await withPackage(one, sandbox);
    const { huella } = await one.call('traslado.examinar', { archivos: [good] });
    const bad = await withOtherAddress(good, 'https://otra.example');
    expect((await one.rechazo('traslado.importar', { archivos: [bad], si: true, huella })).code).toBe(
      'PAQUETE_INVALIDO',
    );
    expect(await one.call('cuentas.listar', {})).toMatchObject([{ url: sandbox.url }]);
    await one.call('traslado.importar', { archivos: [good], si: true, huella });
  });
});

test('importing forgets what the session remembers, also of the same address', async ({ pc, sandbox }) => {
  const one = pc('una');
  await one.call('traslado.importar', { archivos: [await withPackage(one, sandbox)], si: true });
  expect((await one.rechazo('cuentas.probar', {})).code).toBe('CLAVE_AUSENTE');
  // Nor is it known here that the service ever took it.
  expect((await one.call('cuentas.detalle', {})).aceptada).toBeNull();
  await one.call('cuentas.clave', { nombre: 'La Espiga', secreto: sandbox.apiSecret });
  await one.call('cuentas.probar', {});
});

test('the folder of reports of the other PC is not one of this', async ({ folder, pc, sandbox }) => {
  const one = pc('una');
  await one.call('ajustes.cambiar', { carpetaInformes: folder, porTanda: 77 });
  const packageFile = await withPackage(one, sandbox);
  const other = pc('otra');
  await other.call('traslado.importar', { archivos: [packageFile], si: false });
  expect(await other.call('ajustes.leer', {})).toMatchObject({ carpetaInformes: null, porTanda: 77 });
});

test.skipIf(process.platform === 'win32')(
  'what is no file is not waited for (skipped on Windows: no named pipes in folders)',
  async ({ folder, pc }) => {
    const one = pc('una');
    for (const file of [makePipe(path.join(folder, 'tubo')), '/dev/zero', folder])
      expect((await one.rechazo('traslado.examinar', { archivos: [file] })).code, file).toBe('PAQUETE_INVALIDO');
  },
);

describe('a package that nobody exported', () => {
  const getRefusal = async (pc: Pc, file: string): Promise<string> =>
    (await pc.rechazo('traslado.importar', { archivos: [file], si: true })).code;

  test.for([
    { url: 'http://otra.example' },
    { url: 'https://ana:clave@otra.example' },
    { nombre: 'La\u001b[2JEspiga' },
    { nombre: 'entorno' },
  ])('an account that could not be typed (%o) makes it none', async (edit, { folder, pc, sandbox }) => {
    const one = pc('una');
    const bad = await rewrite(await withPackage(one, sandbox), path.join(folder, 'malo.zip'), (folder) =>
      editAccounts(folder, ({ cuentas: [account] }) => Object.assign(account ?? {}, edit)),
    );
    expect(await getRefusal(one, bad)).toBe('PAQUETE_INVALIDO');
    expect(await one.call('cuentas.listar', {})).toMatchObject([{ nombre: 'La Espiga', url: sandbox.url }]);
  });

  test('settings that would never be read again make it none', async ({ folder, pc, sandbox }) => {
    const one = pc('una');
    const bad = await rewrite(await withPackage(one, sandbox), path.join(folder, 'malo.zip'), (folder) =>
      putPiece(folder, 'ajustes.json', ' '.repeat(17 * 1024 * 1024)),
    );
    expect(await getRefusal(one, bad)).toBe('PAQUETE_INVALIDO');
  });

  test('settings of a newer program are refused before they take the place of anything', async ({
    folder,
    pc,
    sandbox,
  }) => {
    const one = pc('una');
    const bad = await rewrite(await withPackage(one, sandbox), path.join(folder, 'malo.zip'), (folder) =>
      putPiece(folder, 'ajustes.json', '{"version":2}'),
    );
    expect(await getRefusal(one, bad)).toBe('DATOS_MAS_NUEVOS');
    expect(await one.call('cuentas.listar', {})).toHaveLength(1);
  });

  test('its list of accounts is written again as this program understood it', async ({ folder, pc, sandbox }) => {
    const one = pc('una');
    const bad = await rewrite(await withPackage(one, sandbox), path.join(folder, 'malo.zip'), async (folder) => {
      await editAccounts(folder, ({ cuentas: [account] }) => Object.assign(account ?? {}, { otra: 'cosa' }));
      await writeFile(path.join(folder, 'vistas.json'), '{"version":1,"cuentas":{}}');
    });
    await one.call('traslado.importar', { archivos: [bad], si: true });
    const written = await readFile(path.join(one.data, 'cuentas.json'), 'utf8');
    expect(written).not.toContain('otra');
    expect(written).toContain('"enLlavero": false');
  });
});
