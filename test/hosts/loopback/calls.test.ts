import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect } from 'vitest';
import type { HostEvent } from '#contract/host-events.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import type { Loopback } from '#hosts/loopback/start.ts';
import { createQuestions } from '#hosts/screens/questions.ts';
import { callPath, enter, sendJson, getOrigin, fetchPath, answerWith, test, type HostResponse } from './client.ts';

/** Reads a tab's events one at a time. */
async function listen(loopback: Loopback, headers: Record<string, string>) {
  const stream = await callPath(loopback, '/api/eventos', { headers });
  const lines = createInterface({ input: stream })[Symbol.asyncIterator]();
  return {
    nextEvent: async (): Promise<HostEvent> => {
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) throw new Error('the stream ended');
        if (value !== '') return JSON.parse(value) as HostEvent;
      }
    },
    close: () => void stream.destroy(),
  };
}

/** A call of the page with the call id `a`. */
const calling = (
  loopback: Loopback,
  secrets: Record<string, string>,
  metodo = 'cuentas.listar',
  entrada: Readonly<Record<string, unknown>> = {},
) => sendJson(loopback, '/api/llamadas', { llamada: 'a', metodo, entrada }, secrets);

/** A dispatch whose call ends only when stopped. */
function endless() {
  const started = Promise.withResolvers<undefined>();
  const stopped = Promise.withResolvers<undefined>();
  const dispatch = answerWith((_called, _given, signal) => {
    started.resolve(undefined);
    signal.addEventListener('abort', () => void stopped.resolve(undefined));
    return stopped.promise.then(() => 'detenida');
  });
  return { dispatch, started: started.promise, stopped: stopped.promise };
}

describe('a call', () => {
  test('its progress comes by the event stream of its tab', async ({ start }) => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<undefined>();
    const dispatch: Dispatch = async (_method, _input, { onProgress }) => {
      onProgress({ fase: 'envio', hecho: 1, total: 2 });
      await finished;
      return { ok: false, error: { code: 'INTERNO', message: '' } };
    };
    const loopback = await start(dispatch);
    const secrets = await enter(loopback);
    const events = await listen(loopback, secrets);
    const answered = calling(loopback, secrets);
    expect(await events.nextEvent()).toEqual({
      tipo: 'avance',
      llamada: 'a',
      progreso: { fase: 'envio', hecho: 1, total: 2 },
    });
    finish(undefined);
    expect((await answered).status).toBe(200);
    events.close();
  });

  test('cancelling it stops it, and its own answer says so', async ({ start }) => {
    const { dispatch, started } = endless();
    const loopback = await start(dispatch);
    const secrets = await enter(loopback);
    const answered = calling(loopback, secrets);
    await started;
    await sendJson(loopback, '/api/cancelar', { llamada: 'b' }, secrets); // `b` is another call: `a` goes on
    await sendJson(loopback, '/api/cancelar', { llamada: 'a' }, secrets);
    expect(JSON.parse((await answered).body)).toEqual({ ok: true, value: 'detenida' });
  });

  test('a tab that goes away stops its calls', async ({ start }) => {
    const { dispatch, started, stopped } = endless();
    const loopback = await start(dispatch);
    const secrets = await enter(loopback);
    const answer = callPath(loopback, '/api/llamadas', {
      metodo: 'POST',
      headers: { ...secrets, origin: getOrigin(loopback), 'content-type': 'application/json' },
      cuerpo: JSON.stringify({ llamada: 'a', metodo: 'cuentas.listar', entrada: {} }),
    });
    await started;
    (await answer).destroy();
    await stopped;
  });
});

