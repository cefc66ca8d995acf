import type { Found } from '#contract/data.ts';
import type { Api } from '../api/api.ts';
import { toFailure, type Failure } from '../api/failure.ts';
import type { IconName } from '../ui/icons.ts';

export type PaletteGroup = 'pantallas' | 'commands' | 'hallados' | 'ayuda';

/** One line of the search: what it is and what choosing it does. */
export interface PaletteEntry {
  readonly id: string;
  readonly grupo: PaletteGroup;
  readonly icono: IconName;
  readonly titulo: string;
  readonly detalle?: string;
  readonly perform: () => void;
}

/** Least number of letters for which the data is searched: two digits are in almost every number. */
const MINIMUM = 3;
const DIACRITICS = /\p{M}/gu;
const fold = (text: string): string => text.normalize('NFD').replace(DIACRITICS, '').toLowerCase();

interface Deps {
  readonly api: Api;
  readonly account: string | undefined;
  /** Screens and commands. */
  readonly fixed: readonly PaletteEntry[];
  readonly entryOf: (foundRecord: Found) => PaletteEntry;
  /** Searches the manual, whose code is loaded at the first search. */
  readonly searchHelp: (text: string) => Promise<readonly PaletteEntry[]>;
}

/** The search of the top bar: screens and commands by their words, records of this PC by their numbers. */
export class PaletteState {
  text = $state('');
  /** Place of the chosen line among `entries`. */
  place = $state(0);
  found = $state.raw<readonly Found[]>([]);
  inManual = $state.raw<readonly PaletteEntry[]>([]);
  isIncomplete = $state(false);
  isSearching = $state(false);
  failure = $state.raw<Failure | undefined>(undefined);
  readonly #deps: Deps;
  #round = 0;

  /** The lines that contain every typed word, in any order; all fixed lines before anything is typed. */
  readonly entries: readonly PaletteEntry[] = $derived.by(() => {
    const words = fold(this.text).split(/\s+/).filter(Boolean);
    const fixed = this.#deps.fixed.filter(({ titulo, detalle = '' }) => {
      const where = fold(`${titulo} ${detalle}`);
      return words.every((word) => where.includes(word));
    });
    return [...fixed, ...this.found.map(this.#deps.entryOf), ...this.inManual];
  });
  readonly chosen: PaletteEntry | undefined = $derived(this.entries[this.place]);
  /** The search ended and found nothing. */
  readonly isNothingFound: boolean = $derived(
    this.entries.length === 0 && !this.isSearching && this.failure === undefined && this.text.trim() !== '',
  );

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  write(text: string): void {
    this.text = text;
    this.place = 0;
  }

  move(steps: number): void {
    const howMany = this.entries.length;
    if (howMany > 0) this.place = (this.place + steps + howMany) % howMany;
  }

  /** Searches the data of this PC for the current text. A late answer to an older text is dropped. */
  async search(): Promise<void> {
    const round = ++this.#round;
    const text = this.text.trim();
    const { api, account } = this.#deps;
    void this.#searchHelp(text, round);
    if (text.length < MINIMUM || account === undefined) {
      this.found = [];
      this.isIncomplete = false;
      this.isSearching = false;
      return;
    }
    this.isSearching = true;
    try {
      const found = await api.call('datos.buscar', { cuenta: account, texto: text });
      if (round !== this.#round) return;
      this.found = found.hallados;
      this.isIncomplete = found.incompleto;
      this.failure = undefined;
    } catch (error) {
      if (round !== this.#round) return;
      this.found = [];
      this.failure = toFailure(error);
    }
    this.isSearching = false;
  }

  async #searchHelp(text: string, round: number): Promise<void> {
    let found: readonly PaletteEntry[] = [];
    try {
      found = await this.#deps.searchHelp(text);
    } catch {
      found = []; // the file of the manual is gone, which the frame reports; the data is searched all the same
    }
    if (round === this.#round) this.inManual = found;
  }
}
