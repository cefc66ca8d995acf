import type { Cupon } from '#domain/cupon.ts';
import { explain, type ExplainContext } from '#domain/matching/explain/explain.ts';
import type { Explanation } from '#domain/matching/explain/reasons.ts';
import { createCuponTable, type CuponTable } from '#domain/matching/fields/cupon-table.ts';
import { NO_DECISIONS, type Decisions, match, type MatchInput, type Matching } from '#domain/matching/match.ts';
import { prepareOperaciones } from '#domain/matching/candidates.ts';
import { runToEnd } from '#domain/shared-work.ts';
import type { Operacion } from '#domain/views/operaciones.ts';
import type { Rechazo } from '#domain/views/rechazos.ts';
import { fromDayNumber, toDayNumber } from '#domain/civil-date.ts';
import { toCentavos, formatPlain } from '#domain/money.ts';
import { anOperacion, tableOf } from './builders.ts';
import { civilDay } from '../civil-day.ts';

/** The sales of a shop with one store and three terminals, `perDay` a day, no two alike. */
export function someOperaciones(days: number, perDay = 40): Operacion[] {
  let state = 1;
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
  const first = toDayNumber(civilDay('2026-09-01'));
  return Array.from({ length: days * perDay }, (_, i) => {
    const sold = first + Math.floor(i / perDay);
    const terminal = i % 3;
    const importe = toCentavos(100_000 + draw(30_000) * 10);
    return anOperacion({
      id: String(5_000_000 + i),
      fecha_venta: { fecha: fromDayNumber(sold), hora: null },
      fecha_presentacion: fromDayNumber(sold + 1),
      terminal: `2000000${String(terminal)}`,
      lote: String(100 + Math.floor(i / perDay)),
      comprobante: String(100_000 * (terminal + 1) + Math.floor(i / 3)),
      tarjeta_nro: String(draw(10_000)).padStart(4, '0'),
      importe,
      arancel: toCentavos(Math.round(importe * 0.018)),
      cuotas: i % 5 === 0 ? '3' : '1',
      autorizacion: String(100_000 + draw(899_999)),
      bin: String(450_000 + draw(30)),
      liquidaciones_id: String(9000 + Math.floor(i / perDay)),
      referencia: '',
    });
  });
}

export const cuponOf = (operacion: Operacion, fields: Cupon = {}): Cupon => ({
  fecha_venta: operacion.fecha_venta.fecha,
  importe: formatPlain(operacion.importe),
  comprobante: operacion.comprobante ?? '',
  tarjeta_nro: operacion.tarjeta_nro ?? '',
  ...fields,
});

export const fullCuponOf = (operacion: Operacion, fields: Cupon = {}): Cupon =>
  cuponOf(operacion, {
    establecimiento: operacion.establecimiento ?? '',
    terminal: operacion.terminal ?? '',
    lote: operacion.lote ?? '',
    cuotas: operacion.cuotas ?? '',
    bin: operacion.bin ?? '',
    autorizacion: operacion.autorizacion ?? '',
    ...fields,
  });

export interface Account {
  readonly operaciones: readonly Operacion[];
  /** Coupons to explain, by key. All are of one upload, but for those in `cargas`. */
  readonly cupones: Readonly<Record<string, Cupon>>;
  readonly cargas?: Readonly<Record<string, string>>;
  /** Coupons that the service matched, by key, with the operation whose settlement it named. */
  readonly conciliados?: Readonly<Record<string, readonly [Cupon, Operacion]>>;
  readonly decisions?: Partial<Decisions>;
  readonly options?: Partial<MatchInput>;
  readonly rechazos?: readonly Rechazo[];
  readonly context?: Partial<ExplainContext>;
}

export function cuponTable(entries: readonly (readonly [string, Cupon, string, string?])[]): CuponTable {
  const table = createCuponTable();
  for (const [key, cupon, upload, liquidacionesId] of entries) {
    table.add({ key, cupon, carga: upload, ...(liquidacionesId === undefined ? {} : { liquidacionesId }) });
  }
  return table.finish();
}

export function matchAccount({
  operaciones,
  cupones,
  cargas = {},
  conciliados = {},
  decisions = {},
  options = {},
}: Account): Matching {
  return runToEnd(
    match({
      prepared: runToEnd(prepareOperaciones(tableOf(operaciones))),
      matched: cuponTable(
        Object.entries(conciliados).map(([key, [cupon, { liquidaciones_id }]]) => [
          key,
          cupon,
          cargas[key] ?? 'caja-1',
          liquidaciones_id ?? '',
        ]),
      ),
      cupones: cuponTable(Object.entries(cupones).map(([key, cupon]) => [key, cupon, cargas[key] ?? 'caja-1'])),
      decisions: { ...NO_DECISIONS, ...decisions },
      ...options,
    }),
  );
}

export const CONTEXT: ExplainContext = {
  today: civilDay('2026-12-31'),
  covered: [{ desde: civilDay('2026-09-01'), hasta: civilDay('2026-12-31'), leido: civilDay('2026-12-31') }],
  establishments: [],
  rechazos: [],
};

export function explainAccount(account: Account): ReadonlyMap<string, Explanation> {
  const context = { ...CONTEXT, rechazos: account.rechazos ?? [], ...account.context };
  return new Map(
    runToEnd(explain(matchAccount(account), context)).map((explanation) => [explanation.key, explanation]),
  );
}
