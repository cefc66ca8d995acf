import { describe, expect, test } from 'vitest';
import { start, type Dispatch } from './booted.ts';

describe('questions', () => {
  test('a missing secret is asked in the window, again after a reload, and answered once', async () => {
    let ask: (
      account: { nombre: string; url: string },
      signal: AbortSignal,
    ) => Promise<string | undefined> = async () => undefined;
    const { ventana, send, end } = await start((deps) => {
      ask = async (account, signal) => deps.askForSecret(account, signal);
      deps.onNotice('Un aviso.');
      return {
        dispatch: (async () => ({ ok: true, value: [] })) as unknown as Dispatch,
        takeUpdate: async () => undefined,
        close: async () => undefined,
      };
    });
    const secret = ask({ nombre: 'Casa central', url: 'https://api.example' }, new AbortController().signal);
    const asked = ventana?.webContents.sent.at(-1)?.data as { pregunta: string };
    expect(asked).toMatchObject({ tipo: 'clave', cuenta: 'Casa central', url: 'https://api.example' });
    const before = ventana?.webContents.sent.length ?? 0;
    await send({ tipo: 'suscribir' });
    expect(ventana?.webContents.sent.slice(before).map(({ data }) => data)).toEqual([
      // Said before there was a page to hear it.
      { tipo: 'aviso', texto: 'Un aviso.' },
      asked,
    ]);
    expect(await send({ tipo: 'contestar', pregunta: asked.pregunta, clave: 's3creta' })).toEqual({ ok: true });
    expect(await send({ tipo: 'contestar', pregunta: asked.pregunta, clave: 'otra' })).toEqual({ ok: false });
    expect(await secret).toBe('s3creta');
    await end();
  });
  test('nobody is asked when there is no window', async () => {
    let ask: (signal: AbortSignal) => Promise<string | undefined> = async () => 'not asked';
    const { ventana, end } = await start((deps) => {
      ask = async (signal) => deps.askForSecret({ nombre: 'Casa central', url: 'https://api.example' }, signal);
      return {
        dispatch: (async () => ({ ok: true, value: [] })) as unknown as Dispatch,
        takeUpdate: async () => undefined,
        close: async () => undefined,
      };
    });
    ventana?.close();
    expect(await ask(new AbortController().signal)).toBeUndefined();
    await end();
  });
});
