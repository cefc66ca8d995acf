import type { IpcMainInvokeEvent } from 'electron';
import { describe, expect, test } from 'vitest';
import { REQUEST, openGate, type PageRequest } from '#hosts/electron/ipc.ts';
import { CANAL, EVENTS_CHANNEL, MAX_PIECE, createBridge } from '#hosts/electron/bridge.ts';
import { createFakeElectron, FakePage, FakeWindow, type FakeFrame } from './fake-electron.ts';

const GOOD = { tipo: 'llamar', llamada: '1', metodo: 'cuentas.listar', entrada: {} };

function gate() {
  const { electron, channels } = createFakeElectron();
  const window = new FakeWindow({});
  const handled: PageRequest[] = [];
  const rechazos: string[] = [];
  openGate({
    ipcMain: electron.ipcMain,
    getWindow: () => window as never,
    handle: async (request) => handled.push(request),
    onRechazo: (motivo) => rechazos.push(motivo),
  });
  const send = (message: unknown, sender: FakePage, senderFrame: FakeFrame | null): Promise<unknown> => {
    const handler = channels.get(CANAL);
    if (handler === undefined) throw new Error('no channel');
    return handler({ sender, senderFrame } as unknown as IpcMainInvokeEvent, message);
  };
  const page = window.webContents;
  return {
    send,
    page,
    handled,
    rechazos,
    channels,
    fromPage: (message: unknown) => send(message, page, page.mainFrame),
  };
}

describe('the sender', () => {
  test('the top document of the window is heard', async () => {
    const { fromPage, handled } = gate();
    await fromPage(GOOD);
    expect(handled).toEqual([GOOD]);
  });
  const frame = (change: Partial<FakeFrame>): FakeFrame => ({
    url: 'app://conciliador/',
    origin: 'app://conciliador',
    parent: null,
    ...change,
  });
  test('other web contents are refused', async () => {
    const { send, handled, rechazos } = gate();
    const other = new FakePage();
    await expect(send(GOOD, other, other.mainFrame)).rejects.toThrow('Refused');
    expect({ handled, rechazos }).toEqual({ handled: [], rechazos: ['remitente'] });
  });
  test.each([
    ['a document that is gone', null],
    ['a frame that is not the main one', frame({})],
  ])('%s is refused', async (_what, sender) => {
    const { send, page } = gate();
    await expect(send(GOOD, page, sender)).rejects.toThrow('Refused');
  });
  test.each([
    ['has a parent', { parent: frame({}) }],
    ['has another origin', { origin: 'https://example.com' }],
    ['has no origin', { origin: 'null' }],
    ['has another address', { url: 'https://example.com/' }],
    ['has no address', { url: '' }],
  ])('a top frame that %s is refused', async (_what, change) => {
    const { fromPage, page, handled } = gate();
    page.mainFrame = frame(change);
    await expect(fromPage(GOOD)).rejects.toThrow('Refused');
    expect(handled).toEqual([]);
  });
});

describe('the message', () => {
  test.each([
    undefined,
    { tipo: 'otra' },
    { ...GOOD, demas: 1 },
    { ...GOOD, llamada: '' },
    { ...GOOD, llamada: 'x'.repeat(65) },
    { ...GOOD, metodo: 7 },
    { ...GOOD, metodo: 'x'.repeat(65) },
    { tipo: 'cancelar' },
    { tipo: 'contestar', pregunta: '1' },
    { tipo: 'contestar', pregunta: '1', clave: 'x'.repeat(5000) },
    { tipo: 'abrir', archivo: 'x'.repeat(301) },
    { tipo: 'recibir', ruta: '/etc/passwd' },
    { tipo: 'recibir', nombre: 'a', sigue: null, bytes: 'text', fin: true },
    { tipo: 'recibir', nombre: 'a', sigue: null, bytes: new Uint8Array(1), fin: true, ruta: '/etc/passwd' },
  ])('%j is refused', async (message) => {
    const { fromPage, handled, rechazos } = gate();
    await expect(fromPage(message)).rejects.toThrow('Refused');
    expect({ handled, rechazos }).toEqual({ handled: [], rechazos: ['forma'] });
  });
  test('a piece of a file that is longer than a piece is refused', async () => {
    const { fromPage } = gate();
    const give = (size: number) =>
      fromPage({ tipo: 'recibir', nombre: 'a', sigue: null, bytes: new Uint8Array(size), fin: true });
    await give(MAX_PIECE);
    await expect(give(MAX_PIECE + 1)).rejects.toThrow('Refused');
  });
});

describe('the bridge', () => {
  function bridge() {
    const sent: unknown[] = [];
    const listeners = new Map<string, (event: unknown, data: unknown) => void>();
    const exposed = createBridge({
      invoke: async (channel: string, message: unknown) => {
        expect(channel).toBe(CANAL);
        sent.push(message);
        return 'archivo:1/cupones.xlsx';
      },
      on: (channel: string, listener: (event: unknown, data: unknown) => void) => listeners.set(channel, listener),
      off: (channel: string) => listeners.delete(channel),
    } as never);
    return { puente: exposed, sent, listeners };
  }

  test('exposes three functions, and no way to another channel', () => {
    expect(Object.keys(bridge().puente).sort()).toEqual(['giveFile', 'invoke', 'subscribe']);
  });
  test('a page cannot give a path by itself', async () => {
    const { puente: exposed, sent } = bridge();
    for (const type of ['recibir', 'suscribir', undefined]) {
      await expect(exposed.invoke({ tipo: type, ruta: '/etc/passwd' } as never)).rejects.toThrow();
    }
    expect(sent).toEqual([]);
  });
  test('a long one goes in pieces, an empty one in one', async () => {
    const { puente: exposed, sent } = bridge();
    await exposed.giveFile(new File([new Uint8Array(2 * MAX_PIECE + 1)], 'a.xlsx'));
    expect(await exposed.giveFile(new File([], 'b.xlsx'))).toBe('archivo:1/cupones.xlsx');
    const pieces = sent.map((message) => REQUEST.parse(message)).filter((message) => message.tipo === 'recibir');
    expect(pieces.map(({ nombre, sigue: next, bytes, fin }) => [nombre, next, bytes.length, fin])).toEqual([
      ['a.xlsx', null, MAX_PIECE, false],
      ['a.xlsx', 'archivo:1/cupones.xlsx', MAX_PIECE, false],
      ['a.xlsx', 'archivo:1/cupones.xlsx', 1, true],
      ['b.xlsx', null, 0, true],
    ]);
  });
  test('a listener gets the event alone, until it lets go', () => {
    const { puente: exposed, listeners } = bridge();
    const heard: unknown[][] = [];
    const letGo = exposed.subscribe((...all: unknown[]) => void heard.push(all));
    listeners.get(EVENTS_CHANNEL)?.({ sender: 'ipcRenderer' }, { tipo: 'aviso', texto: 'hola' });
    letGo();
    expect(heard).toEqual([[{ tipo: 'aviso', texto: 'hola' }]]);
    expect(listeners.size).toBe(0);
  });
});
