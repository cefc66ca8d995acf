import { readdir, truncate } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { conEnvio, test } from './apoyo.ts';

describe('backups', () => {
  test('one is made, looked into, and takes the place of the ledger', async ({ pc, sandbox }) => {
    const una = pc('una');
    await conEnvio(una, sandbox);
    const [deLaCuenta] = await una.llamar('respaldos.listar', {});
    expect(deLaCuenta).toMatchObject({ cuenta: 'La Espiga', conRegistro: true });
    const { copia } = await una.llamar('respaldos.crear', {});
    expect(await una.llamar('respaldos.verificar', { copia })).toMatchObject({ sana: true, cargas: 1 });

    expect((await una.rechazo('respaldos.restaurar', { copia, si: false })).code).toBe('CONFIRMACION_NECESARIA');
    const { apartado } = await una.llamar('respaldos.restaurar', { copia, si: true });
    const [id = ''] = await readdir(path.join(una.datos, 'cuentas'));
    expect(await readdir(path.join(una.datos, 'cuentas', id))).toContain(apartado);
    expect((await una.llamar('conciliaciones.listar', {})).cargas).toHaveLength(1);
  });

  test('a damaged copy is told, and never takes the place of anything', async ({ pc, sandbox }) => {
    const una = pc('una');
    await conEnvio(una, sandbox);
    const { copia } = await una.llamar('respaldos.crear', {});
    const [id = ''] = await readdir(path.join(una.datos, 'cuentas'));
    await truncate(path.join(una.datos, 'cuentas', id, 'copias', copia), 5000);
    expect(await una.llamar('respaldos.verificar', { copia })).toMatchObject({ sana: false, cargas: null });
    expect((await una.rechazo('respaldos.restaurar', { copia, si: true })).code).toBe('COPIA_DANADA');
    expect((await una.rechazo('respaldos.verificar', { copia: '../ledger.db' })).code).toBe('COPIA_INEXISTENTE');
    expect((await una.llamar('conciliaciones.listar', {})).cargas).toHaveLength(1);
  });
});

describe('removing an account with its data', () => {
  test('and adding it again begins a ledger that is on the disk', async ({ pc, sandbox }) => {
    const una = pc('una');
    await conEnvio(una, sandbox);
    await una.llamar('cuentas.quitar', { nombre: 'La Espiga', si: true, conDatos: true });
    await conEnvio(una, sandbox);
    await una.reabrir();
    expect((await una.llamar('respaldos.listar', {}))[0]).toMatchObject({ conRegistro: true });
    expect((await una.llamar('respaldos.crear', {})).copia).toMatch(/^ledger-/);
  });
});
