import { addDays, daysOf, getMonthBefore, isCivilDate } from '../ui/dates.ts';
import { toBuenosAires } from '../ui/format.ts';
import type { ClosedName } from '#contract/cierre.ts';

const KEY = 'conciliador.periodo';

const isRange = ({ desde, hasta }: DateRange): boolean => isCivilDate(desde) && isCivilDate(hasta) && desde <= hasta;

/** Reads the stored period: a preset, or two dates. Any other text means this month. */
function parseStored(text: string): Preset | DateRange {
  const [from = '', to = ''] = text.split('..');
  const range = { desde: from, hasta: to };
  return PERIOD_PRESETS.find((preset) => preset === text) ?? (isRange(range) ? range : 'mes');
}

/** The period that the data screens share while the tab exists. The address of a screen may have another one. */
export class Period {
  /** A preset moves on with each day; dates that the person typed stay. */
  #chosen: Preset | DateRange = $state.raw('mes');
  #today = $state('');
  readonly #getToday: () => string;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly #range: DateRange = $derived(
    typeof this.#chosen === 'string' ? getRange(this.#chosen, this.#today) : this.#chosen,
  );

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>, getToday: () => string) {
    this.#storage = storage;
    this.#getToday = getToday;
    this.#today = getToday();
    this.#chosen = parseStored(storage.getItem(KEY) ?? '');
  }

  get from(): string {
    return this.#range.desde;
  }
  get to(): string {
    return this.#range.hasta;
  }
  /** The civil date of today, as of the last look at the clock. */
  get today(): string {
    return this.#today;
  }

  /** Reads the clock: for a program that stays open overnight, today changes. */
  lookAtClock(): void {
    this.#today = this.#getToday();
  }

  /** The preset that has the days of the period today; undefined when none has. */
  get preset(): Preset | undefined {
    return PERIOD_PRESETS.find((preset) => {
      const { desde, hasta } = getRange(preset, this.#today);
      return desde === this.from && hasta === this.to;
    });
  }

  /** Sets the period to a preset, which moves on with each day. */
  choosePreset(preset: Preset): void {
    this.#chosen = preset;
    this.#storage.setItem(KEY, preset);
  }

  /** Sets the period to two dates. Returns false and changes nothing when they are not in order. */
  choose({ desde, hasta }: DateRange): boolean {
    if (!isRange({ desde, hasta })) return false;
    this.#chosen = { desde, hasta };
    this.#storage.setItem(KEY, `${desde}..${hasta}`);
    return true;
  }
}

/** Both ends included, `YYYY-MM-DD`. */
export interface DateRange {
  readonly desde: string;
  readonly hasta: string;
}

/** Calendar months come first, because books are closed by month. */
export const PERIOD_PRESETS = ['mes', 'mes_pasado', 'mes_antepasado', '30', '90', 'anio'] as const;
export type Preset = (typeof PERIOD_PRESETS)[number];

/** The civil date in Buenos Aires, from milliseconds since the epoch. */
export const getTodayInBuenosAires = (now: number): string => toBuenosAires(now).slice(0, 10);

/** The days of a preset, up to today. */
export function getRange(preset: Preset, today: string): DateRange {
  switch (preset) {
    case 'mes':
      return { desde: `${today.slice(0, 7)}-01`, hasta: today };
    case 'mes_pasado':
      return daysOf(getMonthBefore(today));
    case 'mes_antepasado':
      return daysOf(getMonthBefore(today, 2));
    case '30':
      return { desde: addDays(today, -29), hasta: today };
    case '90':
      return { desde: addDays(today, -89), hasta: today };
    case 'anio':
      return { desde: `${today.slice(0, 4)}-01-01`, hasta: today };
  }
}

/** The closed months of one taxpayer among some days. */
export interface ClosedOf {
  readonly cuit: string;
  /** In order. */
  readonly meses: readonly string[];
}

/** The closed months with a day between `desde` and `hasta` (`YYYY-MM-DD`), by taxpayer; an absent end is open. */
export function findClosed(
  closed: readonly ClosedName[],
  { desde = '', hasta = '9999' }: { readonly desde?: string | undefined; readonly hasta?: string | undefined },
): readonly ClosedOf[] {
  const within = closed.filter(({ periodo }) => periodo >= desde.slice(0, 7) && periodo <= hasta.slice(0, 7));
  return [...Map.groupBy(within, ({ cuit }) => cuit)].map(([cuit, own]) => ({
    cuit,
    meses: own.map(({ periodo }) => periodo),
  }));
}
