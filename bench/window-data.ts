/** The data that the screens are measured over: a cache of many operations, a file of many coupons. A part of `window.ts`. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { civilDateAt, fromDayNumber } from '#domain/civil-date.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createData } from '#sandbox/index.ts';
import { createWriter } from '#sandbox/list-operaciones.ts';
import { getDefaultSwitches } from '#sandbox/switches.ts';
import { VIEWS } from '#domain/views/index.ts';
import { wireOf } from '#service/list/wire-of.ts';
import { parseRows, rowParser } from '#service/wire/rows.ts';
import { openAccountCache } from '#storage/cache/index.ts';

const TRANSACTION = 10_000;

/** The id of the only account of a data folder: from its list or, for an account of the environment, from its folder. */
function findAccount(carpeta: string): string | undefined {
  const list = path.join(carpeta, 'cuentas.json');
  return existsSync(list)
    ? /"id":\s*"([0-9a-f]{16})"/.exec(readFileSync(list, 'utf8'))?.[1]
    : readdirSync(path.join(carpeta, 'cuentas'))[0];
}

/** Fills the cache of the only account of a data folder, as a synchronisation would. */
export function fillCache(carpeta: string, operaciones: number): void {
  const cuenta = findAccount(carpeta);
  if (cuenta === undefined) throw new Error('no account');
  const own = path.join(carpeta, 'cuentas', cuenta);
  mkdirSync(own, { recursive: true });
  const cache = openAccountCache(path.join(own, 'cache.db'), { clock: systemClock, onNotice: () => undefined });
  // The program may be writing too; ingesting waits longer for it.
  cache.setIngest(true);
  const ahora = systemClock.now();
  const data = createData({ semilla: 1, operaciones, hoy: civilDateAt(ahora) });
  const write = createWriter({ data, rasgos: getDefaultSwitches() });
  const parse = rowParser(wireOf(VIEWS.operaciones));
  let desde = data.desde;
  for (let dia = data.desde; dia <= data.hoy; dia++) {
    const [first, end] = [data.getDayStart(desde), data.getDayStart(dia + 1)];
    if (end - first < TRANSACTION && dia < data.hoy) continue;
    const rows = Array.from({ length: end - first }, (_, i): unknown => JSON.parse(write(first + i)));
    const { filas } = parseRows(rows, parse);
    cache.write({
      metodo: 'operaciones',
      campo: 'fecha_venta',
      desde: fromDayNumber(desde),
      hasta: fromDayNumber(dia),
      filas: filas.map((fila) => ({ id: fila.id, fila })),
      estado: 'completa',
      contratado: true,
      leido: ahora,
    });
    desde = dia + 1;
  }
  cache.setIngest(false);
  cache.close();
}

const TARJETAS = ['Visa Crédito', 'Visa Débito', 'Mastercard', 'Cabal', 'Maestro'];
const two = (n: number): string => String(n).padStart(2, '0');

/** A file as a till writes it; one row in twenty has an invalid amount. */
export function writeCupones(filas: number): string {
  const lines = ['Fecha;Tarjeta;Últimos 4;Comprobante;Terminal;Lote;Cuotas;Importe'];
  for (let i = 0; i < filas; i++) {
    const importe = i % 20 === 7 ? 'a confirmar' : `${String(1 + (i % 90))}.${String(100 + (i % 899))},${two(i % 100)}`;
    const columnas = [
      ...[`${two(1 + (i % 28))}/10/2026`, TARJETAS[i % TARJETAS.length], String(1000 + (i % 9000))],
      ...[
        String(i).padStart(8, '0'),
        String(20_014_800 + (i % 40)),
        String(300 + (i % 60)),
        String(1 + (i % 6)),
        importe,
      ],
    ];
    lines.push(columnas.join(';'));
  }
  return `${lines.join('\n')}\n`;
}
