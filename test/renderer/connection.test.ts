import { describe, expect, test } from 'vitest';
import type { SyncDocument } from '#contract/documents.ts';
import { getPhrase } from '#domain/texts/upload-sentences.ts';
import { Connection } from '../../src-renderer/shared/connection.svelte.ts';
import { makeApi, ACCOUNT, failWith } from './double.ts';
import { stopped } from './finished-uploads.ts';

describe('the connection', () => {
  test('is lost when a call says so, and back when one reaches the service', async () => {
    let present = false;
    const connection = new Connection();
    const api = connection.observe(
      makeApi({
        'cuentas.listar': () => [ACCOUNT],
        'cuentas.probar': () => (present ? { nombre: 'mía', comercios: [] } : failWith('TIEMPO_AGOTADO')),
      }),
    );
    await expect(api.call('cuentas.probar', {})).rejects.toMatchObject({ code: 'TIEMPO_AGOTADO' });
    expect(connection.service).toBe(false);
    await api.call('cuentas.listar', {}); // reads only this PC, so proves nothing about the service
    expect(connection.service).toBe(false);
    present = true;
    await api.call('cuentas.probar', {});
    expect(connection.service).toBe(true);
  });

  test('is lost when an upload stopped because of it', async () => {
    const connection = new Connection();
    let codigo: 'SIN_CONEXION' | 'CANCELADO' | 'YA_ENVIADO' = 'SIN_CONEXION';
    const api = connection.observe(makeApi({ 'cargas.retomar': () => [stopped({ codigo })] }));
    await api.call('cargas.retomar', { carga: 'C1' });
    expect(connection.service).toBe(false);
    codigo = 'CANCELADO';
    await api.call('cargas.retomar', { carga: 'C1' });
    expect(connection.service).toBe(false); // a stop by the person proves nothing
    codigo = 'YA_ENVIADO';
    await api.call('cargas.retomar', { carga: 'C1' });
    expect([connection.service, connection.returns]).toEqual([true, 1]);
  });

  test('is lost while an upload goes on that gets no answer', async () => {
    const connection = new Connection();
    const progress = { fase: 'envio', hecho: 0, total: 9, frase: getPhrase('no_responde', { n: 4 }) } as const;
    const seen: unknown[] = [];
    const api = connection.observe({
      ...makeApi({}),
      call: (_method, _input, tracking) => {
        tracking?.onProgress?.(progress);
        return Promise.withResolvers<never>().promise;
      },
    });
    void api.call('cargas.retomar', { carga: 'C1' }, { onProgress: (one) => seen.push(one) });
    await expect.poll(() => seen).toEqual([progress]);
    expect(connection.service).toBe(false);
  });

  test('says since when a request has no answer, which try runs, and until when, up to an answer', async () => {
    const connection = new Connection();
    const wait = { segundos: 10, limite: 30, cuenta: 'mía' } as const;
    connection.noteWait({ ...wait, codigo: 'no_responde' }, 10_000);
    expect(connection.silence).toEqual({ cuenta: 'mía', since: 0, tries: 1, until: 30_000 });
    connection.noteWait({ ...wait, codigo: 'no_respondio', segundos: 30 }, 30_000);
    expect(connection.silence).toEqual({ cuenta: 'mía', since: 0, tries: 2, until: 60_000 });
    const api = connection.observe(makeApi({ 'cuentas.probar': () => ({ nombre: 'mía', comercios: [] }) }));
    await api.call('cuentas.probar', {});
    expect([connection.silence, connection.service]).toEqual([undefined, true]);
  });

  test('is back once a look reaches the service, or gets any answer of it', async () => {
    let code: 'SIN_CONEXION' | 'DEMASIADOS_PEDIDOS' | 'CLAVE_AUSENTE' = 'SIN_CONEXION';
    const connection = new Connection();
    connection.service = false;
    const api = makeApi({ 'conciliaciones.listar': () => failWith(code) });
    const look = (): Promise<void> => connection.look(api, 'mía', '2026-11-21', new AbortController().signal);
    await look();
    expect(connection.service).toBe(false);
    code = 'CLAVE_AUSENTE';
    await look();
    expect(connection.service).toBe(false); // the service was not asked
    code = 'DEMASIADOS_PEDIDOS';
    await look();
    expect(connection.service).toBe(true);
    expect(api.pedidos.at(-1)).toEqual([
      'conciliaciones.listar',
      { cuenta: 'mía', desde: '2026-11-21', hasta: '2026-11-21', sinPreguntar: true },
    ]);
  });

  test('is lost when an update reached nothing, and kept results say nothing of it', async () => {
    let code: 'SIN_CONEXION' | 'SERVICIO_FALLA' = 'SIN_CONEXION';
    let isStopped = false;
    const connection = new Connection();
    const api = connection.observe(
      makeApi({
        'datos.sincronizar': () =>
          ({
            metodos: [{ pedidos: 3 }],
            ...(isStopped
              ? { fallas: [], codigo: 'CANCELADO' }
              : { fallas: [{ metodo: 'operaciones', ventana: null, codigo: code, mensaje: '' }] }),
          }) as unknown as SyncDocument, // the code under test reads only these fields
        'conciliaciones.guardada': () => null,
      }),
    );
    await api.call('datos.sincronizar', {});
    await api.call('conciliaciones.guardada', { id: '7' });
    expect(connection.service).toBe(false);
    isStopped = true;
    await api.call('datos.sincronizar', {});
    expect(connection.service).toBe(false);
    isStopped = false;
    code = 'SERVICIO_FALLA';
    await api.call('datos.sincronizar', {});
    expect(connection.service).toBe(true);
  });
});

test('a call goes on until every one was answered', async () => {
  const opened = Promise.withResolvers<readonly (typeof ACCOUNT)[]>();
  const connection = new Connection();
  const api = connection.observe(
    makeApi({ 'cuentas.listar': () => opened.promise, 'cuentas.probar': () => failWith('SIN_CONEXION') }),
  );
  const one = api.call('cuentas.listar', {});
  await expect(api.call('cuentas.probar', {})).rejects.toThrow();
  expect(connection.inFlight).toBe(true);
  opened.resolve([ACCOUNT]);
  await one;
  expect(connection.inFlight).toBe(false);
});
