import got, { type Response } from 'got';
import { onTestFinished } from 'vitest';
import type { Clock } from '#domain/clock.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox/index.ts';

/** A clock that stands still until it is moved; who sleeps wakes when it has been moved far enough. */
interface TestClock extends Clock {
  advance(ms: number): void;
}

function createClock(ahora = Date.UTC(2026, 10, 21, 15, 0, 0)): TestClock {
  let instant = ahora;
  const waiting: { hasta: number; wakeUp: () => void }[] = [];
  return {
    now: () => instant,
    monotonic: () => instant,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        waiting.push({ hasta: instant + ms, wakeUp: resolve });
        signal?.addEventListener('abort', () => {
          reject(new Error('aborted', { cause: signal.reason }));
        });
      }),
    timeout: (ms) => AbortSignal.timeout(ms),
    advance(ms) {
      instant += ms;
      for (const { hasta, wakeUp } of waiting) if (hasta <= instant) wakeUp();
    },
  };
}

export type Row = Readonly<Record<string, unknown>>;
type Parameters = Readonly<Record<string, string>>;

/** A sandbox that closes with its test, and a client that already has a token. */
export interface SandboxTest {
  readonly sandbox: Sandbox;
  readonly timer: TestClock;
  token: string;
  request(metodo: string, ruta: string, opciones?: HttpRequest): Promise<Response<string>>;
  /** GET with the parameters in the body; the parsed answer. */
  leer(ruta: string, parametros?: Parameters): Promise<Row>;
  statusOf(ruta: string, parametros?: Parameters): Promise<number>;
  /** Every row of a list, page by page. */
  readAll(ruta: string, clave: string, parametros: Parameters): Promise<readonly Row[]>;
  upload(id: string, data: readonly unknown[], subirMas: boolean): Promise<Row>;
}

interface HttpRequest {
  readonly parametros?: Parameters;
  readonly query?: Parameters;
  readonly json?: unknown;
  readonly headers?: Record<string, string>;
}

export const basicAuth = ({ apiKey, apiSecret }: Sandbox): string =>
  `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`;

const isRow = (valor: unknown): valor is Row => typeof valor === 'object' && valor !== null;

export function rowOf(valor: unknown): Row {
  if (!isRow(valor)) throw new Error(`Not an object: ${JSON.stringify(valor)}`);
  return valor;
}

export function rowsOf(valor: unknown): readonly Row[] {
  if (!Array.isArray(valor)) throw new Error(`Not a list: ${JSON.stringify(valor)}`);
  return valor.filter(isRow);
}

export async function openSandbox(opciones: Partial<SandboxOptions> = {}): Promise<SandboxTest> {
  const clock = createClock();
  const sandbox = await createSandbox({ clock, operaciones: 1000, ...opciones });
  onTestFinished(() => sandbox.close());
  const prueba: SandboxTest = {
    sandbox,
    timer: clock,
    token: '',
    request: (metodo, ruta, { parametros, query, json, headers } = {}) =>
      got(`${sandbox.url}${ruta}${query === undefined ? '' : `?${new URLSearchParams(query).toString()}`}`, {
        method: metodo === 'GET' ? 'GET' : metodo === 'DELETE' ? 'DELETE' : 'POST',
        allowGetBody: true,
        throwHttpErrors: false,
        followRedirect: false,
        retry: { limit: 0 },
        headers: {
          ...(prueba.token === '' ? {} : { 'x-auth-token': prueba.token }),
          ...(json === undefined ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          ...headers,
        },
        ...(json !== undefined
          ? { json }
          : parametros !== undefined
            ? { body: new URLSearchParams(parametros).toString() }
            : {}),
      }),
    async leer(ruta, parametros = {}) {
      const respuesta = await prueba.request('GET', ruta, { parametros });
      const valor: unknown = JSON.parse(respuesta.body);
      if (respuesta.statusCode !== 200 || !isRow(valor))
        throw new Error(`${String(respuesta.statusCode)} ${respuesta.body}`);
      return valor;
    },
    async statusOf(ruta, parametros = {}) {
      return (await prueba.request('GET', ruta, { parametros })).statusCode;
    },
    async readAll(ruta, clave, parametros) {
      const filas: Row[] = [];
      for (let page = 1; ; page++) {
        const cuerpo = await prueba.leer(ruta, { ...parametros, pagina: String(page) });
        const added = rowsOf(cuerpo[clave]);
        filas.push(...added);
        if (added.length === 0 || filas.length >= Number(cuerpo.total)) return filas;
      }
    },
    async upload(id, data, subirMas) {
      const respuesta = await prueba.request('POST', '/v2/conciliar-operaciones', {
        json: { id, datos: data, subir_mas: String(subirMas) },
      });
      const valor: unknown = JSON.parse(respuesta.body);
      if (!isRow(valor)) throw new Error(respuesta.body);
      return { ...valor, status: respuesta.statusCode };
    },
  };
  prueba.token = await enter(prueba);
  return prueba;
}

/** A new token by the API key; empty when it was refused. */
export async function enter(prueba: SandboxTest): Promise<string> {
  const respuesta = await prueba.request('POST', '/oauth/access_token', {
    parametros: { grant_type: 'client_credentials' },
    headers: { authorization: basicAuth(prueba.sandbox) },
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

export const con = (...rasgos: string[]): Promise<SandboxTest> => openSandbox({ rasgos });

/** From the first day of the data set to well past today. */
export const ALL = { fecha_desde: '2025-08-01', fecha_hasta: '2027-12-31' } as const;

/** "1,234.50" or "1234.5" as whole centavos, exactly. */
export function centavos(texto: unknown): number {
  const [whole = '', rest = ''] = String(texto).replaceAll(',', '').replace('-', '').split('.');
  const valor = Number(whole) * 100 + Number(rest.padEnd(2, '0'));
  return String(texto).startsWith('-') ? -valor : valor;
}
