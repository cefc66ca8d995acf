import { afterEach, describe, expect, test, vi } from 'vitest';
import { toFailure, NoSession } from '../../src-renderer/api/failure.ts';
import { enterByHttp, createHttpTransport } from '../../src-renderer/api/http.ts';
import { describeFailure } from '../../src-renderer/ui/errors.ts';

interface AskedRequest {
  readonly ruta: string;
  readonly cuerpo: unknown;
}

/** A page at an address, and a host that answers each request in turn. */
function pageAt(hash: string, answers: readonly Response[], storedText: Record<string, string> = {}) {
  const requested: AskedRequest[] = [];
  const left = [...answers];
  vi.stubGlobal('fetch', (path: string, { body }: { readonly body: string }) => {
    requested.push({ ruta: path, cuerpo: JSON.parse(body) });
    return Promise.resolve(left.shift() ?? Response.error());
  });
  const storage = new Map(Object.entries(storedText));
  const page = {
    location: { hash, pathname: '/' },
    history: { replaceState: () => undefined },
    storage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
    },
  };
  return { pagina: page, requested };
}

let n = 0;
const createId = (): string => String(++n);
const okResponse = (body: unknown): Response => new Response(JSON.stringify(body));
const aCall = (method: string) => ({ tipo: 'llamar', llamada: createId(), metodo: method, entrada: {} }) as const;
const FIRST = ['ajustes.leer', 'cuentas.listar'] as const;

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the way in of a browser', () => {
  test('brings the answers to the first calls, each good for one call', async () => {
    const answers = [
      { ok: true, value: 'ajustes' },
      { ok: true, value: [] },
    ];
    const { pagina: page, requested } = pageAt('#entrada=abc', [okResponse({ pestana: 's', camino: '/~c', respuestas: answers }), okResponse({ ok: true, value: ['nueva'] })]); // prettier-ignore
    const transport = createHttpTransport(await enterByHttp(page, FIRST, createId), () => undefined);
    expect(await transport.send(aCall('ajustes.leer'))).toEqual(answers[0]);
    expect(await transport.send(aCall('cuentas.listar'))).toEqual(answers[1]);
    expect(requested).toMatchObject([
      { cuerpo: { entrada: 'abc', llamadas: FIRST.map((method) => ({ metodo: method })) } },
    ]);
    expect(await transport.send(aCall('cuentas.listar'))).toEqual({ ok: true, value: ['nueva'] });
    expect(requested.map(({ ruta }) => ruta)).toEqual(['/api/sesion', '/~c/api/llamadas']);
  });

  test('a tab that was let in before asks for them itself', async () => {
    const { pagina: page, requested } = pageAt('', [okResponse({ ok: true, value: [] })], { 'conciliador.pestana': 's', 'conciliador.camino': '/~c' }); // prettier-ignore
    const transport = createHttpTransport(await enterByHttp(page, FIRST, createId), () => undefined);
    await transport.send(aCall('cuentas.listar'));
    expect(requested).toMatchObject([{ ruta: '/~c/api/llamadas', cuerpo: { metodo: 'cuentas.listar' } }]);
  });

  test('an address without its entry, or with one that is no good, is not let in', async () => {
    await expect(enterByHttp(pageAt('', []).pagina, FIRST, createId)).rejects.toThrow(NoSession);
    const used = pageAt('#entrada=abc', [new Response('', { status: 401 })]);
    await expect(enterByHttp(used.pagina, FIRST, createId)).rejects.toThrow(NoSession);
  });
});

describe('a page that was left open', () => {
  const whatItSays = async (answer: Response | TypeError): Promise<string> => {
    const transport = createHttpTransport({ pestana: 's', camino: '/~c', answered: new Map() }, () => undefined);
    vi.stubGlobal('fetch', () => (answer instanceof Response ? Promise.resolve(answer) : Promise.reject(answer)));
    const failure = await transport.send(aCall('cuentas.listar')).then(() => undefined, toFailure);
    return failure === undefined ? '' : describeFailure(failure).que;
  };

  test('says that the program does not answer, or that it is another one: neither is a fault of the program', async () => {
    expect(await whatItSays(new TypeError('Failed to fetch'))).toBe('Conciliador no contesta.');
    expect(await whatItSays(new Response('', { status: 401 }))).toBe('Esta página quedó de una vez anterior.');
    expect(await whatItSays(new Response('', { status: 500 }))).toBe('Hubo una falla del programa.');
  });

  test('whose files are gone says that the program was updated, in any browser', () => {
    for (const text of [
      'Failed to fetch dynamically imported module: http://127.0.0.1/assets/Datos-1.js',
      'error loading dynamically imported module: http://127.0.0.1/assets/Datos-1.js',
      'Importing a module script failed.',
      'Unable to preload CSS for /assets/Datos-1.css',
    ])
      expect(toFailure(new TypeError(text)).ofPage).toBe('actualizado');
    expect(toFailure(new TypeError('x is not a function')).ofPage).toBeUndefined();
  });
});
