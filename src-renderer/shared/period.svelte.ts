import { addDays, daysOf, getMonthBefore, isCivilDate } from '../ui/dates.ts';
import { toBuenosAires } from '../ui/format.ts';
import type { ClosedName } from '#contract/cierre.ts';

const KEY = 'conciliador.periodo';

const isRange = ({ desde, hasta }: DateRange): boolean => isCivilDate(desde) && isCivilDate(hasta) && desde <= hasta;

/** Reads the stored period: the name of a preset, or two dates. Any other text is none. */
function parseStored(text: string): Preset | DateRange | undefined {
  const [from = '', to = ''] = text.split('..');
  const range = { desde: from, hasta: to };
  return PERIOD_PRESETS.find((preset) => preset === text) ?? (isRange(range) ? range : undefined);
}

/** The period of the data screens, kept for this tab. The address of a list may have another period. */
export class Period {
  /** A preset (its days change with today), or two dates that the person typed; undefined before the person chose. */
  #chosen: Preset | DateRange | undefined = $state.raw();
  /** Today's civil date, as of the last `lookAtClock`. */
  today = $state('');
  readonly #getToday: () => string;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly #range: DateRange = $derived.by(() => {
    const chosen = this.#chosen ?? getDefaultPreset(this.today);
    return typeof chosen === 'string' ? getRange(chosen, this.today) : chosen;
  });

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>, getToday: () => string) {
    this.#storage = storage;
    this.#getToday = getToday;
    this.today = getToday();
    this.#chosen = parseStored(storage.getItem(KEY) ?? '');
  }

  get from(): string {
    return this.#range.desde;
  }
  get to(): string {
    return this.#range.hasta;
  }

  /** Updates `today`, for a program that stays open overnight. */
  lookAtClock(): void {
    this.today = this.#getToday();
  }

  /** The preset whose days equal the period; undefined when none does. */
  get preset(): Preset | undefined {
    return PERIOD_PRESETS.find((preset) => {
      const { desde, hasta } = getRange(preset, this.today);
      return desde === this.from && hasta === this.to;
    });
  }

  choosePreset(preset: Preset): void {
    this.#chosen = preset;
    this.#storage.setItem(KEY, preset);
  }

  /** Sets the period to two dates. False, without a change, when one is no day or the first is after the last. */
  choose({ desde, hasta }: DateRange): boolean {
    if (!isRange({ desde, hasta })) return false;
    this.#chosen = { desde, hasta };
    this.#storage.setItem(KEY, `${desde}..${hasta}`);
    return true;
  }
}

/** Days, `YYYY-MM-DD`, both ends included. */
export interface DateRange {
  readonly desde: string;
  readonly hasta: string;
}

/** Calendar months first, because books are closed by month. */
export const PERIOD_PRESETS = ['mes', 'mes_pasado', 'mes_antepasado', '30', '90', 'anio'] as const;
export type Preset = (typeof PERIOD_PRESETS)[number];

/** The civil date in Buenos Aires, from milliseconds since the epoch. */
export const getTodayInBuenosAires = (now: number): string => toBuenosAires(now).slice(0, 10);

/** This month. In its first week, the last 30 days: the month has hardly any sales yet, and those of the month before are still checked. */
const getDefaultPreset = (today: string): Preset => (today.slice(8) <= '07' ? '30' : 'mes');

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

/** The closed months (`YYYY-MM`, in order) with a day from `desde` to `hasta` (`YYYY-MM-DD`), by taxpayer. Without `desde` or `hasta`, all months before or after. */
export function findClosed(
  closed: readonly ClosedName[],
  { desde = '', hasta = '9999' }: { readonly desde?: string | undefined; readonly hasta?: string | undefined },
): readonly { readonly cuit: string; readonly meses: readonly string[] }[] {
  const within = closed.filter(({ periodo }) => periodo >= desde.slice(0, 7) && periodo <= hasta.slice(0, 7));
  return [...Map.groupBy(within, ({ cuit }) => cuit)].map(([cuit, own]) => ({
    cuit,
    meses: own.map(({ periodo }) => periodo),
  }));
}
