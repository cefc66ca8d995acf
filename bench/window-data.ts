/** The data for `window.ts`: a cache with many operations, and a file with many coupons. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createData } from '#sandbox/index.ts';
import { makeSampleCupones } from '../scripts/sample-cupones.ts';
import { fillOperations } from './lib/operations.ts';

/** The id of the only account of a data folder: from the list of accounts or, for an account of the environment, from the name of its folder. */
function findAccount(folder: string): string | undefined {
  const listFile = path.join(folder, 'cuentas.json');
  return existsSync(listFile)
    ? /"id":\s*"([0-9a-f]{16})"/.exec(readFileSync(listFile, 'utf8'))?.[1]
    : readdirSync(path.join(folder, 'cuentas'))[0];
}

/** Fills the cache of the folder's only account like a synchronisation. */
export function fillCache(folder: string, operaciones: number): void {
  const account = findAccount(folder);
  if (account === undefined) throw new Error('no account');
  const own = path.join(folder, 'cuentas', account);
  mkdirSync(own, { recursive: true });
  const now = systemClock.now();
  fillOperations(path.join(own, 'cache.db'), { rows: operaciones, today: civilDateAt(now), now });
}

const TARJETAS = ['Visa Crédito', 'Visa Débito', 'Mastercard', 'Cabal', 'Maestro'];
const pad = (n: number): string => String(n).padStart(2, '0');

/** A file as a till exports it; one row in twenty has an invalid amount. */
export function writeCupones(rows: number): string {
  const lines = ['Fecha;Tarjeta;Últimos 4;Comprobante;Terminal;Lote;Cuotas;Importe'];
  for (let i = 0; i < rows; i++) {
    const importe = i % 20 === 7 ? 'a confirmar' : `${String(1 + (i % 90))}.${String(100 + (i % 899))},${pad(i % 100)}`;
    const columns = [
      ...[`${pad(1 + (i % 28))}/10/2026`, TARJETAS[i % TARJETAS.length], String(1000 + (i % 9000))],
      ...[
        String(i).padStart(8, '0'),
        String(20_014_800 + (i % 40)),
        String(300 + (i % 60)),
        String(1 + (i % 6)),
        importe,
      ],
    ];
    lines.push(columns.join(';'));
  }
  return `${lines.join('\n')}\n`;
}

/**
 * The last month of a shop with these operations, as its till exports it. About one coupon in twelve is wrong and does not match. `right`: instead, the
 * coupons of the month before, without mistakes.
 */
export function writeMonth(operaciones: number, cupones: number, { right = false } = {}): string {
  const today = civilDateAt(systemClock.now());
  const data = createData({ semilla: 1, operaciones, hoy: today });
  const [from, to] = right ? [addDays(today, -61), addDays(today, -31)] : [addDays(today, -30), today];
  const month = makeSampleCupones({ data }, { cantidad: cupones, semilla: 1, desde: from, hasta: to });
  const written = right ? month.filter(({ mistake }) => mistake === null) : month;
  const lines = written.map(({ cupon }) =>
    [
      cupon.fecha_venta?.split('-').toReversed().join('/'),
      ...[cupon.establecimiento, cupon.terminal, cupon.lote, cupon.comprobante, cupon.tarjeta_desc, cupon.tarjeta_nro],
      ...[cupon.cuotas, cupon.autorizacion, cupon.importe?.replace('.', ',')],
      ...[cupon.wallet_referencia, cupon.wallet_tipo_operacion],
    ].join(';'),
  );
  const titles =
    'Fecha;Establecimiento;Terminal;Lote;Nro. Cupón;Tarjeta;Últ. 4;Ctas.;Cód. Autorización;Importe $;ID billetera;Tipo billetera';
  return `${[titles, ...lines].join('\n')}\n`;
}
