import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { everyFile } from '../../platform/temporary-folder.ts';
import { withSending, credentialOf, send, test } from '../settings/support.ts';
import { copiesIn, uploadsIn } from './world.ts';

describe('the second copy, through the program', () => {
  test('outlives the disk of the PC: another one knows what was sent, and compares it with the service first', async ({
    folder,
    pc,
    sandbox,
  }) => {
    const chosen = path.join(folder, 'pendrive');
    await mkdir(chosen);
    const first = pc('primera', { clave: sandbox.apiSecret });
    await first.call('segunda_copia.elegir', { carpeta: chosen });
    await withSending(first, sandbox);
    await first.reopen(); // closing waits for the copy that the upload began
    expect(copiesIn(chosen).map((copy) => uploadsIn(chosen, copy))).toEqual([1]);
    const { cargas: known } = await first.call('conciliaciones.listar', {});
    for (const { file, text } of everyFile(chosen)) expect(text.includes(sandbox.apiSecret), file).toBe(false);
    await rm(first.data, { recursive: true });

    const second = pc('segunda', { clave: sandbox.apiSecret });
    await second.call('cuentas.agregar', {
      nombre: 'La Espiga de nuevo',
      url: sandbox.url,
      credencial: credentialOf(sandbox),
    });
    const { copias } = await second.call('segunda_copia.listar', { carpeta: chosen });
    expect(copias).toMatchObject([{ cuenta: 'La Espiga de nuevo', conocida: true, estaPc: false }]);
    const copy = copias[0]?.copia ?? '';
    expect((await second.rechazo('segunda_copia.restaurar', { copia: copy, carpeta: chosen, si: false })).code).toBe(
      'CONFIRMACION_NECESARIA',
    );
    await second.call('segunda_copia.restaurar', { copia: copy, carpeta: chosen, si: true });
    expect((await second.call('conciliaciones.listar', {})).cargas).toEqual(known);
    // The same file again: this PC knows that it was sent.
    const files = [path.join(folder, 'cupones.csv')];
    expect(await second.call('cargas.conciliar', { archivos: files })).toMatchObject({ codigo: 'YA_ENVIADO' });
    const again = { archivos: files, repetir: true, tardanza: 1, estable: 0, espera: 20 };
    expect(await second.call('cargas.conciliar', again)).toMatchObject({ completo: true });
    expect(second.avisos).toEqual([expect.stringMatching(/tiene todas sus conciliaciones/)]);
  });

  test('that cannot be made fails no upload: it is told, and noted', async ({ folder, pc, sandbox }) => {
    const chosen = path.join(folder, 'red');
    await mkdir(chosen);
    const one = pc('una');
    await one.call('segunda_copia.elegir', { carpeta: chosen });
    await rename(chosen, `${chosen} caída`);
    await withSending(one, sandbox);
    expect((await one.call('conciliaciones.listar', {})).cargas).toMatchObject([{ filas: 2, enviados: 2 }]);
    await expect
      .poll(() => one.avisos)
      .toEqual([expect.stringMatching(/No se pudo hacer la segunda copia del registro/)]);
    expect(await one.call('segunda_copia.ver', {})).toMatchObject({
      cuentas: [{ cuenta: 'La Espiga', copia: null, falla: { codigo: 'SEGUNDA_COPIA_AUSENTE' } }],
    });
    expect(existsSync(chosen)).toBe(false);
    await rename(`${chosen} caída`, chosen);
    await one.call('segunda_copia.refrescar', {});
    await expect.poll(() => copiesIn(chosen).length).toBe(1);
  });

  test('is made also when a resumed upload fails after something was sent', async ({ folder, pc, sandbox }) => {
    const chosen = path.join(folder, 'pendrive');
    await mkdir(chosen);
    let isBroken = false;
    const one = pc('una', {
      clave: sandbox.apiSecret,
      onBoundary: (name) => {
        if (isBroken && name === 'verificacion_inicio') throw new Error('a bug after the last send');
      },
    });
    await one.call('segunda_copia.elegir', { carpeta: chosen });
    sandbox.injectFailure('subir:2+:corte-antes');
    await withSending(one, sandbox);
    sandbox.resetFailures();
    await one.reopen(); // closing waits for the copy
    const before = copiesIn(chosen);
    expect(before).toHaveLength(1);
    isBroken = true;
    expect((await one.rechazo('cargas.retomar', { tardanza: 1, estable: 0, espera: 20 })).code).toBe('INTERNO');
    await one.reopen();
    expect(sandbox.truth.conciliaciones().map(({ cupones }) => cupones.length)).toEqual([2]);
    expect(copiesIn(chosen)).not.toEqual(before);
  });

  test('goes on from where it was when a ledger takes the place of another', async ({ folder, pc, sandbox }) => {
    const chosen = path.join(folder, 'pendrive');
    await mkdir(chosen);
    const one = pc('una');
    await one.call('segunda_copia.elegir', { carpeta: chosen });
    await withSending(one, sandbox);
    const { copia } = await one.call('respaldos.crear', {});
    await one.call('respaldos.restaurar', { copia, si: true });
    await one.call('segunda_copia.copiar', {});
    expect(copiesIn(chosen).map((each) => uploadsIn(chosen, each))).toEqual([1]);
  });

  test('stays behind when everything moves to another PC', async ({ folder, pc, sandbox }) => {
    const chosen = path.join(folder, 'pendrive');
    await mkdir(chosen);
    const old = pc('vieja');
    await old.call('segunda_copia.elegir', { carpeta: chosen });
    await withSending(old, sandbox);
    const output = path.join(folder, 'traslado.zip');
    await old.call('traslado.exportar', { exportar: output, conCache: false });
    const fresh = pc('nueva');
    await fresh.call('traslado.importar', { archivos: [output], si: true });
    expect(await fresh.call('segunda_copia.ver', {})).toMatchObject({
      carpeta: null,
      cuentas: [{ cuenta: 'La Espiga', copia: null }],
    });
  });

  test('of an account that is removed with its data stays where it is', async ({ folder, pc, sandbox }) => {
    const chosen = path.join(folder, 'pendrive');
    await mkdir(chosen);
    const one = pc('una');
    await one.call('segunda_copia.elegir', { carpeta: chosen });
    await withSending(one, sandbox);
    await one.call('cuentas.quitar', { nombre: 'La Espiga', si: true, conDatos: true });
    expect(copiesIn(chosen)).toHaveLength(1);
    expect(await readdir(path.join(one.data, 'cuentas'))).toEqual([]);
    // Added again, it begins a ledger of its own: what was deleted on purpose does not come back by itself.
    await one.call('cuentas.agregar', {
      nombre: 'La Espiga',
      url: sandbox.url,
      credencial: credentialOf(sandbox),
    });
    await send(one);
    expect((await one.call('conciliaciones.listar', {})).cargas).toHaveLength(1);
  });
});
