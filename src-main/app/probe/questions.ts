/** Questions that no method of the client asks: one GET each, whose answer shows how the service takes what its description leaves open. */
import { isAppError } from '#contract/errors.ts';
import type { TriedWindow } from '#contract/probe.ts';
import { addDays, type CivilDate } from '#domain/civil-date.ts';
import { VIEWS } from '#domain/views/index.ts';
import type { DateWindow } from '#domain/window.ts';
import type { Service } from '#service/index.ts';
import type { ParametersMode } from '#service/learned.ts';
import type { Param } from '#service/query/get.ts';
import type { Reply } from '#service/query/ask.ts';
import { listRawRows, textsOf } from './raw-rows.ts';
import type { Silence } from './silence.ts';
import { ABSENT_ID, LISTS } from './readings.ts';

/** The answers by name; undefined where no complete answer came. */
export interface Answers {
  readonly unknownToken: Reply | undefined;
  /** The answer to a request for a time with another date than the sale's, which the service refuses by its description. */
  readonly badRequest: Reply | undefined;
  readonly absent: Reply | undefined;
  /** The first page of the result of a listed reconciliation, twice; undefined where none is listed. */
  readonly result: Reply | undefined;
  readonly sameResult: Reply | undefined;
  /** The list of reconciliations of a day without any. */
  readonly emptyList: Reply | undefined;
  readonly pastEnd: Reply | undefined;
  readonly overMaximum: Reply | undefined;
  /** The same page of settlements, twice. */
  readonly page: Reply | undefined;
  readonly samePage: Reply | undefined;
  /** The first operations of the last days; `later` is compared with them. */
  readonly operations: Reply | undefined;
  /** Pages of settlements of the longest accepted window, up to the first with a recovered advance. */
  readonly wide: readonly Reply[];
  /** Settlements with the parameters in the body alone, and in the query alone. */
  readonly byBody: Reply | undefined;
  readonly byQuery: Reply | undefined;
  readonly fewMovements: Reply | undefined;
  readonly allMovements: Reply | undefined;
  /** One operation of the days of `operations`, asked for near the end: its total shows whether new ones came. */
  readonly later: Reply | undefined;
  readonly formerToken: Reply | undefined;
  readonly windows: readonly TriedWindow[];
}

interface Asked {
  readonly service: Service;
  readonly window: DateWindow;
  /** A listed reconciliation; `ABSENT_ID` where there is none. */
  readonly id: string;
  readonly silence: Silence;
  readonly signal: AbortSignal;
}

const LONGEST_DAYS = 366;
const WIDE_PAGES = 5;
/** The one date of settlements whose format is not stated; most settlements do not have it. */
export const RECOVERED = 'fecha_recupero_adelanto';
const DATED: readonly (readonly [metodo: string, path: string])[] = [
  ...LISTS.map((name) => [name, VIEWS[name].source.path] as const),
  ['conciliar-operaciones-listar', 'v2/conciliar-operaciones/listar'],
];

const toDateParams = (from: string, to: string): readonly Param[] => [
  ['fecha_desde', from],
  ['fecha_hasta', to],
];
const toPageParams = (rows: number, number: number): readonly Param[] => [
  ['reg_pagina', String(rows)],
  ['pagina', String(number)],
];

/** Learns the number of the first page, if the readings did not show it, from settlements in pages of two rows. */
async function learnBase(
  { service, window, silence, signal }: Omit<Asked, 'id'>,
  setPageSize: (rows: number) => void,
): Promise<void> {
  if (service.learned.getPageBase() !== undefined || silence.ended() !== undefined) return;
  setPageSize(2);
  try {
    await service.liquidaciones.page({ ventana: window }, signal);
  } catch (error) {
    if (!isAppError(error)) throw error;
    silence.note(error);
  } finally {
    setPageSize(50);
  }
}

