import { addDays, daysOf, getMonthBefore, isCivilDate } from '../ui/dates.ts';
import { toBuenosAires } from '../ui/format.ts';
import type { ClosedName } from '#contract/cierre.ts';

const KEY = 'conciliador.periodo';

const isRange = ({ desde, hasta }: DateRange): boolean => isCivilDate(desde) && isCivilDate(hasta) && desde <= hasta;

/** Reads the stored period: the name of a preset, or two dates. Undefined for any other text. */
function parseStored(text: string): Preset | DateRange | undefined {
  const [from = '', to = ''] = text.split('..');
  const range = { desde: from, hasta: to };
  return PERIOD_PRESETS.find((preset) => preset === text) ?? (isRange(range) ? range : undefined);
}

/** The period of the data screens, stored for this tab. A list whose address has dates does not use it. */
export class Period {
  /** The person's choice: a preset, whose days change with today, or two dates. Undefined before the choice. */
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

  lookAtClock(): void {
    this.today = this.#getToday();
  }

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

  /** Sets the period to two dates. Gives false and changes nothing when a text is no date or the first date is after the last. */
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

/** Calendar months come first, because books are closed by month. */
export const PERIOD_PRESETS = ['mes', 'mes_pasado', 'mes_antepasado', '30', '90', 'anio'] as const;
export type Preset = (typeof PERIOD_PRESETS)[number];

export const getTodayInBuenosAires = (now: number): string => toBuenosAires(now).slice(0, 10);

/** The current month. In its first week, the last 30 days: the new month has hardly any sales, and the sales of the month before are still being checked. */
export const getDefaultPreset = (today: string): Preset => (today.slice(8) <= '07' ? '30' : 'mes');

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

/** Groups by taxpayer the closed months (`YYYY-MM`, in order) with a day from `desde` to `hasta` (`YYYY-MM-DD`); without a date, that side has no limit. */
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
