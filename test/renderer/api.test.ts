import { describe, expect, test } from 'vitest';
import type { HostRequest } from '#contract/bridge.ts';
import type { HostEvent } from '#contract/host-events.ts';
import { createApi, listDropped, type Transport } from '../../src-renderer/api/api.ts';
import { Failure } from '../../src-renderer/api/failure.ts';
import { describeFailure } from '../../src-renderer/ui/errors.ts';

function transportOf(answer: (request: HostRequest) => unknown) {
  const requests: HostRequest[] = [];
  let emit: (event: HostEvent) => void = () => undefined;
  const transport: Transport = {
    send: async (request) => {
      requests.push(request);
      return answer(request);
    },
    listen: (onEvent) => {
      emit = onEvent;
    },
    file: async ({ name }) => `archivo:1/${name}`,
    hand: async () => null,
  };
  return {
    transport,
    pedidos: requests,
    emit: (event: HostEvent) => void emit(event),
  };
}

let n = 0;
const createId = (): string => String(++n);

describe('the typed client', () => {
  test('gives the value of a call, and throws what it refused with its code', async () => {
    const fine = transportOf(() => ({ ok: true, value: [] }));
    expect(await createApi(fine.transport, createId).call('cuentas.listar', {})).toEqual([]);
    const wrong = transportOf(() => ({ ok: false, error: { code: 'EN_USO', message: 'abierto' } }));
    await expect(createApi(wrong.transport, createId).call('cuentas.listar', {})).rejects.toMatchObject({
      code: 'EN_USO',
      message: 'abierto',
    });
  });

  test('says of a file that the system does not let the page read that it is that', async () => {
    const api = createApi(transportOf(() => undefined).transport, createId);
    const { signal } = new AbortController();
    expect(await api.file(new File(['x'], 'a.csv'), signal)).toBe('archivo:1/a.csv');
    expect(await api.file(new File([], 'b.csv'), signal)).toBe('archivo:1/b.csv');
    const folder = new File([], 'carpeta');
    folder.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotReadable')) });
    await expect(api.file(folder, signal)).rejects.toMatchObject({ code: 'ARCHIVO_ILEGIBLE' });
  });

  test('refuses a dropped folder as one, and takes the files beside it as they are', async () => {
    const api = createApi(transportOf(() => undefined).transport, createId);
    const { signal } = new AbortController();
    const dropOf = (file: File | null, isDirectory?: boolean) => ({
      getAsFile: () => file,
      webkitGetAsEntry: () => (isDirectory === undefined ? null : { isDirectory, name: file?.name ?? 'octubre' }),
    });
    const [sheet, made] = [new File(['x'], 'a.csv'), new File(['x'], 'b.csv')];
    const items = [dropOf(sheet, false), dropOf(null, true), dropOf(made), dropOf(null)];
    const [first, folder = sheet, second, ...others] = listDropped({ items });
    expect([first, second, others]).toEqual([sheet, made, []]);
    expect(folder.name).toBe('octubre');
    const refused = await api.file(folder, signal).catch((error: unknown) => error);
    if (!(refused instanceof Failure)) throw new Error('A folder is no spreadsheet');
    expect(describeFailure(refused).que).toBe('Es una carpeta, no un archivo.');
  });

  test('brings progress to its call alone', async () => {
    const seen: number[] = [];
    const others: string[] = [];
    const double = transportOf(async (request) => {
      if (request.tipo !== 'llamar') return undefined;
      double.emit({ tipo: 'avance', llamada: request.llamada, progreso: { fase: 'envio', hecho: 7, total: 9 } });
      double.emit({ tipo: 'avance', llamada: 'otra', progreso: { fase: 'envio', hecho: 8, total: 9 } });
      return { ok: true, value: [] };
    });
    const api = createApi(double.transport, createId);
    api.listen(
      (event) => others.push(event.tipo),
      () => undefined,
      new AbortController().signal,
    );
    await api.call('cuentas.listar', {}, { onProgress: ({ hecho }) => seen.push(hecho) });
    double.emit({ tipo: 'aviso', texto: 'hola' });
    expect(seen).toEqual([7]);
    expect(others).toEqual(['aviso']);
  });

  test('asks the host to stop when the signal is aborted, and still gives what the call answered', async () => {
    const control = new AbortController();
    const double = transportOf((request) => {
      if (request.tipo === 'cancelar') return { ok: true };
      control.abort();
      return { ok: false, error: { code: 'CANCELADO', message: '' } };
    });
    const call = createApi(double.transport, createId).call('cuentas.listar', {}, { signal: control.signal });
    await expect(call).rejects.toMatchObject({ code: 'CANCELADO' });
    const [called, cancel] = double.pedidos;
    expect(cancel).toEqual({ tipo: 'cancelar', llamada: called?.tipo === 'llamar' ? called.llamada : '' });
  });
});
