import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import type { Sandbox } from '#sandbox/index.ts';
import { credentialOf, test, type Pc } from '../settings/support.ts';

async function mine(pc: (name: string) => Pc, sandbox: Sandbox): Promise<Pc> {
  const one = pc('una');
  await one.call('cuentas.agregar', { nombre: 'mía', url: sandbox.url, credencial: credentialOf(sandbox) });
  return one;
}
const seenBy = async (one: Pc) => {
  const { aceptada, rechazada } = await one.call('cuentas.detalle', {});
  return [aceptada !== null, rechazada?.codigo];
};

describe('what this PC knows of an account', () => {
  test('its commerces are null until they are downloaded, then with their CUIT and place', async ({ pc, sandbox }) => {
    const one = await mine(pc, sandbox);
    expect((await one.call('cuentas.detalle', {})).comercios).toBeNull();
    await one.call('datos.sincronizar', { metodos: ['comercios'] });
    const { comercios, disco } = await one.call('cuentas.detalle', {});
    expect(comercios?.length).toBeGreaterThan(0);
    for (const { nombre, cuit, localidad } of comercios ?? []) {
      expect([nombre, cuit, localidad].every((datum) => datum !== '')).toBe(true);
    }
    expect(disco.bajado).toBeGreaterThan(0);
  });

  test('a session of a key does not end; one of a password says until when', async ({ pc, sandbox }) => {
    const one = pc('una');
    const fresh = { nombre: 'clave', url: sandbox.url, credencial: credentialOf(sandbox) };
    const { claveGuardada } = await one.call('cuentas.agregar', fresh);
    const where = claveGuardada ? 'llavero' : 'sesion';
    const credential = { tipo: 'usuario', usuario: sandbox.usuario, secreto: sandbox.clave } as const;
    await one.call('cuentas.agregar', { nombre: 'usuario', url: sandbox.url, credencial: credential });
    const sessionOf = async (account: string) => (await one.call('cuentas.detalle', { cuenta: account })).sesion;
    expect(await sessionOf('clave')).toEqual({ estado: 'guardada', vence: null, en: where });
    const { estado, vence } = await sessionOf('usuario');
    expect(estado).toBe('guardada');
    const days = (Date.parse(`${vence?.replace(' ', 'T') ?? ''}-03:00`) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    await one.call('cuentas.salir', { nombre: 'usuario' });
    expect(await sessionOf('usuario')).toEqual({ estado: 'sin_clave', vence: null });
  });

  test('when its credential was last taken is known until it is signed out', async ({ pc, sandbox }) => {
    const one = await mine(pc, sandbox);
    expect((await one.call('cuentas.detalle', {})).identidad).toBe(sandbox.apiKey);
    const acceptedOn = async (machine: typeof one) => (await machine.call('cuentas.detalle', {})).aceptada;
    expect(await acceptedOn(one)).toBeNull();
    await one.call('cuentas.probar', {});
    expect(await acceptedOn(one)).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    await one.call('cuentas.salir', { nombre: 'mía' });
    expect(await acceptedOn(one)).toBeNull();
    await one.call('cuentas.clave', { nombre: 'mía', secreto: sandbox.apiSecret });
    expect(await acceptedOn(one)).not.toBeNull();
  });

  test('a secret that an update was refused with is known as refused', async ({ pc, sandbox }) => {
    const one = pc('una');
    const wrong = { ...credentialOf(sandbox), secreto: 'no-es' };
    await one.call('cuentas.agregar', { nombre: 'mía', url: sandbox.url, credencial: wrong });
    expect(await seenBy(one)).toEqual([false, undefined]);
    expect((await one.rechazo('conciliaciones.listar', {})).code).toBe('CREDENCIALES_RECHAZADAS');
    expect(await seenBy(one)).toEqual([false, 'CREDENCIALES_RECHAZADAS']);
    await one.reopen();
    expect(await seenBy(one)).toEqual([false, 'CREDENCIALES_RECHAZADAS']);
    await one.call('cuentas.clave', { nombre: 'mía', secreto: sandbox.apiSecret });
    expect(await seenBy(one)).toEqual([true, undefined]);
    expect((await one.rechazo('cuentas.clave', { nombre: 'mía', secreto: 'no-es' })).code).toBe(
      'CREDENCIALES_RECHAZADAS',
    );
    expect(await seenBy(one)).toEqual([true, undefined]); // the stored secret is still the one that the service took
    await one.call('cuentas.salir', { nombre: 'mía' });
    expect(await seenBy(one)).toEqual([false, undefined]);
  });

  test('a credential that lets nothing be read is told as such', async ({ pc, sandbox }) => {
    const one = await mine(pc, sandbox);
    for (const method of ['comercios', 'rechazos']) sandbox.injectFailure(`${method}:*:403`);
    await one.call('datos.sincronizar', { metodos: ['rechazos'] });
    expect(await seenBy(one)).toEqual([false, 'TOKEN_RECHAZADO']);
    expect((await one.rechazo('cuentas.probar', {})).code).toBe('TOKEN_RECHAZADO');
    expect(await seenBy(one)).toEqual([false, 'TOKEN_RECHAZADO']);
    sandbox.resetFailures();
    sandbox.injectFailure('comercios:*:403');
    await one.call('datos.sincronizar', { metodos: ['rechazos'] });
    expect(await seenBy(one)).toEqual([true, undefined]); // the service refuses only one list now
  });

  test('what can be downloaded again is told apart from what cannot', async ({ pc, sandbox }) => {
    const one = await mine(pc, sandbox);
    const before = (await one.call('cuentas.detalle', {})).disco;
    await one.call('datos.sincronizar', { metodos: ['comercios'] });
    const { bajado } = (await one.call('cuentas.detalle', {})).disco;
    expect(bajado).toBeGreaterThan(before.bajado);
    const [id = ''] = await readdir(path.join(one.data, 'cuentas'));
    const copies = path.join(one.data, 'cuentas', id, 'copias');
    await mkdir(copies, { recursive: true });
    await writeFile(path.join(copies, 'una.db'), Buffer.alloc(5000));
    const { propio } = (await one.call('cuentas.detalle', {})).disco;
    expect(propio - before.propio).toBeGreaterThanOrEqual(5000);
  });
});
