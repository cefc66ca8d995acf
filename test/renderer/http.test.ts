import { afterEach, describe, expect, test, vi } from 'vitest';
import { toFailure, NoSession } from '../../src-renderer/api/failure.ts';
import { enterByHttp, createHttpTransport } from '../../src-renderer/api/http.ts';
import { describeFailure } from '../../src-renderer/ui/errors.ts';

interface AskedRequest {
  readonly ruta: string;
  readonly cuerpo: unknown;
}

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

afterEach(() => void vi.unstubAllGlobals());

describe('the way in of a browser', () => {
  test('is exchanged once, and kept for a tab that is loaded again', async () => {
    const { pagina: page, requested } = pageAt('#entrada=abc', [okResponse({ pestana: 's', camino: '/~c' }), okResponse({ ok: true, value: [] })]); // prettier-ignore
    await enterByHttp(page);
    const again = { ...page, location: { hash: '', pathname: '/' } };
    const transport = createHttpTransport(await enterByHttp(again), () => undefined);
    await transport.send(aCall('cuentas.listar'));
    expect(requested).toMatchObject([
      { ruta: '/api/sesion', cuerpo: { entrada: 'abc' } },
      { ruta: '/~c/api/llamadas', cuerpo: { metodo: 'cuentas.listar' } },
    ]);
  });

  test('an address without its entry, or with one that is no good, is not let in', async () => {
    await expect(enterByHttp(pageAt('', []).pagina)).rejects.toThrow(NoSession);
    const used = pageAt('#entrada=abc', [new Response('', { status: 401 })]);
    await expect(enterByHttp(used.pagina)).rejects.toThrow(NoSession);
  });
});

describe('a page that was left open', () => {
  const whatItSays = async (answer: Response | TypeError): Promise<string> => {
    const transport = createHttpTransport({ pestana: 's', camino: '/~c' }, () => undefined);
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
