import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { acquireInstanceLock } from '#platform/instance-lock.ts';
import { credentialOf, test } from '../settings/support.ts';

describe('what this PC knows of an account', () => {
  test('its commerces are null until they are downloaded, then with their CUIT and place', async ({ pc, sandbox }) => {
    const one = pc('una');
    await one.call('cuentas.agregar', { nombre: 'mía', url: sandbox.url, credencial: credentialOf(sandbox) });
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

  test('when the service took its credential last is known to the next run too, until it is signed out', async ({
    pc,
    sandbox,
  }) => {
    const one = pc('una');
    await one.call('cuentas.agregar', { nombre: 'mía', url: sandbox.url, credencial: credentialOf(sandbox) });
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

  test('while another program writes, an account is not tried: what comes of it could not be kept', async ({
    pc,
    sandbox,
  }) => {
    const one = pc('una');
    await one.call('cuentas.agregar', { nombre: 'mía', url: sandbox.url, credencial: credentialOf(sandbox) });
    const lock = await acquireInstanceLock(one.data, 'cli');
    expect((await one.rechazo('cuentas.probar', {})).code).toBe('EN_USO');
    lock.release();
    await one.call('cuentas.probar', {});
  });

  test('work with the service says that it takes the credential', async ({ pc, sandbox }) => {
    const one = pc('una');
    await one.call('cuentas.agregar', { nombre: 'mía', url: sandbox.url, credencial: credentialOf(sandbox) });
    await one.call('datos.sincronizar', { metodos: ['comercios'] });
    expect((await one.call('cuentas.detalle', {})).aceptada).not.toBeNull();
  });

  test('a secret that the service refuses in an update is not one that it takes, until it takes another', async ({
    pc,
    sandbox,
  }) => {
    const one = pc('una');
    const wrong = { ...credentialOf(sandbox), secreto: 'no-es' };
    await one.call('cuentas.agregar', { nombre: 'mía', url: sandbox.url, credencial: wrong });
    const seen = async () => {
      const { aceptada, rechazada } = await one.call('cuentas.detalle', {});
      return [aceptada !== null, rechazada?.codigo];
    };
    expect(await seen()).toEqual([false, undefined]);
    expect((await one.rechazo('conciliaciones.listar', {})).code).toBe('CREDENCIALES_RECHAZADAS');
    expect(await seen()).toEqual([false, 'CREDENCIALES_RECHAZADAS']);
    await one.reopen();
    expect(await seen()).toEqual([false, 'CREDENCIALES_RECHAZADAS']);
    await one.call('cuentas.clave', { nombre: 'mía', secreto: sandbox.apiSecret });
    expect(await seen()).toEqual([true, undefined]);
    expect((await one.rechazo('cuentas.clave', { nombre: 'mía', secreto: 'no-es' })).code).toBe(
      'CREDENCIALES_RECHAZADAS',
    );
    expect(await seen()).toEqual([true, undefined]); // the stored one is still the one that it took
    await one.call('cuentas.salir', { nombre: 'mía' });
    expect(await seen()).toEqual([false, undefined]);
  });

  test('a credential that lets in and lets nothing be read is told as such, until something is let through', async ({
    pc,
    sandbox,
  }) => {
    const one = pc('una');
    await one.call('cuentas.agregar', { nombre: 'mía', url: sandbox.url, credencial: credentialOf(sandbox) });
    const seen = async () => {
      const { aceptada, rechazada } = await one.call('cuentas.detalle', {});
      return [aceptada !== null, rechazada?.codigo];
    };
    for (const method of ['comercios', 'rechazos']) sandbox.injectFailure(`${method}:*:403`);
    await one.call('datos.sincronizar', { metodos: ['rechazos'] });
    expect(await seen()).toEqual([false, 'TOKEN_RECHAZADO']);
    expect((await one.rechazo('cuentas.probar', {})).code).toBe('TOKEN_RECHAZADO');
    expect(await seen()).toEqual([false, 'TOKEN_RECHAZADO']);
    sandbox.resetFailures();
    sandbox.injectFailure('comercios:*:403');
    await one.call('datos.sincronizar', { metodos: ['rechazos'] });
    expect(await seen()).toEqual([true, undefined]); // what is refused now is one list alone
  });

  test('what can be downloaded again is told apart from what cannot', async ({ pc, sandbox }) => {
    const one = pc('una');
    await one.call('cuentas.agregar', { nombre: 'mía', url: sandbox.url, credencial: credentialOf(sandbox) });
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
