import { PERIOD_PRESETS, getRange, type Preset, type DateRange } from './period-range.ts';

const KEY = 'conciliador.periodo';
const CIVIL = /^\d{4}-\d{2}-\d{2}$/;

/** The period that the data screens share while the tab lives. The address of a screen may have another one. */
export class Period {
  #range: DateRange = $state.raw({ desde: '', hasta: '' });
  readonly #getToday: () => string;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;

  /** `today`: the civil date of today. */
  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>, today: () => string) {
    this.#storage = storage;
    this.#getToday = today;
    const [from = '', to = ''] = (storage.getItem(KEY) ?? '').split('..');
    const saved = CIVIL.test(from) && CIVIL.test(to) && from <= to;
    this.#range = saved ? { desde: from, hasta: to } : getRange('mes', today());
  }

  get from(): string {
    return this.#range.desde;
  }
  get to(): string {
    return this.#range.hasta;
  }
  get today(): string {
    return this.#getToday();
  }

  /** The preset that has these days today; undefined when none has. */
  get preset(): Preset | undefined {
    return PERIOD_PRESETS.find((preset) => {
      const { desde, hasta } = getRange(preset, this.#getToday());
      return desde === this.from && hasta === this.to;
    });
  }

  /** Sets the period. False, and nothing changes, unless these are two dates in order. */
  choose({ desde, hasta }: DateRange): boolean {
    if (!CIVIL.test(desde) || !CIVIL.test(hasta) || desde > hasta) return false;
    this.#range = { desde, hasta };
    this.#storage.setItem(KEY, `${desde}..${hasta}`);
    return true;
  }
}
