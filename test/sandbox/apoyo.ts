import got, { type Response } from 'got';
import { onTestFinished } from 'vitest';
import type { Clock } from '#domain/clock.ts';
import { createSandbox, type Sandbox, type SandboxOpciones } from '#sandbox/index.ts';

/** A clock that stands still until it is moved; who sleeps wakes when it has been moved far enough. */
interface RelojDePrueba extends Clock {
  avanzar(ms: number): void;
}

function crearReloj(ahora = Date.UTC(2026, 10, 21, 15, 0, 0)): RelojDePrueba {
  let instante = ahora;
  const esperan: { hasta: number; despertar: () => void }[] = [];
  return {
    now: () => instante,
    monotonic: () => instante,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        esperan.push({ hasta: instante + ms, despertar: resolve });
        signal?.addEventListener('abort', () => {
          reject(new Error('aborted', { cause: signal.reason }));
        });
      }),
    timeout: (ms) => AbortSignal.timeout(ms),
    avanzar(ms) {
      instante += ms;
      for (const { hasta, despertar } of esperan) if (hasta <= instante) despertar();
    },
  };
}

export type Fila = Readonly<Record<string, unknown>>;
type Parametros = Readonly<Record<string, string>>;

/** A sandbox that closes with its test, and a client that already has a token. */
export interface Prueba {
  readonly sandbox: Sandbox;
  readonly reloj: RelojDePrueba;
  token: string;
  pedir(metodo: string, ruta: string, opciones?: Pedido): Promise<Response<string>>;
  /** GET with the parameters in the body; the parsed answer. */
  leer(ruta: string, parametros?: Parametros): Promise<Fila>;
  estado(ruta: string, parametros?: Parametros): Promise<number>;
  /** Every row of a list, page by page. */
  todas(ruta: string, clave: string, parametros: Parametros): Promise<readonly Fila[]>;
  subir(id: string, datos: readonly unknown[], subirMas: boolean): Promise<Fila>;
}

interface Pedido {
  readonly parametros?: Parametros;
  readonly query?: Parametros;
  readonly json?: unknown;
  readonly cabeceras?: Record<string, string>;
}

export const basica = ({ apiKey, apiSecret }: Sandbox): string =>
  `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`;

const esFila = (valor: unknown): valor is Fila => typeof valor === 'object' && valor !== null;

export function filaDe(valor: unknown): Fila {
  if (!esFila(valor)) throw new Error(`Not an object: ${JSON.stringify(valor)}`);
  return valor;
}

export function filasDe(valor: unknown): readonly Fila[] {
  if (!Array.isArray(valor)) throw new Error(`Not a list: ${JSON.stringify(valor)}`);
  return valor.filter(esFila);
}

export async function abrir(opciones: Partial<SandboxOpciones> = {}): Promise<Prueba> {
  const reloj = crearReloj();
  const sandbox = await createSandbox({ clock: reloj, operaciones: 1000, ...opciones });
  onTestFinished(() => sandbox.close());
  const prueba: Prueba = {
    sandbox,
    reloj,
    token: '',
    pedir: (metodo, ruta, { parametros, query, json, cabeceras } = {}) =>
      got(`${sandbox.url}${ruta}${query === undefined ? '' : `?${new URLSearchParams(query).toString()}`}`, {
        method: metodo === 'GET' ? 'GET' : metodo === 'DELETE' ? 'DELETE' : 'POST',
        allowGetBody: true,
        throwHttpErrors: false,
        followRedirect: false,
        retry: { limit: 0 },
        headers: {
          ...(prueba.token === '' ? {} : { 'x-auth-token': prueba.token }),
          ...(json === undefined ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          ...cabeceras,
        },
        ...(json !== undefined
          ? { json }
          : parametros !== undefined
            ? { body: new URLSearchParams(parametros).toString() }
            : {}),
      }),
    async leer(ruta, parametros = {}) {
      const respuesta = await prueba.pedir('GET', ruta, { parametros });
      const valor: unknown = JSON.parse(respuesta.body);
      if (respuesta.statusCode !== 200 || !esFila(valor))
        throw new Error(`${String(respuesta.statusCode)} ${respuesta.body}`);
      return valor;
    },
    async estado(ruta, parametros = {}) {
      return (await prueba.pedir('GET', ruta, { parametros })).statusCode;
    },
    async todas(ruta, clave, parametros) {
      const filas: Fila[] = [];
      for (let pagina = 1; ; pagina++) {
        const cuerpo = await prueba.leer(ruta, { ...parametros, pagina: String(pagina) });
        const nuevas = filasDe(cuerpo[clave]);
        filas.push(...nuevas);
        if (nuevas.length === 0 || filas.length >= Number(cuerpo.total)) return filas;
      }
    },
    async subir(id, datos, subirMas) {
      const respuesta = await prueba.pedir('POST', '/v2/conciliar-operaciones', {
        json: { id, datos, subir_mas: String(subirMas) },
      });
      const valor: unknown = JSON.parse(respuesta.body);
      if (!esFila(valor)) throw new Error(respuesta.body);
      return { ...valor, status: respuesta.statusCode };
    },
  };
  prueba.token = await entrar(prueba);
  return prueba;
}

/** A new token by the API key; empty when it was refused. */
export async function entrar(prueba: Prueba): Promise<string> {
  const respuesta = await prueba.pedir('POST', '/oauth/access_token', {
    parametros: { grant_type: 'client_credentials' },
    cabeceras: { authorization: basica(prueba.sandbox) },
  });
  if (respuesta.statusCode !== 200) return '';
  const { access_token: token } = JSON.parse(respuesta.body);
  return String(token);
}

/** A coupon that no operation is of. */
export const cupon = (n: number) => ({
  fecha_venta: '2026-11-01',
  importe: '10.00',
  comprobante: String(n),
  tarjeta_nro: '0001',
});

export const con = (...rasgos: string[]): Promise<Prueba> => abrir({ rasgos });

/** From the first day of the data set to well past today. */
export const TODO = { fecha_desde: '2025-08-01', fecha_hasta: '2027-12-31' } as const;

/** "1,234.50" or "1234.5" as whole centavos, exactly. */
export function centavos(texto: unknown): number {
  const [entero = '', resto = ''] = String(texto).replaceAll(',', '').replace('-', '').split('.');
  const valor = Number(entero) * 100 + Number(resto.padEnd(2, '0'));
  return String(texto).startsWith('-') ? -valor : valor;
}
