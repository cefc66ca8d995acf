import { afterEach, describe, expect, test, vi } from 'vitest';
import { comoFalla, SinSesion } from '../../src-renderer/api/falla.ts';
import { entrarPorHttp, transporteHttp } from '../../src-renderer/api/http.ts';
import { palabrasDeFalla } from '../../src-renderer/ui/errores.ts';

interface Pedida {
  readonly ruta: string;
  readonly cuerpo: unknown;
}

/** A page at an address, and a host that answers each request in turn. */
function paginaEn(hash: string, respuestas: readonly Response[], guardado: Record<string, string> = {}) {
  const pedidas: Pedida[] = [];
  const quedan = [...respuestas];
  vi.stubGlobal('fetch', (ruta: string, { body }: { readonly body: string }) => {
    pedidas.push({ ruta, cuerpo: JSON.parse(body) });
    return Promise.resolve(quedan.shift() ?? Response.error());
  });
  const storage = new Map(Object.entries(guardado));
  const pagina = {
    location: { hash, pathname: '/' },
    history: { replaceState: () => undefined },
    storage: {
      getItem: (clave: string) => storage.get(clave) ?? null,
      setItem: (clave: string, valor: string) => void storage.set(clave, valor),
    },
  };
  return { pagina, pedidas };
}

let n = 0;
const nuevoId = (): string => String(++n);
const bien = (cuerpo: unknown): Response => new Response(JSON.stringify(cuerpo));
const llamada = (metodo: string) => ({ tipo: 'llamar', llamada: nuevoId(), metodo, entrada: {} }) as const;
const PRIMERAS = ['ajustes.leer', 'cuentas.listar'] as const;

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the way in of a browser', () => {
  test('brings the answers to the first calls, each good for one call', async () => {
    const respuestas = [
      { ok: true, value: 'ajustes' },
      { ok: true, value: [] },
    ];
    const { pagina, pedidas } = paginaEn('#entrada=abc', [bien({ pestana: 's', camino: '/~c', respuestas }), bien({ ok: true, value: ['nueva'] })]); // prettier-ignore
    const transporte = transporteHttp(await entrarPorHttp(pagina, PRIMERAS, nuevoId), () => undefined);
    expect(await transporte.enviar(llamada('ajustes.leer'))).toEqual(respuestas[0]);
    expect(await transporte.enviar(llamada('cuentas.listar'))).toEqual(respuestas[1]);
    expect(pedidas).toMatchObject([{ cuerpo: { entrada: 'abc', llamadas: PRIMERAS.map((metodo) => ({ metodo })) } }]);
    expect(await transporte.enviar(llamada('cuentas.listar'))).toEqual({ ok: true, value: ['nueva'] });
    expect(pedidas.map(({ ruta }) => ruta)).toEqual(['/api/sesion', '/~c/api/llamadas']);
  });

  test('a tab that was let in before asks for them itself', async () => {
    const { pagina, pedidas } = paginaEn('', [bien({ ok: true, value: [] })], { 'conciliador.pestana': 's', 'conciliador.camino': '/~c' }); // prettier-ignore
    const transporte = transporteHttp(await entrarPorHttp(pagina, PRIMERAS, nuevoId), () => undefined);
    await transporte.enviar(llamada('cuentas.listar'));
    expect(pedidas).toMatchObject([{ ruta: '/~c/api/llamadas', cuerpo: { metodo: 'cuentas.listar' } }]);
  });

  test('an address without its entry, or with one that is no good, is not let in', async () => {
    await expect(entrarPorHttp(paginaEn('', []).pagina, PRIMERAS, nuevoId)).rejects.toThrow(SinSesion);
    const usada = paginaEn('#entrada=abc', [new Response('', { status: 401 })]);
    await expect(entrarPorHttp(usada.pagina, PRIMERAS, nuevoId)).rejects.toThrow(SinSesion);
  });
});

describe('a page that was left open', () => {
  const queDice = async (respuesta: Response | TypeError): Promise<string> => {
    const transporte = transporteHttp({ pestana: 's', camino: '/~c', contestadas: new Map() }, () => undefined);
    vi.stubGlobal('fetch', () =>
      respuesta instanceof Response ? Promise.resolve(respuesta) : Promise.reject(respuesta),
    );
    const falla = await transporte.enviar(llamada('cuentas.listar')).then(() => undefined, comoFalla);
    return falla === undefined ? '' : palabrasDeFalla(falla).que;
  };

  test('says that the program does not answer, or that it is another one: neither is a fault of the program', async () => {
    expect(await queDice(new TypeError('Failed to fetch'))).toBe('Conciliador no contesta.');
    expect(await queDice(new Response('', { status: 401 }))).toBe('Esta página quedó de una vez anterior.');
    expect(await queDice(new Response('', { status: 500 }))).toBe('Hubo una falla del programa.');
  });

  test('whose files are gone says that the program was updated, in any browser', () => {
    for (const texto of [
      'Failed to fetch dynamically imported module: http://127.0.0.1/assets/Datos-1.js',
      'error loading dynamically imported module: http://127.0.0.1/assets/Datos-1.js',
      'Importing a module script failed.',
      'Unable to preload CSS for /assets/Datos-1.css',
    ])
      expect(comoFalla(new TypeError(texto)).deLaPagina).toBe('actualizado');
    expect(comoFalla(new TypeError('x is not a function')).deLaPagina).toBeUndefined();
  });
});
