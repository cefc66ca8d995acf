import { PERIOD_PRESETS, getRange, isCivilDate, type Preset, type DateRange } from './period-range.ts';

const KEY = 'conciliador.periodo';

const isRange = ({ desde, hasta }: DateRange): boolean => isCivilDate(desde) && isCivilDate(hasta) && desde <= hasta;

/** What was stored: a preset, or two dates. This month for anything else. */
function parseStored(text: string): Preset | DateRange {
  const [from = '', to = ''] = text.split('..');
  const range = { desde: from, hasta: to };
  return PERIOD_PRESETS.find((preset) => preset === text) ?? (isRange(range) ? range : 'mes');
}

/** The period that the data screens share while the tab lives. The address of a screen may have another one. */
export class Period {
  /** A preset goes on with the days; dates that the person wrote stay. */
  #chosen: Preset | DateRange = $state.raw('mes');
  #today = $state('');
  readonly #getToday: () => string;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly #range: DateRange = $derived(
    typeof this.#chosen === 'string' ? getRange(this.#chosen, this.#today) : this.#chosen,
  );

  /** `getToday` gives the civil date of now. */
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

  /** Looks at the clock: a program that stays open overnight has another day in the morning. */
  lookAtClock(): void {
    this.#today = this.#getToday();
  }

  /** The preset that has these days today; undefined when none has. */
  get preset(): Preset | undefined {
    return PERIOD_PRESETS.find((preset) => {
      const { desde, hasta } = getRange(preset, this.#today);
      return desde === this.from && hasta === this.to;
    });
  }

  /** Sets the period to a preset, which goes on with the days. */
  choosePreset(preset: Preset): void {
    this.#chosen = preset;
    this.#storage.setItem(KEY, preset);
  }

  /** Sets the period to two dates. False, and nothing changes, unless they are in order. */
  choose({ desde, hasta }: DateRange): boolean {
    if (!isRange({ desde, hasta })) return false;
    this.#chosen = { desde, hasta };
    this.#storage.setItem(KEY, `${desde}..${hasta}`);
    return true;
  }
}