/** Throws only when `signal` is aborted: a question without an answer is reported as such. */
export async function askQuestions(asked: Asked, setPageSize: (rows: number) => void): Promise<Answers> {
  const { service, window, id, silence, signal } = asked;
  // Parameters go where the readings showed that the service reads them; where they did not show it, in body and query.
  const usual: ParametersMode = service.learned.readParametersMode() ?? 'ambos';
  async function ask(
    path: string,
    params: readonly Param[],
    how: { readonly modo?: ParametersMode; readonly token?: 'desconocido' | 'anterior' } = {},
  ): Promise<Reply | undefined> {
    if (silence.ended() !== undefined) return undefined;
    try {
      const reply = await service.ask({ path, params, modo: usual, ...how }, signal);
      silence.note(undefined);
      return reply;
    } catch (error) {
      signal.throwIfAborted();
      if (!isAppError(error)) throw error;
      silence.note(error);
      return undefined;
    }
  }

  const known = service.learned.getPageBase();
  // A request without a page number gives the first page, whose number may not be known.
  const oneRow: readonly Param[] = known === undefined ? [['reg_pagina', '1']] : toPageParams(1, known);
  /** Whether a window of so many days is accepted; undefined when that was not answered. Only one row is requested, so that little comes. */
  async function isTaken(path: string, length: number): Promise<boolean | undefined> {
    const from: CivilDate = addDays(window.hasta, 1 - length);
    const reply = await ask(path, [...toDateParams(from, window.hasta), ...oneRow]);
    // A 404 ("there is none") also means that the window was read.
    if (reply?.status === 200 || reply?.status === 404) return true;
    return reply?.status === 400 || reply?.status === 413 ? false : undefined;
  }

  /** A year, or else the longest accepted window, by bisection. */
  async function longestOf(method: string, path: string): Promise<TriedWindow> {
    let accepted: number | null = null;
    let refused: number | null = null;
    let length = LONGEST_DAYS;
    while (length > (accepted ?? 0) && length !== refused) {
      const taken = await isTaken(path, length);
      if (taken === undefined) break;
      if (taken) accepted = length;
      else refused = length;
      if (refused === null) break;
      length = Math.floor(((accepted ?? 0) + refused) / 2);
    }
    return { metodo: method, aceptada: accepted, rechazada: refused };
  }

  const windows: TriedWindow[] = [];
  for (const [method, path] of DATED) windows.push(await longestOf(method, path));
  const longestTakenBy = (method: string): number =>
    windows.find((one) => one.metodo === method)?.aceptada ?? LONGEST_DAYS;

  /**
   * As many days of the window as the list takes at once, from its first day or up to its last. A longer window would be refused for its length.
   */
  function fitWindow(method: string, which: 'first' | 'last' = 'first'): DateWindow {
    const days = longestTakenBy(method);
    const [last, first] = [addDays(window.desde, days - 1), addDays(window.hasta, 1 - days)];
    return which === 'first'
      ? { ...window, hasta: last < window.hasta ? last : window.hasta }
      : { ...window, desde: first > window.desde ? first : window.desde };
  }
  const daysOf = (method: string, which?: 'last'): readonly Param[] => {
    const { desde, hasta } = fitWindow(method, which);
    return toDateParams(desde, hasta);
  };

  await learnBase({ service, window: fitWindow('liquidaciones'), silence, signal }, setPageSize);
  const base = service.learned.getPageBase() ?? 1;
  const askLiquidaciones = (...more: readonly Param[]) =>
    ask('v1/liquidaciones', [...daysOf('liquidaciones'), ...more]);
  const askMovimientos = (rows: number) =>
    ask('v1/movimientos', [...daysOf('movimientos'), ...toPageParams(rows, base)]);

  const operations = await ask('v1/operaciones', [...daysOf('operaciones', 'last'), ...toPageParams(50, base)]);
  const unknownToken = await ask('v1/comercios', [], { token: 'desconocido' });
  const badRequest = await ask('v1/operaciones', [
    ...toDateParams(`${window.desde} 00:00:00`, `${window.hasta} 00:00:00`),
    ['campo_fecha', 'fecha_pago'],
  ]);
  const absent = await ask(`v2/conciliar-operaciones/${ABSENT_ID}`, []);
  const resultOf = (one: string) => ask(`v2/conciliar-operaciones/${one}/resultado`, toPageParams(100, base));
  const [result, sameResult] = id === ABSENT_ID ? [] : [await resultOf(id), await resultOf(id)];
  const emptyList = await ask('v2/conciliar-operaciones/listar', toDateParams('2000-01-01', '2000-01-01'));
  const pastEnd = await askLiquidaciones(...toPageParams(50, 1_000_000));
  const overMaximum = await askLiquidaciones(...toPageParams(51, base));
  const first = await askLiquidaciones(...toPageParams(50, base));
  const samePage = await askLiquidaciones(...toPageParams(50, base));
  const byBody = await ask('v1/liquidaciones', [...daysOf('liquidaciones'), ...toPageParams(50, base)], {
    modo: 'cuerpo',
  });
  const byQuery = await ask('v1/liquidaciones', [...daysOf('liquidaciones'), ...toPageParams(50, base)], {
    modo: 'consulta',
  });
  const fewMovements = await askMovimientos(2);
  const allMovements = await askMovimientos(1000);
  const wide: Reply[] = [];
  for (let number = base; number < base + WIDE_PAGES; number += 1) {
    const reply = await ask('v1/liquidaciones', [
      ...toDateParams(addDays(window.hasta, 1 - longestTakenBy('liquidaciones')), window.hasta),
      ...toPageParams(50, number),
    ]);
    if (reply !== undefined) wide.push(reply);
    const rows = listRawRows(reply?.body);
    if (rows.length === 0 || textsOf(rows, RECOVERED).length > 0) break;
  }
  const later = await ask('v1/operaciones', [...daysOf('operaciones', 'last'), ...toPageParams(1, base)]);
  const formerToken = await ask('v1/comercios', [], { token: 'anterior' });
  return {
    unknownToken,
    badRequest,
    absent,
    result,
    sameResult,
    emptyList,
    pastEnd,
    overMaximum,
    page: first,
    samePage,
    byBody,
    byQuery,
    fewMovements,
    allMovements,
    operations,
    wide,
    later,
    formerToken,
    windows,
  };
}
