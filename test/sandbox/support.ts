import got, { type Response } from 'got';
import { onTestFinished } from 'vitest';
import type { Clock } from '#domain/clock.ts';
import { createSandbox, type SandboxOptions } from '#sandbox/index.ts';
import { enterPlainly } from './access.ts';

/** A clock that moves only by `advance`; a sleep ends once the clock has moved far enough. */
interface TestClock extends Clock {
  advance(ms: number): void;
}

function createClock(now = Date.UTC(2026, 10, 22, 2, 0, 0)): TestClock {
  let instant = now;
  const waiting: { hasta: number; wakeUp: () => void }[] = [];
  return {
    now: () => instant,
    monotonic: () => instant,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        waiting.push({ hasta: instant + ms, wakeUp: resolve });
        signal?.addEventListener('abort', () => void reject(new Error('aborted', { cause: signal.reason })));
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
export type SandboxTest = Awaited<ReturnType<typeof openSandbox>>;

interface HttpRequest {
  readonly parametros?: Parameters;
  readonly query?: Parameters;
  readonly json?: unknown;
  readonly headers?: Record<string, string>;
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

export function rowOf(value: unknown): Row {
  if (!isRow(value)) throw new Error(`Not an object: ${JSON.stringify(value)}`);
  return value;
}

export function rowsOf(value: unknown): readonly Row[] {
  if (!Array.isArray(value)) throw new Error(`Not a list: ${JSON.stringify(value)}`);
  return value.filter(isRow);
}

export async function openSandbox(options: Partial<SandboxOptions> = {}) {
  const clock = createClock();
  const sandbox = await createSandbox({ clock, operaciones: 1000, ...options });
  onTestFinished(() => sandbox.close());
  const test = {
    sandbox,
    timer: clock,
    token: (await enterPlainly(sandbox))['x-auth-token'],
    request: (
      method: string,
      path: string,
      { parametros, query, json, headers }: HttpRequest = {},
    ): Promise<Response<string>> =>
      got(`${sandbox.url}${path}${query === undefined ? '' : `?${new URLSearchParams(query).toString()}`}`, {
        method: method === 'GET' ? 'GET' : method === 'DELETE' ? 'DELETE' : 'POST',
        allowGetBody: true,
        throwHttpErrors: false,
        followRedirect: false,
        retry: { limit: 0 },
        headers: {
          ...(test.token === '' ? {} : { 'x-auth-token': test.token }),
          ...(json === undefined ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          ...headers,
        },
        ...(json !== undefined
          ? { json }
          : parametros !== undefined
            ? { body: new URLSearchParams(parametros).toString() }
            : {}),
      }),
    /** Sends a GET with the parameters in its body; returns the parsed answer. */
    async read(path: string, parameters: Parameters = {}): Promise<Row> {
      const answer = await test.request('GET', path, { parametros: parameters });
      const value: unknown = JSON.parse(answer.body);
      if (answer.statusCode !== 200 || !isRow(value)) throw new Error(`${String(answer.statusCode)} ${answer.body}`);
      return value;
    },
    async statusOf(path: string, parameters: Parameters = {}): Promise<number> {
      return (await test.request('GET', path, { parametros: parameters })).statusCode;
    },
    /** Every row of a list, page by page. */
    async readAll(path: string, key: string, parameters: Parameters): Promise<readonly Row[]> {
      const rows: Row[] = [];
      for (let page = 1; ; page++) {
        const body = await test.read(path, { ...parameters, pagina: String(page) });
        const added = rowsOf(body[key]);
        rows.push(...added);
        if (added.length === 0 || rows.length >= Number(body.total)) return rows;
      }
    },
    /** The coupons in a reconciliation's result. */
    readResult: async (id: unknown): Promise<readonly Row[]> =>
      rowsOf((await test.read(`/v2/conciliar-operaciones/${String(id)}/resultado`)).operaciones),
    async upload(id: string, data: readonly unknown[], addMore: boolean): Promise<Row> {
      const answer = await test.request('POST', '/v2/conciliar-operaciones', {
        json: { id, datos: data, subir_mas: String(addMore) },
      });
      const value: unknown = JSON.parse(answer.body);
      if (!isRow(value)) throw new Error(answer.body);
      return { ...value, status: answer.statusCode };
    },
  };
  return test;
}

/** A coupon without an operation. */
export const cupon = (n: number) => ({
  fecha_venta: '2026-11-01',
  importe: '10.00',
  comprobante: String(n),
  tarjeta_nro: '0001',
});

export const cupones = (howMany: number, first = 1) => Array.from({ length: howMany }, (_, n) => cupon(first + n));

export const openWith = (...switches: string[]): Promise<SandboxTest> => openSandbox({ rasgos: switches });

/** From the data set's first day to well after today. */
export const ALL = { fecha_desde: '2025-08-01', fecha_hasta: '2027-12-31' } as const;

/** "1,234.50" or "1234.5" as whole centavos, exactly. */
export function centavos(text: unknown): number {
  const [whole = '', rest = ''] = String(text).replaceAll(',', '').replace('-', '').split('.');
  const value = Number(whole) * 100 + Number(rest.padEnd(2, '0'));
  return String(text).startsWith('-') ? -value : value;
}