describe('files', () => {
  const sendFile = (loopback: Loopback, secrets: Record<string, string>, name: string, bytes: Buffer) =>
    fetchPath(loopback, '/api/archivos', {
      metodo: 'POST',
      cuerpo: bytes,
      headers: {
        ...secrets,
        origin: getOrigin(loopback),
        'content-type': 'application/octet-stream',
        'x-conciliador-nombre': encodeURIComponent(name),
      },
    });

  const handleOf = ({ body }: HostResponse): string => (JSON.parse(body) as { archivo: string }).archivo;

  test('a file that the page sends is read under its own name, from a folder of the user', async ({ start }) => {
    const seen: string[] = [];
    const loopback = await start(
      answerWith(async (_called, input) => {
        const [file = ''] = (input as { archivos: string[] }).archivos;
        seen.push(path.basename(file), await readFile(file, 'utf8'));
        expect((await stat(path.dirname(file))).mode & 0o077).toBe(0);
        return { archivo: file };
      }),
    );
    const secrets = await enter(loopback);
    const archivo = handleOf(await sendFile(loopback, secrets, 'cupones ñ.csv', Buffer.from('a;b')));
    const answer = await calling(loopback, secrets, 'archivos.validar', { archivos: [archivo], cupones: false });
    expect(seen).toEqual(['cupones ñ.csv', 'a;b']);
    expect(JSON.parse(answer.body)).toEqual({ ok: true, value: { archivo } }); // the handle, not the path
  });

  test('names that are roads, and paths of the machine, are refused', async ({ start }) => {
    const loopback = await start(answerWith(() => null));
    const secrets = await enter(loopback);
    for (const name of ['..', '.oculto', 'a\u0000b', 'a:b', '']) {
      expect((await sendFile(loopback, secrets, name, Buffer.from('x'))).status, name).toBe(400);
    }
    for (const wrong of [{ archivos: ['/etc/passwd'], cupones: false }, { informe: '../informe.xlsx' }]) {
      const { body } = await calling(loopback, secrets, 'cargas.retomar', wrong);
      expect(JSON.parse(body)).toMatchObject({ ok: false });
    }
  });

  test('a report is written where only the user can read it, then downloaded by its handle', async ({ start }) => {
    const loopback = await start(
      answerWith(async (_called, input) => {
        const { informe } = input as { informe: string };
        await writeFile(informe, 'el informe');
        return [{ informe }];
      }),
    );
    const secrets = await enter(loopback);
    const { body } = await calling(loopback, secrets, 'cargas.retomar', { informe: 'informe.xlsx' });
    const file = (JSON.parse(body) as { value: [{ informe: string }] }).value[0].informe;
    expect(file).toMatch(/^archivo:[0-9a-f-]{36}\/informe\.xlsx$/);
    expect((await sendJson(loopback, '/api/descargas', { archivo: file }, secrets)).body).toBe('el informe');
    expect((await sendJson(loopback, '/api/descargas', { archivo: '/etc/passwd' }, secrets)).status).toBe(404);
  });

  test('what pages had sent is deleted when the host closes', async ({ start }) => {
    let path = '';
    const loopback = await start(
      answerWith((_called, input) => {
        [path = ''] = (input as { archivos: string[] }).archivos;
        return null;
      }),
    );
    const secrets = await enter(loopback);
    const archivo = handleOf(await sendFile(loopback, secrets, 'a.csv', Buffer.from('x')));
    await calling(loopback, secrets, 'archivos.validar', { archivos: [archivo], cupones: false });
    await loopback.close();
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });
});

test('a secret that no keychain keeps is asked for in the page and given to who waits', async ({ start }) => {
  const questions = createQuestions();
  const loopback = await start(
    answerWith(() => null),
    { questions },
  );
  const secrets = await enter(loopback);
  const events = await listen(loopback, secrets);
  await sendJson(loopback, '/api/cancelar', { llamada: 'x' }, secrets); // once this is answered, the stream is registered
  const key = questions.ask({ nombre: 'mía', url: 'https://api.example' }, new AbortController().signal);
  const event = await events.nextEvent();
  expect(event).toMatchObject({ tipo: 'clave', cuenta: 'mía', url: 'https://api.example' });
  const question = event.tipo === 'clave' ? event.pregunta : '';
  await sendJson(loopback, '/api/contestar', { pregunta: question, clave: 'secreto' }, secrets);
  expect(await key).toBe('secreto');
  expect(await events.nextEvent()).toEqual({ tipo: 'clave_cerrada', pregunta: question });
  events.close();
});

test('the page that opens the browser is the user’s alone, with the token in the fragment', async ({ start }) => {
  const loopback = await start(answerWith(() => null));
  const file = await loopback.writeEntryPage();
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await readFile(file, 'utf8')).toMatch(/url=http:\/\/127\.0\.0\.1:\d+\/#entrada=[\w-]{43}"/);
});
