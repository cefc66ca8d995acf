import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { VERSION } from '#platform/version.ts';
import { conEnvio, test } from './apoyo.ts';

describe('the report for support', () => {
  test('says versions, counts and the last of the log, and nothing of the person', async ({ folder, pc, sandbox }) => {
    const una = pc('una');
    await conEnvio(una, sandbox, 'Panadería La Espiga');
    await una.llamar('segunda_copia.elegir', { carpeta: folder });
    await una.llamar('ajustes.cambiar', { carpetaInformes: folder, porTanda: 77 });
    await una.rechazo('conciliaciones.ver', { id: 'no-esta' });
    await mkdir(path.join(una.datos, 'registro'), { recursive: true });
    const falsa = {
      nivel: 'info',
      hora: '2026-11-21T10:00:00.000Z',
      evento: 'La clave es hunter2',
      clave: 'hunter2',
      filas: 3,
      metodo: '4507990000000792',
    };
    await appendFile(path.join(una.datos, 'registro', 'conciliador.log'), `${JSON.stringify(falsa)}\nhunter2 suelto\n`);
    const { texto } = await una.llamar('soporte.informe', {});
    expect(texto).toContain(`Conciliador ${VERSION} (cli)`);
    expect(texto).toContain('porTanda: 77');
    expect(texto).toContain('carpetaInformes: true');
    expect(texto).toMatch(/[0-9a-f]{16}, api: registro sano v\d+, 1 cargas/);
    expect(texto).toMatch(/Segunda copia: en el disco de los datos\n {2}\d+ bytes, al día hace 0 días\n/);
    expect(texto).toContain('metodo.falla');
    expect(texto).toContain('2026-11-21T10:00:00.000Z info evento.invalido filas=3');
    for (const ajeno of [
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
      expect(texto).not.toContain(ajeno);
  });

  test('before anything was done it is whole too', async ({ pc }) => {
    expect((await pc('nueva').llamar('soporte.informe', {})).texto).toContain('Cuentas: 0');
  });

  test('the version is that of the package', async () => {
    const leido: unknown = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(leido).toMatchObject({ version: VERSION });
    expect(await readFile(new URL('../../../src-main/hosts/cli/programa.js', import.meta.url), 'utf8')).toContain(
      `.version('${VERSION}'`,
    );
  });
});

describe('the folder of the log', () => {
  test('is opened in the desktop where there is one', async ({ pc }) => {
    const abiertas: string[] = [];
    const conEscritorio = pc('una', { escritorio: { abrirCarpeta: async (ruta) => abiertas.push(ruta) > 0 } });
    expect(await conEscritorio.llamar('registro.carpeta', { abrir: true })).toMatchObject({ abierta: true });
    expect(abiertas).toEqual([path.join(conEscritorio.datos, 'registro')]);
    expect(await pc('otra').llamar('registro.carpeta', { abrir: true })).toMatchObject({ abierta: false });
  });

  test('a folder for reports is asked for in the desktop', async ({ folder, pc }) => {
    const una = pc('una', { escritorio: { elegirCarpeta: () => Promise.resolve(folder) } });
    expect(await una.llamar('ajustes.elegir_carpeta', {})).toMatchObject({
      elegida: true,
      ajustes: { carpetaInformes: folder },
    });
    expect(await pc('otra').llamar('ajustes.elegir_carpeta', {})).toMatchObject({ elegida: false });
  });
});
