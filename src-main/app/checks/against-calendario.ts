/** The calendar's amounts of each day against operations by day of sale, and against settlements by day of payment. */
import type { FigureTarget } from '#contract/home.ts';
import type { CheckDocument, CheckRow } from '#contract/checks.ts';
import { addDays, type CivilDate } from '#domain/civil-date.ts';
import { readSide, findLastClosedDay, type NoData } from '#domain/checks.ts';
import { daysBetweenDates, mesDe } from '../figures/days.ts';
import type { HomeData } from '../figures/adder.ts';
import { linkToCredited } from '../home/to-be-credited.ts';
import { comparisonOf, rowOf, withoutData } from './compare.ts';
import { isReadByOtherDate, readStretches } from './read-by.ts';

/** A settlement is paid at most so many days after its date, so settlements of the days before count too. */
const DEADLINE_DAYS = 60;

interface DateWindow {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

/** Null: some amount of that day is missing. */
type ByDay = ReadonlyMap<string, bigint | null>;

async function calendario(
  data: HomeData,
  campo: 'vendido' | 'acreditado',
  { desde, hasta }: DateWindow,
): Promise<ByDay> {
  const dias = await data.sumador.group(
    { metodo: 'calendario', desde, hasta },
    { por: [{ campo: 'fecha' }], sumas: [campo] },
  );
  return new Map(
    dias.map(({ keys, sumas: sums, faltan }) => [keys[0] ?? '', (faltan[0] ?? 0) > 0 ? null : (sums[0] ?? 0n)]),
  );
}

const addTo = (dias: Map<string, bigint | null>, dia: string, importe: bigint | null): void => {
  const before = dias.get(dia);
  dias.set(dia, before === null || importe === null ? null : (before ?? 0n) + importe);
};

/** The days of a period that do not agree, with both sums; and whether some days cannot be compared. */
function byDays(
  ventana: DateWindow,
  { esperado, calculado }: { esperado: ByDay; calculado: ByDay },
  abrir: (dia: CivilDate) => FigureTarget,
) {
  const filas: CheckRow[] = [];
  const sum = { esperado: 0n, calculado: 0n };
  let sinInformar = false;
  for (const dia of daysBetweenDates(ventana.desde, ventana.hasta)) {
    const [item = 0n, otro = 0n] = [esperado.get(dia), calculado.get(dia)];
    if (item === null || otro === null) {
      sinInformar = true;
      continue;
    }
    sum.esperado += item;
    sum.calculado += otro;
    if (item !== otro) filas.push(rowOf(dia, { esperado: item, calculado: otro }, abrir(dia)));
  }
  return { suma: sum, filas, sinInformar };
}

const ofDays = (
  identidad: Parameters<typeof comparisonOf>[0],
  { suma: sum, filas, sinInformar }: ReturnType<typeof byDays>,
): CheckDocument =>
  sinInformar && filas.length === 0 ? withoutData(identidad, 'sin_informar') : comparisonOf(identidad, sum, filas);

/** The part of a month to compare: up to the last day that both sides know whole; the reason when there is none. */
function closedWindow(data: HomeData, ventana: DateWindow, otro: 'operaciones' | 'liquidaciones'): DateWindow | NoData {
  const calendarStretches = data.cache.readStretches('calendario', 'fecha');
  const filas = readStretches(data, otro);
  const closing = findLastClosedDay(readSide(calendarStretches, ventana), readSide(filas, ventana));
  if (closing === undefined) return 'sin_leer';
  const hasta = closing < ventana.hasta ? closing : ventana.hasta;
  if (hasta < ventana.desde) return 'parcial';
  const cerrada = { desde: ventana.desde, hasta };
  return readSide(calendarStretches, cerrada).motivo ?? readSide(filas, cerrada).motivo ?? cerrada;
}

const clipped = (mes: string, { desde, hasta }: DateWindow): DateWindow => {
  const whole = mesDe(mes);
  return {
    desde: desde > whole.desde ? desde : whole.desde,
    hasta: hasta < whole.hasta ? hasta : whole.hasta,
  };
};

/** Σ of operations by day of sale against what the calendar says was sold. */
export async function soldAgainstCalendario(
  data: HomeData,
  meses: readonly string[],
  request: DateWindow,
): Promise<readonly CheckDocument[]> {
  const documents: CheckDocument[] = [];
  for (const periodo of meses) {
    const mes = clipped(periodo, request);
    const linkTo = (dias: DateWindow): FigureTarget => ({ vista: 'operaciones', desde: dias.desde, hasta: dias.hasta });
    const identidad = { control: 'calendario_vendido', campo: 'vendido', periodo, tarjeta: null } as const;
    const ventana = closedWindow(data, mes, 'operaciones');
    if (typeof ventana === 'string') {
      documents.push(withoutData({ ...identidad, ...mes, abrir: linkTo(mes) }, ventana));
      continue;
    }
    const operaciones = await data.sumador.group(
      { metodo: 'operaciones', desde: ventana.desde, hasta: ventana.hasta },
      { por: [{ campo: 'fecha_venta' }], sumas: ['importe'] },
    );
    const dias = byDays(
      ventana,
      {
        esperado: await calendario(data, 'vendido', ventana),
        calculado: new Map(operaciones.map(({ keys, sumas: sums }) => [keys[0] ?? '', sums[0] ?? 0n])),
      },
      (dia) => linkTo({ desde: dia, hasta: dia }),
    );
    documents.push(ofDays({ ...identidad, ...ventana, abrir: linkTo(ventana) }, dias));
  }
  return documents;
}

/**
 * Why a difference on credited days means nothing. Settlements paid on those days may be dated on earlier days that were not read. Or
 * nothing says on which day a settlement was paid, because there is no bank feed. Where the service lists by payment date, the days that
 * were read are payment days.
 */
function whyUncertain(
  data: HomeData,
  { antes, ventana, undated }: { readonly antes: CivilDate; readonly ventana: DateWindow; readonly undated: boolean },
): NoData | undefined {
  const byPayment = isReadByOtherDate(data, 'liquidaciones');
  const { motivo: previous } = readSide(readStretches(data, 'liquidaciones'), { desde: antes, hasta: ventana.hasta });
  if (!byPayment && previous !== null) return 'parcial';
  if (!undated) return undefined;
  return readSide(data.cache.readStretches('movimientos', 'fecha'), ventana).motivo ?? 'sin_fecha_de_pago';
}

/**
 * Σ of settlements by the day they are paid against what the calendar says was credited. The day is that of the bank's movement, else the
 * payment date of the operations. Where neither is known, or the settlements of the days before were not read, a difference means nothing.
 */
export async function creditedAgainstCalendario(
  data: HomeData,
  meses: readonly string[],
  request: DateWindow,
): Promise<readonly CheckDocument[]> {
  const stretches = data.cache.readStretches('movimientos', 'fecha');
  const banco = stretches.length > 0 && stretches.every(({ contratado }) => contratado);
  const documents: CheckDocument[] = [];
  for (const periodo of meses) {
    const mes = clipped(periodo, request);
    const identidad = { control: 'calendario_acreditado', campo: 'acreditado', periodo, tarjeta: null } as const;
    const ventana = closedWindow(data, mes, 'liquidaciones');
    if (typeof ventana === 'string') {
      const abrir = linkToCredited(mes.desde, mes.hasta, banco);
      documents.push(withoutData({ ...identidad, ...mes, abrir }, ventana));
      continue;
    }
    const antes = addDays(ventana.desde, -DEADLINE_DAYS);
    const calculado = new Map<string, bigint | null>();
    const inBank = new Map<string, bigint | null>();
    let undated = false;
    for (const { pago, total_acreditado, acreditada } of await data.sumador.crossCheck(antes, ventana.hasta)) {
      if (pago === null) undated ||= total_acreditado !== 0n;
      else addTo(calculado, pago, total_acreditado);
      if (pago !== null && acreditada !== false) addTo(inBank, pago, total_acreditado);
    }
    const esperado = await calendario(data, 'acreditado', ventana);
    const against = (its: ByDay) =>
      byDays(ventana, { esperado, calculado: its }, (dia) => linkToCredited(dia, dia, banco));
    // The description does not say whether the calendar counts a payment that was due and that the bank does not show. We take the reading that
    // agrees on more days.
    const [byPaymentDate, byBankDate] = [against(calculado), against(inBank)];
    const dias = byBankDate.filas.length < byPaymentDate.filas.length ? byBankDate : byPaymentDate;
    const uncertain = dias.filas.length === 0 ? undefined : whyUncertain(data, { antes, ventana, undated });
    const theirs = { ...identidad, ...ventana, abrir: linkToCredited(ventana.desde, ventana.hasta, banco) };
    documents.push(uncertain === undefined ? ofDays(theirs, dias) : withoutData(theirs, uncertain));
  }
  return documents;
}
