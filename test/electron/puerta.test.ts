import type { IpcMainInvokeEvent } from 'electron';
import { describe, expect, test } from 'vitest';
import { CANAL, CANAL_EVENTOS, MAX_PIEZA, PEDIDO, type Pedido } from '#hosts/electron/mensajes.ts';
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
    { tipo: 'recibir', ruta: '/etc/passwd' },
    { tipo: 'recibir', nombre: 'a', sigue: null, bytes: 'text', fin: true },
    { tipo: 'recibir', nombre: 'a', sigue: null, bytes: new Uint8Array(1), fin: true, ruta: '/etc/passwd' },
    { tipo: 'pegar', nombre: 'a', bytes: new Uint8Array(1) },
  ])('%j is refused', async (message) => {
    const { fromPage, atendidos, rechazos } = gate();
    await expect(fromPage(message)).rejects.toThrow('Refused');
    expect({ atendidos, rechazos }).toEqual({ atendidos: [], rechazos: ['forma'] });
  });
  test('a piece of a file that is longer than a piece is refused', async () => {
    const { fromPage } = gate();
    const give = (size: number) =>
      fromPage({ tipo: 'recibir', nombre: 'a', sigue: null, bytes: new Uint8Array(size), fin: true });
    await give(MAX_PIEZA);
    await expect(give(MAX_PIEZA + 1)).rejects.toThrow('Refused');
  });
});

describe('the bridge', () => {
  function bridge() {
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
    });
    return { puente, sent, listeners };
  }

  test('exposes three functions, and no way to another channel', () => {
    expect(Object.keys(bridge().puente).sort()).toEqual(['archivo', 'invoke', 'subscribe']);
  });
  test('a page cannot give a path by itself', async () => {
    const { puente, sent } = bridge();
    for (const tipo of ['recibir', 'suscribir', undefined]) {
      await expect(puente.invoke({ tipo, ruta: '/etc/passwd' } as never)).rejects.toThrow();
    }
    expect(sent).toEqual([]);
  });
  test('a file of the person goes by its bytes, which only a file that they gave has', async () => {
    const { puente, sent } = bridge();
    expect(await puente.archivo(new File([new Uint8Array([1, 2])], 'cupones.xlsx'))).toBe('archivo:1/cupones.xlsx');
    expect(sent).toEqual([
      { tipo: 'recibir', nombre: 'cupones.xlsx', sigue: null, bytes: new Uint8Array([1, 2]), fin: true },
    ]);
  });
  test('a long one goes in pieces, an empty one in one', async () => {
    const { puente, sent } = bridge();
    await puente.archivo(new File([new Uint8Array(2 * MAX_PIEZA + 1)], 'a.xlsx'));
    await puente.archivo(new File([], 'b.xlsx'));
    const pieces = sent.map((message) => PEDIDO.parse(message)).filter((message) => message.tipo === 'recibir');
    expect(pieces.map(({ nombre, sigue, bytes, fin }) => [nombre, sigue, bytes.length, fin])).toEqual([
      ['a.xlsx', null, MAX_PIEZA, false],
      ['a.xlsx', 'archivo:1/cupones.xlsx', MAX_PIEZA, false],
      ['a.xlsx', 'archivo:1/cupones.xlsx', 1, true],
      ['b.xlsx', null, 0, true],
    ]);
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
