/** The deductions of each card's sales, month by month, and the chargebacks of each month. */
import type { HomeContracargos, HomeCost, HomeMonthCost } from '#contract/home.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import { formatPlain } from '#domain/money.ts';
import type { ServiceMethod } from '#domain/vista.ts';
import { TABLES, type Group } from '#storage/cache/index.ts';
import { coverageDocument, isMissingDays } from '../coverage/coverage.ts';
import { mesDe } from '../figures/days.ts';
import type { HomeData } from '../figures/adder.ts';

/** Cards that are shown; the rest are in the total. */
const TARJETAS = 8;
export const CONTRACARGO = 'CONTRACARGO';

interface Period {
  /** `YYYY-MM`, in order. */
  readonly meses: readonly string[];
  readonly hoy: CivilDate;
  readonly ahora: Instant;
}

/** Whether a month of a view was read up to today, by the view's own date or by the one that the service filters by. */
function isReadIn({ cache }: HomeData, metodo: ServiceMethod, { hoy, ahora }: Period): (mes: string) => boolean {
  const own = TABLES[metodo].fecha ?? '';
  return (mes) => {
    const { desde, hasta } = mesDe(mes);
    return [own, ''].some((campoFecha) => {
      const request = { metodo, campoFecha, desde, hasta: hasta > hoy ? hoy : hasta, ahora };
      const cobertura = coverageDocument(cache, request);
      return cobertura.desde !== null && !isMissingDays(cobertura);
    });
  };
}

/** `parte` over `total` in hundredths of a percent, rounded to the nearest; null when `total` is not positive, or one of them is unknown. */
function inHundredths(parte: bigint | null, total: bigint | null): number | null {
  if (parte === null || total === null || total <= 0n) return null;
  const doubled = (parte * 20_000n) / total;
  return Number((doubled + (doubled < 0n ? -1n : 1n)) / 2n);
}

/** In the order of `CAMPOS`; null when some settlement does not report that amount. */
type MonthSum = (bigint | null)[];
const CAMPOS = ['total_facturado', 'total_descontado', 'descontado_arancel', 'descontado_impuesto'] as const;
const zero = (): MonthSum => CAMPOS.map(() => 0n);

function add(sum: MonthSum, { sumas: sums, faltan }: Group): void {
  sums.forEach((itsSum, i) => {
    const antes = sum[i] ?? null;
    sum[i] = antes === null || (faltan[i] ?? 0) > 0 ? null : antes + itsSum;
  });
}

/** The cards, ordered by what they billed, the largest first; the total of all cards is last. */
export async function costsOf(data: HomeData, periodo: Period): Promise<readonly HomeCost[]> {
  const { meses, hoy } = periodo;
  const [primero = ''] = meses;
  const ultimo = meses.at(-1) ?? primero;
  const { desde } = mesDe(primero);
  const grupos = await data.sumador.group(
    { metodo: 'liquidaciones', desde, hasta: hoy },
    {
      por: [{ campo: 'tarjeta' }, { campo: 'fecha', mes: true }],
      sumas: CAMPOS,
    },
  );
  const porTarjeta = new Map<string | null, Map<string, MonthSum>>([[null, new Map()]]);
  for (const grupo of grupos) {
    const [tarjeta, mes = ''] = grupo.keys;
    for (const which of new Set([tarjeta ?? '', null])) {
      const theirs = porTarjeta.get(which) ?? new Map<string, MonthSum>();
      porTarjeta.set(which, theirs);
      const sum = theirs.get(mes ?? '') ?? zero();
      theirs.set(mes ?? '', sum);
      add(sum, grupo);
    }
  }
  const leido = isReadIn(data, 'liquidaciones', periodo);
  const readMonths = new Set(meses.filter(leido));
  const abrir = { vista: 'liquidaciones', desde, hasta: hoy } as const;
  const costRow = (tarjeta: string | null, theirs: ReadonlyMap<string, MonthSum>): HomeCost => ({
    tarjeta,
    meses: meses.map((mes): HomeMonthCost => {
      const sum = readMonths.has(mes) ? theirs.get(mes) : undefined;
      if (sum === undefined) return { mes, total: null, arancel: null, impuestos: null };
      const [invoiced = null, ...parts] = sum;
      const [total = null, arancel = null, impuestos = null] = parts.map((parte) => inHundredths(parte, invoiced));
      return { mes, total, arancel, impuestos };
    }),
    abrir: tarjeta === null ? abrir : { ...abrir, filtros: [{ campo: 'tarjeta', valor: tarjeta }] },
  });
  const sumBilled = (theirs: ReadonlyMap<string, MonthSum>): bigint =>
    [...theirs.values()].reduce((sum, [each = null]) => sum + (each ?? 0n), 0n);
  const tarjetas = [...porTarjeta]
    .filter(([tarjeta, theirs]) => tarjeta !== null && sumBilled(theirs) > 0n)
    .sort(([, a], [, b]) => (sumBilled(b) > sumBilled(a) ? 1 : -1))
    .slice(0, TARJETAS);
  const todas = porTarjeta.get(null) ?? new Map<string, MonthSum>();
  const hay = tarjetas.length > 0 || readMonths.has(ultimo);
  return hay ? [...tarjetas.map(([tarjeta, theirs]) => costRow(tarjeta, theirs)), costRow(null, todas)] : [];
}

/** Chargebacks by month; null in a month that was not all read. */
export async function contracargosOf(data: HomeData, periodo: Period): Promise<readonly HomeContracargos[]> {
  const { meses, hoy } = periodo;
  const [primero = ''] = meses;
  const filtros = [{ campo: 'motivo', valores: [CONTRACARGO] }];
  const grupos = await data.sumador.group(
    { metodo: 'rechazos', desde: mesDe(primero).desde, hasta: hoy, filtros },
    { por: [{ campo: 'fecha', mes: true }], sumas: ['importe'] },
  );
  const byMonth = new Map(grupos.map((grupo) => [grupo.keys[0], grupo]));
  const leido = isReadIn(data, 'rechazos', periodo);
  return meses.map((mes) => {
    const { desde, hasta } = mesDe(mes);
    const grupo = byMonth.get(mes);
    const hay = leido(mes);
    return {
      mes,
      cantidad: hay ? (grupo?.n ?? 0) : null,
      importe: hay ? formatPlain(grupo?.sumas[0] ?? 0n) : null,
      abrir: { vista: 'rechazos', desde, hasta, filtros: [{ campo: 'motivo', valor: CONTRACARGO }] },
    };
  });
}
