import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { MenuItemConstructorOptions } from 'electron';
import { createApp } from '#app/compose/index.ts';
import { EXAMPLE } from '#app/demo/example.ts';
import { CANAL, EVENTS_CHANNEL } from '#hosts/electron/bridge.ts';
import { start, type Dispatch } from './booted.ts';

/** An application whose calls never end until they are aborted. */
function waitingApp() {
  const seen: { metodo: string; entrada: unknown; signal: AbortSignal }[] = [];
  const dispatch = (async (method: string, input: unknown, { signal, onProgress }: Parameters<Dispatch>[2]) => {
    seen.push({ metodo: method, entrada: input, signal });
    for (const done of [1, 2, 3]) onProgress({ fase: 'envio', hecho: done, total: 3 });
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    return { ok: false, error: { code: 'CANCELADO', message: 'Se detuvo.' } };
  }) as Dispatch;
  return { seen, create: () => ({ dispatch, close: async () => undefined }) };
}

describe('starting', () => {
  test('does before the application is ready what must be done before', async () => {
    const { antes } = await start();
    expect(antes).toEqual([
      'umask 77',
      'setPath userData',
      'requestSingleInstanceLock',
      'enableSandbox',
      'registerSchemesAsPrivileged',
      'whenReady',
    ]);
  });
  test('sets up every protection, and then loads the screens', async () => {
    const { sesion, ventana, servers, channels, menus, ownProcess, opened } = await start();
    expect(sesion.checkPermission()).toBe(false);
    expect(sesion.checksSpelling).toBe(false);
    expect([...servers.keys()]).toEqual(['app']);
    expect([...channels.keys()]).toEqual([CANAL]);
    expect(menus).toHaveLength(1);
    ventana?.webContents.emit('context-menu', {}, { editFlags: {}, isEditable: true, selectionText: '' });
    expect(menus).toHaveLength(2);
    expect(ownProcess.listenerCount('uncaughtException')).toBe(1);
    expect(ventana?.webContents.onWindowOpen({ url: 'https://example.com' })).toEqual({ action: 'deny' });
    expect(ventana?.loaded).toBe('app://conciliador/');
    expect(opened()).toBe(1);
  });
  test('refuses data that another machine has too: says so in a dialog, and leaves nothing there', async () => {
    let shared = '';
    const { errores, app, windows } = await start(
      createApp,
      () => undefined,
      (home) => ({ CONCILIADOR_HOME: (shared = path.join(home, 'OneDrive')) }),
    );
    expect(errores).toHaveLength(1);
    expect(errores[0]).toMatch(/se sincroniza \(OneDrive: .*No se abrió nada ni se cambió nada\./);
    expect(app.facts).toContain('fin');
    expect(windows).toEqual([]);
    expect(app.getPath('userData').startsWith(tmpdir())).toBe(true);
    expect(existsSync(shared)).toBe(false);
  });
  test('ends at once when another window has these data', async () => {
    const { app, windows, channels } = await start(createApp, (fake) => (fake.isOnly = false));
    expect(app.facts).toContain('fin');
    expect(windows).toEqual([]);
    expect(channels.size).toBe(0);
  });
  test('serves the real application through the gate', async () => {
    const { call } = await start();
    expect(await call('cuentas.listar', {})).toEqual({ ok: true, value: [] });
    expect(await call('cuentas.listar', { demas: 1 })).toMatchObject({
      ok: false,
      error: { code: 'ENTRADA_INVALIDA' },
    });
    expect(await call('constructor', {})).toMatchObject({ ok: false, error: { code: 'ENTRADA_INVALIDA' } });
  });
  test('reads a file that the person gave, and calls it by its handle', async () => {
    const { send, call, home } = await start();
    const bytes = new Uint8Array(await readFile(EXAMPLE.archivo));
    const first = { tipo: 'recibir', nombre: 'cupones.xlsx', sigue: null, bytes: bytes.subarray(0, 1000), fin: false };
    const next = await send(first);
    const handle = await send({ ...first, sigue: next, bytes: bytes.subarray(1000), fin: true });
    expect(handle).toBe(next);
    const answer = await call('archivos.validar', { archivos: [handle], cupones: false });
    expect(answer).toMatchObject({ ok: true, value: [{ archivo: handle }] });
    expect(JSON.stringify(answer)).not.toContain(home);
  });
  test('reads no file by its path, and adds to none but one that is on its way', async () => {
    const { send, call } = await start();
    await expect(send({ tipo: 'recibir', ruta: EXAMPLE.archivo })).rejects.toThrow('Refused');
    const bytes = new Uint8Array(1);
    const { archivo } = ((await call('ejemplo.iniciar', {})) as unknown as { value: { archivo: string } }).value;
    const given = await send({ tipo: 'recibir', nombre: 'a.csv', sigue: null, bytes, fin: true });
    const before = await readFile(EXAMPLE.archivo);
    for (const next of [archivo, given, 'archivo:x/y.csv', EXAMPLE.archivo])
      await expect(send({ tipo: 'recibir', nombre: 'a.csv', sigue: next, bytes, fin: true })).rejects.toThrow(
        'Refused',
      );
    expect((await readFile(EXAMPLE.archivo)).equals(before)).toBe(true);
  });
  test('a file whose name cannot be one here is called by what is left of it', async () => {
    const { send } = await start();
    const names: string[] = [];
    for (const name of ['../../pegado.csv', '¿ventas? "a|b".xlsx', '.oculto.csv', '']) {
      const handle = await send({ tipo: 'recibir', nombre: name, sigue: null, bytes: new Uint8Array(1), fin: true });
      names.push(String(handle).replace(/^archivo:[0-9a-f-]{36}\//, ''));
    }
    expect(names).toEqual(['pegado.csv', '¿ventas_ _a_b_.xlsx', '_oculto.csv', 'archivo']);
  });
});

describe('the language', () => {
  const labels = (items: readonly MenuItemConstructorOptions[] = []) => items.map(({ label }) => label);
  test('of the menu is that of the screens, when it is chosen and when it was', async () => {
    const { call, menus } = await start();
    expect(labels(menus.at(-1))).toContain('&Archivo');
    await call('ajustes.cambiar', { idioma: 'en' });
    expect(labels(menus.at(-1))).toContain('&File');
    const n = menus.length;
    await call('ajustes.leer', {});
    expect(menus).toHaveLength(n); // the same language builds no new menu
    await call('ajustes.cambiar', { idioma: 'es-AR' });
    expect(labels(menus.at(-1))).toContain('&Archivo');
  });
  test('of notices is that of the screens', async () => {
    let ok = true;
    const dispatch = (async (method: string) => {
      if (method === 'ajustes.leer') return { ok: true, value: { idioma: 'en' } };
      return ok ? { ok, value: [] } : { ok, error: { code: 'SIN_CONEXION', message: 'No hay conexión.' } };
    }) as unknown as Dispatch;
    const { call, ventana, avisos } = await start(() => ({ dispatch, close: async () => undefined }));
    if (ventana !== undefined) ventana.focused = false;
    await call('ajustes.leer', {});
    await call('cargas.retomar', {});
    ok = false;
    await call('cargas.retomar', {});
    expect(avisos.map(({ options }) => options['title'])).toEqual(['The upload has ended', 'The upload has stopped']);
  });
});

describe('reports', () => {
  const writing = () => ({
    dispatch: (async (method: string, input: { exportar: string }) => {
      if (method === 'ajustes.leer') return { ok: true, value: { carpetaInformes: '/los/informes' } };
      await writeFile(input.exportar, 'informe');
      return { ok: true, value: { informe: input.exportar } };
    }) as unknown as Dispatch,
    close: async () => undefined,
  });
  test.each([
    ['copia.xlsx', true],
    ['copia.exe', false],
  ])('a report is saved where the person says: as %s; opened: %s', async (name, ok) => {
    const { home, call, send, estado, openedLinks } = await start(writing);
    const answer = await call('conciliaciones.resultado', { id: '1', exportar: 'resultado.xlsx' });
    const { informe } = (answer as unknown as { value: { informe: string } }).value;
    expect(informe).toMatch(/^archivo:[0-9a-f-]{36}\/resultado\.xlsx$/);
    estado.saveTo = path.join(home, name);
    expect(await send({ tipo: 'abrir', archivo: informe })).toEqual({ ok, guardado: name });
    expect(await readdir(home)).toContain(name);
    expect(estado.offered).toMatch(/^\/los\/informes\//);
    expect(openedLinks).toEqual(ok ? [estado.saveTo] : []);
  });
  test('what is no report of this window is not opened', async () => {
    const { send, openedLinks } = await start(writing);
    const bytes = new Uint8Array(1);
    const given = await send({ tipo: 'recibir', nombre: 'programa.exe', sigue: null, bytes, fin: true });
    for (const file of ['/etc/passwd', 'archivo:x/y.xlsx', given]) {
      await expect(send({ tipo: 'abrir', archivo: file })).rejects.toThrow('Refused');
    }
    expect(openedLinks).toEqual([]);
  });
});

describe('calls', () => {
  const progressOf = (sent: readonly { canal: string; data: unknown }[]): unknown[] =>
    sent.filter(({ canal }) => canal === EVENTS_CHANNEL).map(({ data }) => data);

  test('the newest progress of a call reaches the page', async () => {
    const { seen, create } = waitingApp();
    const { call, send, ventana } = await start(create);
    const answer = call('cargas.retomar', {});
    await expect
      .poll(() => progressOf(ventana?.webContents.sent ?? []))
      .toEqual([{ tipo: 'avance', llamada: 'c1', progreso: { fase: 'envio', hecho: 3, total: 3 } }]);
    await send({ tipo: 'cancelar', llamada: 'c1' });
    expect(await answer).toMatchObject({ ok: false, error: { code: 'CANCELADO' } });
    expect(seen[0]?.signal.aborted).toBe(true);
  });
  test.each([
    ['is loaded again', 'did-start-navigation', { isMainFrame: true, isSameDocument: false }],
    ['falls', 'render-process-gone', {}],
  ] as const)('a call whose page %s is stopped', async (_what, event, details) => {
    const { seen, create } = waitingApp();
    const { call, ventana } = await start(create);
    const answer = call('cargas.retomar', {});
    await expect.poll(() => seen.length).toBe(1);
    ventana?.webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true });
    ventana?.webContents.emit('did-start-navigation', { isMainFrame: false, isSameDocument: false });
    expect(seen[0]?.signal.aborted).toBe(false);
    ventana?.webContents.emit(event, details, { reason: 'crashed' });
    expect(await answer).toMatchObject({ ok: false });
  });
  test('a name that is in use is refused', async () => {
    const { create } = waitingApp();
    const { send } = await start(create);
    const request = { tipo: 'llamar', llamada: 'x', metodo: 'cargas.retomar', entrada: {} };
    void send(request);
    expect(await send(request)).toMatchObject({ ok: false, error: { code: 'ENTRADA_INVALIDA' } });
  });
  test('ending stops the calls, waits for them and leaves no file of the screens', async () => {
    const { seen, create } = waitingApp();
    const { call, send, end } = await start(create);
    const handle = String(
      await send({ tipo: 'recibir', nombre: 'a.csv', sigue: null, bytes: new Uint8Array([1]), fin: true }),
    );
    const answer = call('cargas.conciliar', { archivos: [handle] });
    await expect.poll(() => seen.length).toBe(1);
    const [pasted] = (seen[0]?.entrada as { archivos: string[] }).archivos;
    await end();
    expect(await answer).toMatchObject({ ok: false });
    await expect(readdir(path.dirname(pasted ?? ''))).rejects.toThrow('ENOENT');
  });
  test.each([
    ['a signal', 'ownProcess', 'SIGTERM', 'cargas.retomar', {}],
    ['Ctrl-C', 'ownProcess', 'SIGINT', 'revision.enviar', { revision: 'r', version: 1 }],
    ['the end of the session', 'ventana', 'query-session-end', 'cargas.retomar', {}],
  ] as const)('closing in the middle of an upload asks; %s does not', async (_what, from, event, method, input) => {
    const { seen, create } = waitingApp();
    const { call, ventana, estado, app, ...rest } = await start(create);
    void call(method, input);
    await expect.poll(() => seen.length).toBe(1);
    ventana?.close();
    await expect.poll(() => estado.questions.length).toBe(1);
    expect(ventana?.isDestroyed()).toBe(false);
    (from === 'ventana' ? ventana : rest.ownProcess)?.emit(event);
    ventana?.close();
    expect(ventana?.isDestroyed()).toBe(true);
    await expect.poll(() => app.facts.includes('fin')).toBe(true);
  });
});
