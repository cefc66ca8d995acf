/** A reconciliation's result in the ways that servers page it, and what the client reads of it. */
import { clientOf, memoryLearned, noSignal, type Received, type Reply } from './fixtures.ts';

export const PAST = ['vacia', 'ultima', 'ausente', 'falso'] as const;
/** Answers past the last page that the description does not allow. */
export const UNSTATED = ['nulo', 'sin_cuerpo'] as const;
type Past = (typeof PAST)[number] | (typeof UNSTATED)[number];

interface Options {
  /** The most rows in a page, whatever page size was asked. */
  readonly cap: number;
  readonly base?: number;
  readonly past?: Past;
  /** The total in the header; by default the number of rows. */
  readonly total?: number;
  /** Rows come in a new order on each request. */
  readonly shuffled?: boolean;
}

export const cupon = (n: number) => ({
  fecha_venta: '2026-10-15',
  importe: '10.00',
  comprobante: String(n),
  tarjeta_nro: '1234',
  conciliado: 'false',
  modo: '',
  nro_liquidacion: null,
  liquidaciones_id: null,
  fecha_liq: null,
});

export const HEADER = {
  id: '77',
  fecha: '2026-10-15',
  origen_desde: '2026-10-15',
  origen_hasta: '2026-10-15',
  total: '1',
  nuevos: '1',
  existen: '0',
  error: '0',
  conciliados: '0',
  sin_conciliar: '1',
  estado: 'IMPORTADO',
};

export function result(count: number, { cap, base = 1, past = 'vacia', total = count, shuffled = false }: Options) {
  let turn = 0;
  const inOrder = Array.from({ length: count }, (_, n) => cupon(n));
  const counts = { total: String(total), nuevos: String(total), sin_conciliar: String(total) };
  return ({ form }: Received): Reply => {
    if (shuffled) turn = (turn + 61) % count;
    const rows = [...inOrder.slice(turn), ...inOrder.slice(0, turn)];
    const size = Math.min(cap, Number(form.get('reg_pagina')));
    const pages = Math.max(1, Math.ceil(count / size));
    let index = Math.max(0, Number(form.get('pagina')) - base);
    if (index >= pages && past === 'ausente') return { status: 404, body: { error: 'no existe' } };
    if (index >= pages && past === 'falso') return { body: { estado: false, msg: 'no encontrada' } };
    if (index >= pages && past === 'ultima') index = pages - 1;
    if (index >= pages && past === 'nulo') return { body: { ...HEADER, ...counts, operaciones: null } };
    if (index >= pages && past === 'sin_cuerpo') return { status: 204 };
    return { body: { ...HEADER, ...counts, operaciones: rows.slice(index * size, (index + 1) * size) } };
  };
}

/** Every coupon's number in the order read, and how many requests that took. */
export async function readAll(count: number, options: Options) {
  const learned = memoryLearned({ parametros: 'cuerpo' });
  const { server, conciliaciones } = await clientOf(result(count, options), { learned });
  const numbers: number[] = [];
  for await (const { cupones } of conciliaciones.readResult('77', noSignal))
    numbers.push(...cupones.map(({ cupon }) => Number(cupon.comprobante)));
  return { numbers, requests: server.count('/v2/conciliar-operaciones/77/resultado') };
}
