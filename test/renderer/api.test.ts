import { describe, expect, test } from 'vitest';
import type { HostPedido } from '#contract/bridge.ts';
import type { HostEvent } from '#contract/host-events.ts';
import { crearApi } from '../../src-renderer/api/api.ts';
import type { Transporte } from '../../src-renderer/api/transporte.ts';

function transporteDe(contestar: (pedido: HostPedido) => unknown) {
  const pedidos: HostPedido[] = [];
  let emitir: (event: HostEvent) => void = () => undefined;
  const transporte: Transporte = {
    enviar: async (pedido) => {
      pedidos.push(pedido);
      return contestar(pedido);
    },
    escuchar: (onEvento) => {
      emitir = onEvento;
    },
    archivo: async ({ name }) => `archivo:1/${name}`,
    entregar: async () => undefined,
  };
  return {
    transporte,
    pedidos,
    emitir: (event: HostEvent) => {
      emitir(event);
    },
  };
}

let n = 0;
const nuevoId = (): string => String(++n);

describe('the typed client', () => {
  test('gives the value of a call, and throws what it refused with its code', async () => {
    const bien = transporteDe(() => ({ ok: true, value: [] }));
    expect(await crearApi(bien.transporte, nuevoId).llamar('cuentas.listar', {})).toEqual([]);
    const mal = transporteDe(() => ({ ok: false, error: { code: 'EN_USO', message: 'abierto' } }));
    await expect(crearApi(mal.transporte, nuevoId).llamar('cuentas.listar', {})).rejects.toMatchObject({
      code: 'EN_USO',
      message: 'abierto',
    });
  });

  test('says of a file that the system does not let the page read that it is that', async () => {
    const api = crearApi(transporteDe(() => undefined).transporte, nuevoId);
    const { signal } = new AbortController();
    expect(await api.archivo(new File(['x'], 'a.csv'), signal)).toBe('archivo:1/a.csv');
    expect(await api.archivo(new File([], 'b.csv'), signal)).toBe('archivo:1/b.csv');
    const carpeta = new File([], 'carpeta');
    carpeta.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotReadable')) });
    await expect(api.archivo(carpeta, signal)).rejects.toMatchObject({ code: 'ARCHIVO_ILEGIBLE' });
  });

  test('brings progress to its call alone', async () => {
    const seen: number[] = [];
    const otros: string[] = [];
    const doble = transporteDe(async (pedido) => {
      if (pedido.tipo !== 'llamar') return undefined;
      doble.emitir({ tipo: 'avance', llamada: pedido.llamada, progreso: { fase: 'envio', hecho: 7, total: 9 } });
      doble.emitir({ tipo: 'avance', llamada: 'otra', progreso: { fase: 'envio', hecho: 8, total: 9 } });
      return { ok: true, value: [] };
    });
    const api = crearApi(doble.transporte, nuevoId);
    api.escuchar(
      (event) => otros.push(event.tipo),
      () => undefined,
      new AbortController().signal,
    );
    await api.llamar('cuentas.listar', {}, { onAvance: ({ hecho }) => seen.push(hecho) });
    doble.emitir({ tipo: 'aviso', texto: 'hola' });
    expect(seen).toEqual([7]);
    expect(otros).toEqual(['aviso']);
  });

  test('asks the host to stop when the signal is aborted, and still gives what the call answered', async () => {
    const control = new AbortController();
    const doble = transporteDe((pedido) => {
      if (pedido.tipo === 'cancelar') return { ok: true };
      control.abort();
      return { ok: false, error: { code: 'CANCELADO', message: '' } };
    });
    const call = crearApi(doble.transporte, nuevoId).llamar('cuentas.listar', {}, { signal: control.signal });
    await expect(call).rejects.toMatchObject({ code: 'CANCELADO' });
    const [llamar, cancelar] = doble.pedidos;
    expect(cancelar).toEqual({ tipo: 'cancelar', llamada: llamar?.tipo === 'llamar' ? llamar.llamada : '' });
  });
});
