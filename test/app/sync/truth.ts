/** The sandbox's plain answers as the documents of docs/cli.md, made without code of service/, storage/ or app/. */
import type { Sandbox } from '#sandbox/index.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import { enterPlainly } from '../../sandbox/access.ts';

type Row = Record<string, unknown>;

const LINKS = new Set(['nro_liquidacion', 'liquidaciones_id', 'transacciones_id']);
const NOT_IMPORTES = new Set(['total', 'operaciones']);
const IMPORTES =
  /^(importe|arancel|costo_fin|cashback|vendido|acreditado|(facturado|descontado|total|retencion|percepcion|impuesto|fac|des|imp|tot|ret|per)_.*|impuestos?)$/;

function pesos(text: string): string {
  const [whole = '', rest = ''] = text.replaceAll(',', '').split('.');
  return `${whole}.${rest.padEnd(2, '0')}`;
}
const iso = (text: string): string =>
  /^\d{2}\/\d{2}\/\d{4}/.test(text)
    ? `${text.slice(6, 10)}-${text.slice(3, 5)}-${text.slice(0, 2)}${text.slice(10)}`
    : text;

function fieldValue(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => plainRow(each as Row));
  if (typeof value === 'object' && value !== null) return plainRow(value as Row);
  if (LINKS.has(name)) return value === '' ? null : value;
  if (name === 'operaciones') return Number(value);
  if (typeof value !== 'string') return value;
  const text = value.normalize('NFC');
  if (name.startsWith('fecha')) return iso(text);
  return IMPORTES.test(name) && !NOT_IMPORTES.has(name) ? pesos(text) : text;
}

const plainRow = (raw: Row): Row =>
  Object.fromEntries(
    Object.entries(raw)
      .filter(([name]) => name !== 'campo_nuevo' && name !== 'internal')
      .map(([name, value]) => [name, fieldValue(name, value)]),
  );

const ROUTES: Partial<Record<ServiceMethod, readonly [ruta: string, clave: string, porPagina: number]>> = {
  comercios: ['v1/comercios', 'comercios', 0],
  operaciones: ['v1/operaciones', 'operaciones', 1000],
  movimientos: ['v1/movimientos', 'movimientos', 1000],
  liquidaciones: ['v1/liquidaciones', 'liquidaciones', 50],
  impuestos: ['v1/impuestos', 'liquidaciones', 50],
  rechazos: ['v1/rechazos', 'operaciones', 100],
  'liquidaciones-conciliadas': ['v1/liquidaciones/conciliadas', 'liquidaciones', 100],
};

/** Switches the sandbox to the plainest server, except switches that change values. */
export function makePlain(sandbox: Sandbox): void {
  const llanos = {
    parametros: 'consulta', limite_por_segundo: 0, max_dias: 0, pagina_base: '1', pagina_pasada: 'vacia',
    orden: 'id', token_unico: 'no', en_vivo: 0, total: 'numero', redirige: 'no',
  } as const; // prettier-ignore
  for (const [key, value] of Object.entries(llanos)) sandbox.changeSwitch(key as keyof typeof llanos, value);
}

export function createAsker(sandbox: Sandbox) {
  const request = async (path: string, parameters: Record<string, string>): Promise<unknown> => {
    const answer = await fetch(`${sandbox.url}/${path}?${new URLSearchParams(parameters).toString()}`, {
      headers: await enterPlainly(sandbox),
    });
    if (!answer.ok) throw new Error(`${path}: ${String(answer.status)}`);
    return answer.json();
  };
  return {
    async readRows(method: ServiceMethod, from: string, to: string): Promise<readonly Row[]> {
      const [path, key, perPage] = ROUTES[method] ?? ['', '', 0];
      const all: Row[] = [];
      for (let page = 1; ; page += 1) {
        const answer = (await request(path, {
          fecha_desde: from,
          fecha_hasta: to,
          detalle: 'true',
          reg_pagina: String(perPage),
          pagina: String(page),
        })) as Record<string, Row[]> & { total: number };
        all.push(...(answer[key] ?? []).map(plainRow));
        if (all.length >= answer.total || perPage === 0) break;
      }
      return all.sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));
    },
    async calendario(month: string): Promise<readonly Row[]> {
      return ((await request('v1/calendario', { fecha: month })) as Row[]).map(plainRow);
    },
    async readTotals(method: 'liquidaciones' | 'impuestos', from: string, to: string): Promise<readonly Row[]> {
      const answer = await request(`v1/${method}/totales`, { fecha_desde: from, fecha_hasta: to });
      const rows = (Array.isArray(answer) ? answer : [answer]) as Row[];
      return rows.map((each) => ({ desde: from, hasta: to, ...plainRow(each) }));
    },
  };
}
