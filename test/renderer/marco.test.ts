import { describe, expect, test } from 'vitest';
import type { HostEvent } from '#contract/host-events.ts';
import { Avisos } from '../../src-renderer/marco/avisos.svelte.ts';
import { Conexion } from '../../src-renderer/marco/conexion.svelte.ts';
import { Enrutador } from '../../src-renderer/marco/enrutador.svelte.ts';
import { Tostadas } from '../../src-renderer/ui/tostadas.svelte.ts';
import { apiDe, CUENTA, falla } from './doble.ts';

describe('what the core says by itself', () => {
  test('a secret is asked for once, and until it is answered anywhere', async () => {
    const avisos = new Avisos(apiDe({}));
    const clave: HostEvent = { tipo: 'clave', pregunta: '1', cuenta: 'mía' };
    avisos.recibir(clave);
    avisos.recibir(clave); // the stream was connected again
    expect(avisos.preguntas).toEqual([{ id: '1', cuenta: 'mía' }]);
    avisos.recibir({ tipo: 'clave_cerrada', pregunta: '1' });
    expect(avisos.preguntas).toEqual([]);
  });

  test('a sentence is shown until it was read', () => {
    const avisos = new Avisos(apiDe({}));
    avisos.recibir({ tipo: 'aviso', texto: 'hola' });
    avisos.recibir({ tipo: 'aviso', texto: 'hola' });
    expect(avisos.textos).toEqual(['hola']);
    avisos.descartar('hola');
    expect(avisos.textos).toEqual([]);
  });
});

describe('the connection', () => {
  test('is lost when a call says so, and back when one reaches the service', async () => {
    let hay = false;
    const conexion = new Conexion();
    const api = conexion.observar(
      apiDe({
        'cuentas.listar': () => [CUENTA],
        'cuentas.probar': () => (hay ? { nombre: 'mía', comercios: [] } : falla('TIEMPO_AGOTADO')),
      }),
    );
    await expect(api.llamar('cuentas.probar', {})).rejects.toMatchObject({ code: 'TIEMPO_AGOTADO' });
    expect(conexion.servicio).toBe(false);
    await api.llamar('cuentas.listar', {}); // of this PC: it proves nothing
    expect(conexion.servicio).toBe(false);
    hay = true;
    await api.llamar('cuentas.probar', {});
    expect(conexion.servicio).toBe(true);
  });
});

test('the route follows the address, and the address the route', () => {
  const listeners: (() => void)[] = [];
  const direccion = {
    location: { hash: '#/ajustes/cuentas' },
    history: { replaceState: (_data: null, _unused: string, url: string) => (direccion.location.hash = url) },
    addEventListener: (_type: 'hashchange', listener: () => void) => {
      listeners.push(listener);
    },
  };
  const enrutador = new Enrutador(direccion, new AbortController().signal);
  expect(enrutador.ruta).toEqual({ seccion: 'ajustes', parte: 'cuentas' });
  enrutador.ir({ seccion: 'conciliaciones', id: '7' });
  expect(direccion.location.hash).toBe('#/conciliaciones/7');
  for (const listener of listeners) listener();
  expect(enrutador.ruta).toEqual({ seccion: 'conciliaciones', id: '7' });
  enrutador.reemplazar({ seccion: 'operaciones', filtro: { texto: '0031' } });
  expect(direccion.location.hash).toBe('#/operaciones?texto=0031');
  expect(enrutador.ruta).toEqual({ seccion: 'operaciones', filtro: { texto: '0031' } });
});

describe('what can be undone', () => {
  test('is undone once, and only the newest', () => {
    const undone: string[] = [];
    const tostadas = new Tostadas();
    tostadas.mostrar('una', () => undone.push('una'));
    const primera = tostadas.actual?.id ?? 0;
    tostadas.mostrar('dos', () => undone.push('dos'));
    tostadas.cerrar(primera); // its timer ends: the newer one stays
    expect(tostadas.deshacer()).toBe(true);
    expect(tostadas.deshacer()).toBe(false);
    expect(undone).toEqual(['dos']);
  });
});
