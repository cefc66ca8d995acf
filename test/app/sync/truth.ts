/**
 * What the sandbox answers when it is asked plainly, written as the documents of docs/cli.md by code of its own: nothing of service/, storage/ or
 * app/ is used.
 */
import type { Sandbox } from '#sandbox/index.ts';
import type { ServiceMethod } from '#domain/vista.ts';

type Row = Record<string, unknown>;

const LINKS = new Set(['nro_liquidacion', 'liquidaciones_id', 'transacciones_id']);
const NOT_IMPORTES = new Set(['total', 'operaciones']);
const IMPORTES =
  /^(importe|arancel|costo_fin|cashback|vendido|acreditado|(facturado|descontado|total|retencion|percepcion|impuesto|fac|des|imp|tot|ret|per)_.*|impuestos?)$/;

function pesos(texto: string): string {
  const [whole = '', rest = ''] = texto.replaceAll(',', '').split('.');
  return `${whole}.${rest.padEnd(2, '0')}`;
}
const iso = (texto: string): string =>
  /^\d{2}\/\d{2}\/\d{4}/.test(texto)
    ? `${texto.slice(6, 10)}-${texto.slice(3, 5)}-${texto.slice(0, 2)}${texto.slice(10)}`
    : texto;

function fieldValue(nombre: string, valor: unknown): unknown {
  if (Array.isArray(valor)) return valor.map((each) => plainRow(each as Row));
  if (typeof valor === 'object' && valor !== null) return plainRow(valor as Row);
  if (LINKS.has(nombre)) return valor === '' || valor === '0' || valor === null ? null : valor;
  if (nombre === 'operaciones') return Number(valor);
  if (typeof valor !== 'string') return valor;
  const texto = valor.normalize('NFC');
  if (nombre.startsWith('fecha')) return iso(texto);
  return IMPORTES.test(nombre) && !NOT_IMPORTES.has(nombre) ? pesos(texto) : texto;
}

const plainRow = (raw: Row): Row =>
  Object.fromEntries(
    Object.entries(raw)
      .filter(([nombre]) => nombre !== 'campo_nuevo' && nombre !== 'internal')
      .map(([nombre, valor]) => [nombre, fieldValue(nombre, valor)]),
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

/** Plays the plainest server, keeping what changes the values. */
export function llano(sandbox: Sandbox): void {
  const llanos = {
    parametros: 'consulta', filtros: 'respeta', limite_por_segundo: 0, max_dias: 0, pagina_base: '1', pagina_pasada: 'vacia',
    sobre_maximo: 'recorta', orden: 'id', token_unico: 'no', en_vivo: 0, total: 'numero', redirige: 'no',
  } as const; // prettier-ignore
  for (const [clave, valor] of Object.entries(llanos)) sandbox.changeSwitch(clave as keyof typeof llanos, valor);
}

export function createAsker(sandbox: Sandbox) {
  const request = async (ruta: string, parametros: Record<string, string>): Promise<unknown> => {
    const basic = Buffer.from(`${sandbox.apiKey}:${sandbox.apiSecret}`).toString('base64');
    const access = await fetch(`${sandbox.url}/oauth/access_token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token: token } = (await access.json()) as { access_token: string };
    const respuesta = await fetch(`${sandbox.url}/${ruta}?${new URLSearchParams(parametros).toString()}`, {
      headers: { 'x-auth-token': token },
    });
    if (!respuesta.ok) throw new Error(`${ruta}: ${String(respuesta.status)}`);
    return respuesta.json();
  };
  return {
    /** Rows of a method, in order of id. */
    async readRows(metodo: ServiceMethod, desde: string, hasta: string): Promise<readonly Row[]> {
      const [ruta, clave, perPage] = ROUTES[metodo] ?? ['', '', 0];
      const todas: Row[] = [];
      for (let page = 1; ; page += 1) {
        const respuesta = (await request(ruta, {
          fecha_desde: desde,
          fecha_hasta: hasta,
          detalle: 'true',
          reg_pagina: String(perPage),
          pagina: String(page),
        })) as Record<string, Row[]> & { total: number };
        todas.push(...(respuesta[clave] ?? []).map(plainRow));
        if (todas.length >= respuesta.total || perPage === 0) break;
      }
      return todas.sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));
    },
    async calendario(mes: string): Promise<readonly Row[]> {
      return ((await request('v1/calendario', { fecha: mes })) as Row[]).map(plainRow);
    },
    async readTotals(metodo: 'liquidaciones' | 'impuestos', desde: string, hasta: string): Promise<readonly Row[]> {
      const respuesta = await request(`v1/${metodo}/totales`, { fecha_desde: desde, fecha_hasta: hasta });
      const filas = (Array.isArray(respuesta) ? respuesta : [respuesta]) as Row[];
      return filas.map((each) => ({ desde, hasta, ...plainRow(each) }));
    },
  };
}
