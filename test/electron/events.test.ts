import { expect, test } from 'vitest';
import { createEvents } from '#hosts/electron/core.ts';
import { FakeWindow } from './fake-electron.ts';

function stream() {
  const window = new FakeWindow({});
  const waiting: (() => void)[] = [];
  let open: FakeWindow | undefined = window;
  const events = createEvents({ getWindow: () => open as never, later: (run) => waiting.push(run) });
  const told = (): unknown[] => window.webContents.sent.map(({ data }) => data);
  return { eventos: events, ventana: window, waiting, told, leave: () => (open = undefined) };
}
const at = (done: number) => ({ fase: 'envio', hecho: done, total: 9 }) as const;

test('of the progress of each call only the newest is sent, together', () => {
  const { eventos: events, waiting, told } = stream();
  for (const done of [1, 2, 3]) {
    events.noteProgress('a', at(done));
    events.noteProgress('b', at(done));
  }
  expect(waiting).toHaveLength(1);
  waiting[0]?.();
  expect(told()).toEqual([
    { tipo: 'avance', llamada: 'a', progreso: at(3) },
    { tipo: 'avance', llamada: 'b', progreso: at(3) },
  ]);
  events.noteProgress('a', at(4));
  expect(waiting).toHaveLength(2);
});

test('a window that is being destroyed is sent nothing', () => {
  const { eventos: events, ventana, told } = stream();
  ventana.isDestroyed = () => true;
  events.send({ tipo: 'aviso', texto: 'x' });
  expect(told()).toEqual([]);
  expect(events.hasListener()).toBe(false);
});

test('a window whose page is gone is sent nothing', () => {
  const { eventos: events, ventana, told } = stream();
  ventana.isDestroyed = () => false;
  ventana.webContents.destroyed = true;
  events.send({ tipo: 'aviso', texto: 'x' });
  expect(told()).toEqual([]);
});

test('without a window nothing is sent', () => {
  const { eventos: events, told, leave } = stream();
  leave();
  events.send({ tipo: 'aviso', texto: 'x' });
  expect(told()).toEqual([]);
});
