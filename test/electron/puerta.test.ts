import type { IpcMainInvokeEvent } from 'electron';
import { describe, expect, test } from 'vitest';
import { CANAL, CANAL_EVENTOS, type Pedido } from '#hosts/electron/mensajes.ts';
import { abrirPuerta } from '#hosts/electron/puerta.ts';
import { crearPuente } from '#hosts/electron/puente.ts';
import { crearElectronFalso, PaginaFalsa, VentanaFalsa, type MarcoFalso } from './electron-falso.ts';

const BUENO = { tipo: 'llamar', llamada: '1', metodo: 'cuentas.listar', entrada: {} };

function gate() {
  const { electron, canales } = crearElectronFalso();
  const ventana = new VentanaFalsa({});
  const atendidos: Pedido[] = [];
  const rechazos: string[] = [];
  abrirPuerta({
    ipcMain: electron.ipcMain,
    ventana: () => ventana as never,
    atender: async (pedido) => atendidos.push(pedido),
    onRechazo: (motivo) => rechazos.push(motivo),
  });
  const send = (message: unknown, sender: PaginaFalsa, senderFrame: MarcoFalso | null): Promise<unknown> => {
    const handler = canales.get(CANAL);
    if (handler === undefined) throw new Error('no channel');
    return handler({ sender, senderFrame } as unknown as IpcMainInvokeEvent, message);
  };
  const page = ventana.webContents;
  return {
    send,
    page,
    atendidos,
    rechazos,
    canales,
    fromPage: (message: unknown) => send(message, page, page.mainFrame),
  };
}

describe('the sender', () => {
  test('the top document of the window is heard', async () => {
    const { fromPage, atendidos } = gate();
    await fromPage(BUENO);
    expect(atendidos).toEqual([BUENO]);
  });
  test('there is one channel', () => {
    expect([...gate().canales.keys()]).toEqual([CANAL]);
  });

  const frame = (change: Partial<MarcoFalso>): MarcoFalso => ({
    url: 'app://conciliador/',
    origin: 'app://conciliador',
    parent: null,
    ...change,
  });
  test('other web contents are refused', async () => {
    const { send, atendidos, rechazos } = gate();
    const other = new PaginaFalsa();
    await expect(send(BUENO, other, other.mainFrame)).rejects.toThrow('Refused');
    expect({ atendidos, rechazos }).toEqual({ atendidos: [], rechazos: ['remitente'] });
  });
  test('a document that is gone is refused', async () => {
    const { send, page } = gate();
    await expect(send(BUENO, page, null)).rejects.toThrow('Refused');
  });
  test('a frame that is not the main one is refused', async () => {
    const { send, page } = gate();
    await expect(send(BUENO, page, frame({}))).rejects.toThrow('Refused');
  });
  test.each([
    ['has a parent', { parent: frame({}) }],
    ['has another origin', { origin: 'https://example.com' }],
    ['has no origin', { origin: 'null' }],
    ['has another address', { url: 'https://example.com/' }],
    ['has no address', { url: '' }],
  ])('a top frame that %s is refused', async (_what, change) => {
    const { fromPage, page, atendidos } = gate();
    page.mainFrame = frame(change);
    await expect(fromPage(BUENO)).rejects.toThrow('Refused');
    expect(atendidos).toEqual([]);
  });
});

describe('the message', () => {
  test.each([
    undefined,
    null,
    'llamar',
    [],
    {},
    { tipo: 'otra' },
    { ...BUENO, demas: 1 },
    { ...BUENO, llamada: '' },
    { ...BUENO, llamada: 'x'.repeat(65) },
    { ...BUENO, metodo: 7 },
    { ...BUENO, metodo: 'x'.repeat(65) },
    { tipo: 'cancelar' },
    { tipo: 'contestar', pregunta: '1' },
    { tipo: 'contestar', pregunta: '1', clave: 'x'.repeat(5000) },
    { tipo: 'abrir', archivo: 'x'.repeat(301) },
    { tipo: 'recibir', ruta: '' },
    { tipo: 'pegar', nombre: 'a', bytes: 'text' },
  ])('%j is refused', async (message) => {
    const { fromPage, atendidos, rechazos } = gate();
    await expect(fromPage(message)).rejects.toThrow('Refused');
    expect({ atendidos, rechazos }).toEqual({ atendidos: [], rechazos: ['forma'] });
  });
  test('more than anybody pastes by hand is refused', async () => {
    const { fromPage } = gate();
    const paste = (size: number) => fromPage({ tipo: 'pegar', nombre: 'a', bytes: new Uint8Array(size) });
    await paste(64 * 1024 * 1024);
    await expect(paste(64 * 1024 * 1024 + 1)).rejects.toThrow('Refused');
  });
});

describe('the bridge', () => {
  function bridge(ruta = '/home/x/cupones.xlsx') {
    const sent: unknown[] = [];
    const listeners = new Map<string, (event: unknown, datos: unknown) => void>();
    const puente = crearPuente({
      ipcRenderer: {
        invoke: async (channel: string, message: unknown) => {
          expect(channel).toBe(CANAL);
          sent.push(message);
          return 'archivo:1/cupones.xlsx';
        },
        on: (channel: string, listener: (event: unknown, datos: unknown) => void) => listeners.set(channel, listener),
        off: (channel: string) => listeners.delete(channel),
      } as never,
      webUtils: { getPathForFile: () => ruta },
    });
    return { puente, sent, listeners };
  }
  const file = { name: 'cupones.xlsx', arrayBuffer: async () => new Uint8Array([1, 2]).buffer } as File;

  test('exposes three functions, and no way to another channel', () => {
    expect(Object.keys(bridge().puente).sort()).toEqual(['archivo', 'invoke', 'subscribe']);
  });
  test('a page cannot give a path by itself', async () => {
    const { puente, sent } = bridge();
    for (const tipo of ['recibir', 'pegar', 'suscribir', undefined]) {
      await expect(puente.invoke({ tipo, ruta: '/etc/passwd' } as never)).rejects.toThrow();
    }
    expect(sent).toEqual([]);
  });
  test('a file of the person goes by its path', async () => {
    const { puente, sent } = bridge();
    expect(await puente.archivo(file)).toBe('archivo:1/cupones.xlsx');
    expect(sent).toEqual([{ tipo: 'recibir', ruta: '/home/x/cupones.xlsx' }]);
  });
  test('a file that is nowhere goes by its bytes', async () => {
    const { puente, sent } = bridge('');
    await puente.archivo(file);
    expect(sent).toEqual([{ tipo: 'pegar', nombre: 'cupones.xlsx', bytes: new Uint8Array([1, 2]) }]);
  });
  test('a listener gets the event alone, until it lets go', () => {
    const { puente, listeners } = bridge();
    const heard: unknown[][] = [];
    const letGo = puente.subscribe((...all: unknown[]) => void heard.push(all));
    listeners.get(CANAL_EVENTOS)?.({ sender: 'ipcRenderer' }, { tipo: 'aviso', texto: 'hola' });
    letGo();
    expect(heard).toEqual([[{ tipo: 'aviso', texto: 'hola' }]]);
    expect(listeners.size).toBe(0);
  });
});
