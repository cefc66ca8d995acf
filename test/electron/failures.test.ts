import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import {
  closeInOrder,
  askOnClose,
  watchCrashes,
  watchFailures,
  claimSingleInstance,
} from '#hosts/electron/lifecycle.ts';
import { chooseIn } from '#domain/texts/language.ts';
import { createShell } from '#hosts/electron/shell.ts';
import { createFakeElectron, FakeWindow } from './fake-electron.ts';

const say = chooseIn('es-AR');
const unexpected = (error: unknown): void => expect.unreachable(String(error));
/** Resolves once every promise that waits only for other promises has settled. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function scene() {
  const fake = createFakeElectron();
  const span = new FakeWindow({});
  const window = span as never;
  const log: unknown[][] = [];
  const logger = {
    info: (...line: unknown[]) => void log.push(line),
    error: (...line: unknown[]) => void log.push(line),
    close: () => undefined,
  };
  const shell = createShell({ electron: fake.electron, getWindow: () => window, say });
  return { ...fake, ventana: span, window, log, logger, shell };
}

describe('a fault that nobody caught', () => {
  test.each(['uncaughtException', 'unhandledRejection'])('%s is logged, told and ends the program', (event) => {
    const { electron, logger, log, estado, app } = scene();
    const ownProcess = new EventEmitter();
    watchFailures({ electron, say, ownProcess: ownProcess as never, logger });
    const fault = new Error('clave=secreta');
    ownProcess.emit(event, fault);
    expect(log).toEqual([['ventana.falla', fault]]);
    expect(estado.errores).toHaveLength(1);
    expect(estado.errores[0]).toContain('quedó guardado');
    expect(estado.errores[0]).not.toContain('secreta');
    expect(app.exits).toEqual([1]);
  });
  test('a helper process that falls is logged', () => {
    const { electron, logger, log, app } = scene();
    watchFailures({ electron, say, ownProcess: new EventEmitter() as never, logger });
    app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed' });
    expect(log).toEqual([['ventana.proceso', { codigo: 'GPU' }]]);
  });
});

describe('a page that falls', () => {
  function watched() {
    const set = scene();
    let now = 0;
    let stopped = 0;
    watchCrashes({
      say,
      app: set.electron.app,
      window: set.window,
      shell: set.shell,
      logger: set.logger,
      clock: { monotonic: () => now },
      onCrash: () => (stopped += 1),
      onFailure: unexpected,
    });
    return {
      ...set,
      fall: (reason = 'crashed') => set.ventana.webContents.emit('render-process-gone', {}, { reason }),
      advance: (ms: number) => (now += ms),
      stopped: () => stopped,
    };
  }
  test('is opened again, its calls stopped', () => {
    const { fall, ventana, stopped, log } = watched();
    fall();
    expect(ventana.webContents.reloads).toBe(1);
    expect(stopped()).toBe(1);
    expect(log).toEqual([['ventana.caida', { codigo: 'CRASHED' }]]);
  });
  test('that falls again soon is asked about instead of going round', async () => {
    const { fall, advance, ventana, estado, app } = watched();
    estado.button = 1;
    fall();
    advance(59_000);
    fall('oom');
    await settled();
    expect(ventana.webContents.reloads).toBe(1);
    expect(estado.questions[0]?.detail).toContain('quedó guardado');
    expect(app.facts).toContain('quit');
  });
  test('that falls much later is opened again', () => {
    const { fall, advance, ventana } = watched();
    fall();
    advance(61_000);
    fall();
    expect(ventana.webContents.reloads).toBe(2);
  });
  test('that ended as it should is no fall', () => {
    const { fall, ventana } = watched();
    fall('clean-exit');
    expect(ventana.webContents.reloads).toBe(0);
  });
  test('that does not answer is asked about, once at a time', async () => {
    const { ventana, estado } = watched();
    ventana.emit('unresponsive');
    ventana.emit('unresponsive');
    await settled();
    expect(estado.questions).toHaveLength(1);
    expect(ventana.webContents.reloads).toBe(1); // its first button reloads the page
  });
  test('that cannot be loaded is asked about', async () => {
    const { ventana, estado } = watched();
    ventana.webContents.emit('did-fail-load', {}, -6, 'ERR', 'app://conciliador/', false);
    ventana.webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', 'app://conciliador/', true);
    await settled();
    expect(estado.questions).toEqual([]);
    ventana.webContents.emit('did-fail-load', {}, -6, 'ERR', 'app://conciliador/', true);
    await settled();
    expect(estado.questions).toHaveLength(1);
  });
});

describe('closing', () => {
  test('waits for what must be finished, once', async () => {
    const { electron, app } = scene();
    const held = Promise.withResolvers<undefined>();
    let released = 0;
    const release = async (): Promise<void> => {
      released += 1;
      await held.promise;
    };
    closeInOrder(electron.app, release, unexpected);
    app.emit('window-all-closed');
    expect(released).toBe(1);
    app.quit(); // quits again while the first quit waits
    expect(app.facts).not.toContain('fin');
    held.resolve(undefined);
    await settled();
    expect(app.facts.filter((done) => done === 'fin')).toHaveLength(1);
    expect(released).toBe(1);
  });
  test('ends even when something could not be let go of', async () => {
    const { electron, app } = scene();
    const told: unknown[] = [];
    const release = (): Promise<void> => Promise.reject(new Error('x'));
    closeInOrder(electron.app, release, (error) => told.push(error));
    app.quit();
    await settled();
    expect(told).toHaveLength(1);
    expect(app.facts).toContain('fin');
  });

  function asked(button: number, sendings: number) {
    const set = scene();
    set.estado.button = button;
    askOnClose({ window: set.window, shell: set.shell, say, countSendings: () => sendings, onFailure: unexpected });
    return set;
  }
  test('with nothing being sent asks nothing', () => {
    const { ventana, estado } = asked(0, 0);
    ventana.close();
    expect(ventana.isDestroyed()).toBe(true);
    expect(estado.questions).toEqual([]);
  });
  test('in the middle of an upload says that it is safe, and waits for the answer', async () => {
    const { ventana, estado } = asked(0, 1);
    ventana.close();
    ventana.close();
    await settled();
    expect(ventana.isDestroyed()).toBe(false);
    expect(estado.questions).toHaveLength(1);
    expect(estado.questions[0]?.detail).toContain('queda guardado');
    expect(estado.questions[0]).toMatchObject({ defaultId: 0, cancelId: 2 });
  });
  test('in the middle of an upload closes when the person says so', async () => {
    const { ventana } = asked(1, 1);
    ventana.close();
    await settled();
    expect(ventana.isDestroyed()).toBe(true);
  });
  test('asks again the next time', async () => {
    const { ventana, estado } = asked(2, 1);
    ventana.close();
    await settled();
    ventana.close();
    await settled();
    expect(estado.questions).toHaveLength(2);
  });
});

describe('one window for some data', () => {
  function claim(more: Partial<Parameters<typeof claimSingleInstance>[0]> = {}) {
    const { electron, app } = scene();
    const nothing = { files: [], onFiles: () => undefined, show: () => undefined };
    const isFirst = claimSingleInstance({ app: electron.app, pageFolder: '/datos/pantalla', ...nothing, ...more });
    return { app, isFirst };
  }
  test.each(['second-instance', 'activate'])('%s brings the first to the front', (event) => {
    let shown = 0;
    const { app } = claim({ show: () => (shown += 1) });
    app.emit(event);
    expect(shown).toBe(1);
  });
  test('a second one gives its files to the first, whatever else it says', () => {
    const given: (readonly string[])[] = [];
    const { app } = claim({ files: ['/a.xlsx'], onFiles: (files) => given.push(files) });
    expect(app.given).toEqual({ files: ['/a.xlsx'] });
    app.emit('second-instance', {}, ['--x', '/no.xlsx'], '/', { files: ['/b.xlsx'] });
    for (const wrong of [undefined, null, { files: [1] }, '/c.xlsx']) app.emit('second-instance', {}, [], '/', wrong);
    expect(given.flat()).toEqual(['/b.xlsx']);
  });
});
