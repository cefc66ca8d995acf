import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { credencialDe, test } from '../settings/apoyo.ts';

describe('what this PC knows of an account', () => {
  test('its commerces are null until they are downloaded, then with their CUIT and place', async ({ pc, sandbox }) => {
    const una = pc('una');
    await una.llamar('cuentas.agregar', { nombre: 'mía', url: sandbox.url, credencial: credencialDe(sandbox) });
    expect((await una.llamar('cuentas.detalle', {})).comercios).toBeNull();
    await una.llamar('datos.sincronizar', { metodos: ['comercios'] });
    const { comercios, disco } = await una.llamar('cuentas.detalle', {});
    expect(comercios?.length).toBeGreaterThan(0);
    for (const { nombre, cuit, localidad } of comercios ?? []) {
      expect([nombre, cuit, localidad].every((dato) => dato !== '')).toBe(true);
    }
    expect(disco.bajado).toBeGreaterThan(0);
  });

  test('a session of a key does not end; one of a password says until when', async ({ pc, sandbox }) => {
    const una = pc('una');
    const nueva = { nombre: 'clave', url: sandbox.url, credencial: credencialDe(sandbox) };
    const { claveGuardada } = await una.llamar('cuentas.agregar', nueva);
    const en = claveGuardada ? 'llavero' : 'sesion';
    const credencial = { tipo: 'usuario', usuario: sandbox.usuario, secreto: sandbox.clave } as const;
    await una.llamar('cuentas.agregar', { nombre: 'usuario', url: sandbox.url, credencial });
    const sesionDe = async (cuenta: string) => (await una.llamar('cuentas.detalle', { cuenta })).sesion;
    expect(await sesionDe('clave')).toEqual({ estado: 'guardada', vence: null, en });
    const { estado, vence } = await sesionDe('usuario');
    expect(estado).toBe('guardada');
    const dias = (Date.parse(`${vence?.replace(' ', 'T') ?? ''}-03:00`) - Date.now()) / 86_400_000;
    expect(Math.round(dias)).toBe(30);
    await una.llamar('cuentas.salir', { nombre: 'usuario' });
    expect(await sesionDe('usuario')).toEqual({ estado: 'sin_clave', vence: null });
  });

  test('when the service took its credential last is known to the next run too, until it is signed out', async ({
    pc,
    sandbox,
  }) => {
    const una = pc('una');
    await una.llamar('cuentas.agregar', { nombre: 'mía', url: sandbox.url, credencial: credencialDe(sandbox) });
    expect((await una.llamar('cuentas.detalle', {})).identidad).toBe(sandbox.apiKey);
    const aceptadaEn = async (maquina: typeof una) => (await maquina.llamar('cuentas.detalle', {})).aceptada;
    expect(await aceptadaEn(una)).toBeNull();
    await una.llamar('cuentas.probar', {});
    expect(await aceptadaEn(una)).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    await una.llamar('cuentas.salir', { nombre: 'mía' });
    expect(await aceptadaEn(una)).toBeNull();
    await una.llamar('cuentas.clave', { nombre: 'mía', secreto: sandbox.apiSecret });
    expect(await aceptadaEn(una)).not.toBeNull();
  });

  test('work with the service says that it takes the credential', async ({ pc, sandbox }) => {
    const una = pc('una');
    await una.llamar('cuentas.agregar', { nombre: 'mía', url: sandbox.url, credencial: credencialDe(sandbox) });
    await una.llamar('datos.sincronizar', { metodos: ['comercios'] });
    expect((await una.llamar('cuentas.detalle', {})).aceptada).not.toBeNull();
  });

  test('what can be downloaded again is told apart from what cannot', async ({ pc, sandbox }) => {
    const una = pc('una');
    await una.llamar('cuentas.agregar', { nombre: 'mía', url: sandbox.url, credencial: credencialDe(sandbox) });
    const antes = (await una.llamar('cuentas.detalle', {})).disco;
    await una.llamar('datos.sincronizar', { metodos: ['comercios'] });
    const { bajado } = (await una.llamar('cuentas.detalle', {})).disco;
    expect(bajado).toBeGreaterThan(antes.bajado);
    const [id = ''] = await readdir(path.join(una.datos, 'cuentas'));
    const copias = path.join(una.datos, 'cuentas', id, 'copias');
    await mkdir(copias, { recursive: true });
    await writeFile(path.join(copias, 'una.db'), Buffer.alloc(5000));
    const { propio } = (await una.llamar('cuentas.detalle', {})).disco;
    expect(propio - antes.propio).toBeGreaterThanOrEqual(5000);
  });
});
