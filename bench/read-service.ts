/** What the client adds to reading a page of 1,000 operations: parsing rows against `JSON.parse` of the same text, in this run. */
import { operacionWire } from '../src-main/service/operaciones/wire.ts';
import { parseRows, rowParser } from '../src-main/service/wire/rows.ts';

const ROWS = 1000;
const row = (n: number): Record<string, string | boolean> => ({
  id: String(1_000_000 + n),
  fecha_venta: '2026-10-15 09:30:00',
  fecha_presentacion: '2026-10-16',
  tarjeta: 'TARJETA DE CRÉDITO',
  marca: 'MARCA',
  establecimiento: '20014000',
  terminal: '20014017',
  lote: '0042',
  comprobante: String(n).padStart(8, '0'),
  tarjeta_nro: '1234',
  cuotas: '3',
  importe: '15400.50',
  comercio: 'La Espiga',
  fecha_pago: '2026-10-30',
  autorizacion: '001234',
  nro_liquidacion: '00458000',
  liquidaciones_id: '300000',
  bin: '450995',
  plan: 'CUOTAS 3',
  arancel: '277.21',
  tna: '80.00',
  costo_fin: '0.00',
  billetera: '',
  referencia: '',
  acreditada: true,
});
const text = JSON.stringify({ operaciones: Array.from({ length: ROWS }, (_, n) => row(n)), total: ROWS });

function best(run: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 60; n += 1) {
    const start = performance.now();
    run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

const parse = rowParser(operacionWire);
const parsed: { operaciones: readonly unknown[] } = JSON.parse(text);
const json = best(() => void JSON.parse(text));
const rows = best(() => void parseRows(parsed.operaciones, parse));
console.log(`JSON.parse of ${String(ROWS)} operations: ${json.toFixed(2)} ms (${String(text.length)} bytes)`);
console.log(`rows from wire to domain: ${rows.toFixed(2)} ms, ${((rows * 1000) / ROWS).toFixed(2)} µs a row`);
console.log(`ratio to JSON.parse: ${(rows / json).toFixed(2)}`);
