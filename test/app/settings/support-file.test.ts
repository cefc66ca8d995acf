import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { VERSION } from '#app/updates/release.ts';
import { withSending, test } from './support.ts';

describe('the report for support', () => {
  test('says versions, counts and the last of the log, and nothing of the person', async ({ folder, pc, sandbox }) => {
    const one = pc('una');
    await withSending(one, sandbox, 'Panadería La Espiga');
    const { texto: before } = await one.call('soporte.informe', {});
    expect(before).toMatch(/Respaldos: \d; otra carpeta: sin elegir/);
    await one.call('respaldos.carpeta', { carpeta: folder });
    await one.call('respaldos.crear', {});
    await one.call('ajustes.cambiar', { carpetaInformes: folder, porTanda: 77 });
    await one.rechazo('conciliaciones.ver', { id: 'no-esta' });
    await mkdir(path.join(one.data, 'registro'), { recursive: true });
    const fake = {
      nivel: 'info',
      hora: '2026-11-21T10:00:00.000Z',
      evento: 'La clave es hunter2',
      clave: 'hunter2',
      filas: 3,
      metodo: '4507990000000792',
    };
    await appendFile(path.join(one.data, 'registro', 'conciliador.log'), `${JSON.stringify(fake)}\nhunter2 suelto\n`);
    const { texto } = await one.call('soporte.informe', {});
    expect(texto).toContain(`Conciliador ${VERSION} (cli)`);
    expect(texto).toContain('porTanda: 77');
    expect(texto).toContain('carpetaInformes: true');
    expect(texto).toMatch(/[0-9a-f]{16}, api: registro sano v\d+, 1 cargas/);
    expect(texto).toMatch(/Respaldos: \d; otra carpeta: al día\n {2}el último, [-\d: ]+, \d+ bytes\n/);
    expect(texto).toContain('metodo.falla');
    expect(texto).toContain('2026-11-21T10:00:00.000Z info evento.invalido filas=3');
    for (const foreign of [
      'hunter2',
      'Espiga',
      folder,
      sandbox.url,
      sandbox.apiKey,
      sandbox.apiSecret,
      '4507990000000792',
      '100.50',
      'cupones.csv',
    ])
      expect(texto).not.toContain(foreign);
  });

  test('before anything was done it is whole too', async ({ pc }) => {
    expect((await pc('nueva').call('soporte.informe', {})).texto).toContain('Cuentas: 0');
  });

  test('the version is that of the package', async () => {
    const reading: unknown = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(reading).toMatchObject({ version: VERSION });
    expect(await readFile(new URL('../../../src-main/hosts/cli/program.js', import.meta.url), 'utf8')).toContain(
      `.version('${VERSION}'`,
    );
  });
});

describe('the folder of the log', () => {
  test('is opened in the desktop where there is one', async ({ pc }) => {
    const opened: string[] = [];
    const withDesktop = pc('una', { desktop: { openFolder: async (path) => opened.push(path) > 0 } });
    expect(await withDesktop.call('registro.carpeta', { abrir: true })).toMatchObject({ abierta: true });
    expect(opened).toEqual([path.join(withDesktop.data, 'registro')]);
    expect(await pc('otra').call('registro.carpeta', { abrir: true })).toMatchObject({ abierta: false });
  });

  test('a folder for reports is asked for in the desktop', async ({ folder, pc }) => {
    const one = pc('una', { desktop: { chooseFolder: () => Promise.resolve(folder) } });
    expect(await one.call('ajustes.elegir_carpeta', {})).toMatchObject({
      elegida: true,
      ajustes: { carpetaInformes: folder },
    });
    expect(await pc('otra').call('ajustes.elegir_carpeta', {})).toMatchObject({ elegida: false });
  });
});
