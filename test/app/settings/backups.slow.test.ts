import { readdir, truncate } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { withSending, test } from './support.ts';

describe('backups', () => {
  test('one is made, looked into, and takes the place of the ledger', async ({ pc, sandbox }) => {
    const one = pc('una');
    await withSending(one, sandbox);
    const [ofAccount] = await one.call('respaldos.listar', {});
    expect(ofAccount).toMatchObject({ cuenta: 'La Espiga', conRegistro: true });
    const { copia } = await one.call('respaldos.crear', {});
    expect(await one.call('respaldos.verificar', { copia })).toMatchObject({ sana: true, cargas: 1 });

    expect((await one.rechazo('respaldos.restaurar', { copia, si: false })).code).toBe('CONFIRMACION_NECESARIA');
    const { apartado } = await one.call('respaldos.restaurar', { copia, si: true });
    const [id = ''] = await readdir(path.join(one.data, 'cuentas'));
    expect(await readdir(path.join(one.data, 'cuentas', id))).toContain(apartado);
    expect((await one.call('conciliaciones.listar', {})).cargas).toHaveLength(1);
  });

  test('a damaged copy is told, and never takes the place of anything', async ({ pc, sandbox }) => {
    const one = pc('una');
    await withSending(one, sandbox);
    const { copia } = await one.call('respaldos.crear', {});
    const [id = ''] = await readdir(path.join(one.data, 'cuentas'));
    await truncate(path.join(one.data, 'cuentas', id, 'copias', copia), 5000);
    expect(await one.call('respaldos.verificar', { copia })).toMatchObject({ sana: false, cargas: null });
    expect((await one.rechazo('respaldos.restaurar', { copia, si: true })).code).toBe('COPIA_DANADA');
    expect((await one.rechazo('respaldos.verificar', { copia: '../ledger.db' })).code).toBe('COPIA_INEXISTENTE');
    expect((await one.call('conciliaciones.listar', {})).cargas).toHaveLength(1);
  });
});

describe('removing an account with its data', () => {
  test('and adding it again begins a ledger that is on the disk', async ({ pc, sandbox }) => {
    const one = pc('una');
    await withSending(one, sandbox);
    await one.call('cuentas.quitar', { nombre: 'La Espiga', si: true, conDatos: true });
    await withSending(one, sandbox);
    await one.reopen();
    expect((await one.call('respaldos.listar', {}))[0]).toMatchObject({ conRegistro: true });
    expect((await one.call('respaldos.crear', {})).copia).toMatch(/^ledger-/);
  });
});
