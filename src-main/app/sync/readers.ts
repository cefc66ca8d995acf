/** Reads units of each kind of method and passes their rows on: lists by windows, calendar and totals by whole months, shops in one request. */
import { AppError } from '#contract/errors.ts';
import {
  addDays,
  countDaysBetween,
  requireCivilDate,
  type CivilDate,
  type DateWindow,
  monthOf,
} from '#domain/civil-date.ts';
import type { CalendarioDay } from '#domain/views/calendario.ts';
import type { Service } from '#service/index.ts';
import type { Between } from '#service/list/density.ts';
import type { Shop } from '#service/list/period.ts';
import { createKeptList, type StretchBeingRead, type WindowedMethod } from './lists.ts';
import { createTotalsReader } from './totals.ts';
import { getWholeMonth, listRemainingUnits, type ReaderDeps, type Unit, type UnitReader } from './units.ts';

/** Reads a month, and once more if days are missing; if days are still missing, it is unstable. Throws `FILTRO_IGNORADO` for days of another month. */
export async function readMonth(
  { calendario }: Pick<Service, 'calendario'>,
  { desde, hasta }: DateWindow,
  signal: AbortSignal,
): Promise<{
  readonly filas: readonly CalendarioDay[];
  readonly estado: 'completa' | 'inestable';
  readonly cuarentena: number;
}> {
  const days = countDaysBetween(desde, hasta) + 1;
  for (let tries = 1; ; tries += 1) {
    const { filas, cuarentena } = await calendario({ mes: monthOf(desde) }, signal);
    if (filas.some(({ fecha }) => fecha < desde || fecha > hasta)) {
      throw new AppError('FILTRO_IGNORADO', { detail: { metodo: 'calendario' } });
    }
    const isWhole = new Set(filas.map(({ fecha }) => fecha)).size + cuarentena === days;
    if (isWhole || tries === 2) return { filas, estado: isWhole ? 'completa' : 'inestable', cuarentena };
  }
}

/** A transaction ends with the stretch that brings it to this many rows (docs/storage.md). */
const PER_TRANSACTION = 8_000;
const BEGINNING = requireCivilDate('0001-01-01');
const FINAL = requireCivilDate('9999-12-31');

type StretchKind = Pick<StretchBeingRead, 'estado' | 'contratado' | 'igual'>;
const COMMON: StretchKind = { estado: 'completa', contratado: true, igual: false };
const isSameKind = (a: StretchKind, b: StretchKind): boolean =>
  a.estado === b.estado && a.contratado === b.contratado && a.igual === b.igual;

function createWindowReader(
  deps: ReaderDeps,
  method: WindowedMethod,
  dateField: Unit['campo'],
  shops: () => readonly Shop[],
): UnitReader {
  const { service, cache, clock } = deps;
  const list = createKeptList(service, method, dateField);
  let isMoved = false;
  /** The date field to store with the coverage; null if the service filters by a date that rows do not have. */
  function getFieldAsked(): string | null {
    if (!list.filtersByOtherDate()) return list.campo;
    if (!isMoved) deps.changeField(method, list.campo);
    isMoved = true;
    return null;
  }
  const readKnown = (between: Between) => cache.readPages(method, getFieldAsked() ?? '', between);

  return async (unit, signal) => {
    for (const { desde, hasta } of listRemainingUnits(deps, unit, getFieldAsked() ?? '')) {
      let kind = COMMON;
      let pile: StretchBeingRead[] = [];
      let rows = 0;
      let start: CivilDate = desde;
      // The time of all stretches of this window. Rows that were set aside get a later time.
      const readAt = clock.now();
      // Writes a stretch while the next stretch is read, so that only two stretches are in memory.
      let writing = Promise.resolve();
      const flush = async (end: CivilDate): Promise<void> => {
        if (end < start) return;
        const common = { metodo: method, desde: start, hasta: end, leido: readAt };
        const [flatRows, pages] = [pile.flatMap((one) => one.flatRows), pile.flatMap((one) => one.pages)];
        await writing;
        writing = kind.igual
          ? deps.touch(unit, { ...common, campo: getFieldAsked() ?? '' }, rows)
          : deps.writeFlat(unit, { ...common, ...kind, campo: getFieldAsked(), flatRows, pages });
        writing.catch(() => undefined); // the next stretch or the end awaits it and reports the failure
        [pile, rows] = [[], 0];
        start = addDays(end, 1);
      };
      for await (const stretch of list.read({ desde, hasta }, { shops, known: readKnown }, signal)) {
        if (!isSameKind(kind, stretch)) {
          await flush(addDays(stretch.desde, -1));
          kind = { estado: stretch.estado, contratado: stretch.contratado, igual: stretch.igual };
        }
        pile.push(stretch);
        rows += stretch.filas;
        if (!stretch.igual && rows >= PER_TRANSACTION) await flush(stretch.hasta);
      }
      await flush(hasta);
      await writing;
    }
  };
}

const createComerciosReader =
  ({ service, clock, write }: ReaderDeps, takeShops: (shops: readonly Shop[]) => void): UnitReader =>
  async (unit, signal) => {
    const readAt = clock.now();
    const { filas, total, cuarentena } = await service.comercios(signal);
    takeShops(filas);
    await write(unit, {
      metodo: 'comercios',
      campo: '',
      desde: BEGINNING,
      hasta: FINAL,
      filas: filas.map((row) => ({ id: row.id, fila: { ...row } })),
      estado: filas.length + cuarentena === total ? 'completa' : 'inestable',
      contratado: true,
      leido: readAt,
    });
  };

const createCalendarioReader =
  (deps: ReaderDeps): UnitReader =>
  async (unit, signal) => {
    const month = getWholeMonth(unit);
    if (listRemainingUnits(deps, { ...unit, ...month }, 'fecha').length === 0) return;
    const readAt = deps.clock.now();
    const { filas, estado, cuarentena } = await readMonth(deps.service, month, signal);
    await deps.write(unit, {
      metodo: 'calendario',
      campo: 'fecha',
      ...month,
      filas: filas.map((row) => ({ id: row.fecha, fila: { ...row } })),
      estado,
      contratado: true,
      leido: readAt,
      hasNameless: cuarentena > 0,
    });
  };

/** Returns a function that reads units. One reader serves all units of a method and date. */
export function createReaders(deps: ReaderDeps): UnitReader {
  /** The shops, once read; large lists are read shop by shop. */
  let shops: readonly Shop[] = [];
  const readers = new Map<string, UnitReader>();
  function createReader({ metodo, campo }: Unit): UnitReader {
    if (metodo === 'comercios') return createComerciosReader(deps, (read) => (shops = read));
    if (metodo === 'calendario') return createCalendarioReader(deps);
    if (metodo === 'liquidaciones-totales' || metodo === 'impuestos-totales') return createTotalsReader(deps, metodo);
    // All other methods are lists. A new view that is no list does not compile here.
    return createWindowReader(deps, metodo, campo, () => shops);
  }
  return (unit, signal) => {
    const key = `${unit.metodo}/${unit.campo ?? ''}`;
    const reader = readers.get(key) ?? createReader(unit);
    readers.set(key, reader);
    return reader(unit, signal);
  };
}
