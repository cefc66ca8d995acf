import type { DataSearch, Found } from '#contract/data.ts';
import type { Api } from '../api/api.ts';
import { toFailure, type Failure } from '../api/failure.ts';
import type { IconName } from '../ui/icons.ts';
import { formatMonthAndYear, getMonthBefore } from '../ui/dates.ts';
import { hasWords } from '../ui/typing.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import { m } from '../paraglide/messages.js';
import { getLanguage } from '../ui/language.ts';
import { formatCuit, formatAmount } from '../ui/format.ts';
import type { FoundSection } from '../features/help/search.ts';
import type { Shared } from '../shared/context.ts';
import { DATA_SECTIONS, isTabOf } from '../shared/route-filter.ts';
import type { Route } from '../shared/routes.ts';
import { BESIDE_QUEUE, SECTIONS, SETTINGS } from '../shared/sections.ts';

export type PaletteGroup = 'pantallas' | 'commands' | 'hallados' | 'ayuda';

export interface PaletteEntry {
  readonly id: string;
  readonly grupo: PaletteGroup;
  readonly icono: IconName;
  readonly titulo: string;
  readonly detalle?: string;
  /** True for a line that shows only once a letter is typed: without letters there would be too many lines, and a number searches for records. */
  readonly isQuiet?: boolean;
  readonly perform: () => void;
}

/** Characters that a search in the data needs at least: two digits are in almost every number. */
const MINIMUM = 3;

interface Deps {
  readonly api: Api;
  readonly account: string | undefined;
  readonly fixed: readonly PaletteEntry[];
  readonly entryOf: (foundRecord: Found) => PaletteEntry;
  readonly searchHelp: (text: string) => Promise<readonly PaletteEntry[]>;
}

/** What was found for a text. `data` and `manual` are undefined until their search has ended. */
interface Answer {
  readonly text: string;
  readonly data?: Pick<DataSearch, 'hallados' | 'incompleto'>;
  readonly manual?: readonly PaletteEntry[];
  readonly failure?: Failure;
}
const NOTHING = { hallados: [], incompleto: false } as const;

/** The search of the top bar. Finds screens, commands and the manual by their words, and records of this PC. */
export class PaletteState {
  text = $state('');
  /** The line that the person moved to; undefined before, when the first line is chosen. */
  #chosenId = $state<string | undefined>(undefined);
  readonly #deps: Deps;
  #answer = $state.raw<Answer>({ text: '' });
  #ended: Promise<unknown> = Promise.resolve();

  readonly #typed: string = $derived(this.text.trim());
  /** The answer for the typed text; undefined until the search has begun. */
  readonly #shown: Answer | undefined = $derived(this.#answer.text === this.#typed ? this.#answer : undefined);
  readonly found: readonly Found[] = $derived(this.#shown?.data?.hallados ?? []);
  readonly isIncomplete: boolean = $derived(this.#shown?.data?.incompleto ?? false);
  readonly failure: Failure | undefined = $derived(this.#shown?.failure);
  readonly isSearching: boolean = $derived(
    this.#typed !== '' && (this.#shown?.data === undefined || this.#shown.manual === undefined),
  );
  readonly isTooShort: boolean = $derived(this.#typed !== '' && this.#typed.length < MINIMUM);

  /** The lines to show, in order: screens and commands with every typed word (in the title first), found records, found sections of the manual. */
  readonly entries: readonly PaletteEntry[] = $derived.by(() => {
    const has = (text: string): boolean => hasWords(text, this.text);
    const isOfWords = /\p{L}/u.test(this.text);
    const fixed = this.#deps.fixed.filter(
      ({ titulo, detalle = '', isQuiet = false }) => (isOfWords || !isQuiet) && has(`${titulo} ${detalle}`),
    );
    const byTitle = fixed.filter(({ titulo }) => has(titulo));
    return [
      ...byTitle,
      ...fixed.filter((entry) => !byTitle.includes(entry)),
      ...this.found.map(this.#deps.entryOf),
      ...(this.#shown?.manual ?? []),
    ];
  });
  /** The index of the chosen line in `entries`, which moves when lines are added before it. */
  readonly #place: number = $derived(
    Math.max(
      0,
      this.entries.findIndex(({ id }) => id === this.#chosenId),
    ),
  );
  readonly chosen: PaletteEntry | undefined = $derived(this.entries[this.#place]);
  readonly isNothingFound: boolean = $derived(
    this.entries.length === 0 &&
      !this.isSearching &&
      !this.isTooShort &&
      this.failure === undefined &&
      this.#typed !== '',
  );

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get place(): number {
    return this.#place;
  }
  set place(place: number) {
    this.#chosenId = this.entries[place]?.id;
  }

  write(text: string): void {
    this.text = text;
    this.#chosenId = undefined;
  }

  move(steps: number): void {
    const howMany = this.entries.length;
    if (howMany > 0) this.place = (this.place + steps + howMany) % howMany;
  }

  /** Searches the data and the manual for the typed text, at most once. Drops an answer when the text has changed meanwhile. */
  async search(): Promise<void> {
    const text = this.#typed;
    if (this.#answer.text !== text) {
      this.#answer = { text };
      this.#ended = Promise.all([this.#note(text, this.#askData(text)), this.#note(text, this.#askManual(text))]);
    }
    await this.#ended;
  }

  /**
   * Gives the line that Enter opens: the chosen one, otherwise the first. Waits for a running search, because a scanner types a number and Enter at once, and
   * because records come before the manual. Undefined when nothing is found or the text changed.
   */
  async take(): Promise<PaletteEntry | undefined> {
    const { text } = this;
    const isEarly = this.chosen === undefined || (this.#chosenId === undefined && this.chosen.grupo === 'ayuda');
    if (isEarly && this.isSearching) await this.search();
    return this.text === text ? this.chosen : undefined;
  }

  async #note(text: string, part: Promise<Omit<Answer, 'text'>>): Promise<void> {
    const found = await part;
    if (this.#answer.text === text) this.#answer = { ...this.#answer, ...found };
  }

  async #askData(text: string): Promise<Omit<Answer, 'text'>> {
    const { api, account } = this.#deps;
    if (text.length < MINIMUM || account === undefined) return { data: NOTHING };
    try {
      return { data: await api.call('datos.buscar', { cuenta: account, texto: text }) };
    } catch (error) {
      return { data: NOTHING, failure: toFailure(error) };
    }
  }

  async #askManual(text: string): Promise<Omit<Answer, 'text'>> {
    try {
      return { manual: await this.#deps.searchHelp(text) };
    } catch {
      return { manual: [] }; // the manual could not be loaded; the data is searched all the same
    }
  }
}

/** The route of an uploaded coupon: its result with the coupon chosen, or the list of reconciliations when the coupon is in no result. */
function getCuponRoute({ conciliacion, archivo, fila }: NonNullable<Found['cupon']>): Route {
  if (conciliacion === null) return { seccion: 'conciliaciones' };
  return { seccion: 'conciliaciones', id: conciliacion, filtro: { cupon: { fila, archivo } } };
}

function getFoundRoute({ vista, clave, cupon }: Pick<Found, 'vista' | 'clave' | 'cupon'>): Route {
  if (vista === 'conciliaciones') return { seccion: 'conciliaciones', id: clave };
  if (cupon !== undefined) return getCuponRoute(cupon);
  if (vista === 'liquidaciones' || vista === 'impuestos') return { seccion: vista, id: clave, filtro: {} };
  const section = DATA_SECTIONS.find((one) => vista === one || isTabOf(one, vista));
  if (section === undefined) return { seccion: 'conciliaciones' };
  return { seccion: section, filtro: section === vista ? { fila: clave } : { vista, fila: clave } };
}

const getIcon = (vista: Found['vista']): IconName =>
  vista === 'cupones' ? 'file-spreadsheet' : (SECTIONS.find(({ ruta }) => ruta.seccion === vista)?.icono ?? 'search');

/** The field, its value and the amount of a found record. Only the amount when the search matched the amount. */
function titleOf({ campo, valor, importe }: Found): string {
  const its = importe === null ? [] : [formatAmount(importe)];
  if (valor === '') return its.join('');
  const said = campo === 'cuit' ? formatCuit(valor) : valor;
  return [`${getFieldLabel(campo, getLanguage())} ${said}`, ...its].join(' · ');
}

export const makeFoundEntry = (found: Found, router: Shared['router']): PaletteEntry => ({
  id: `${found.vista} ${found.clave}`,
  grupo: 'hallados',
  icono: getIcon(found.vista),
  titulo: titleOf(found),
  detalle: found.cupon === undefined ? found.subtitulo : `${m.tu_cupon()} · ${found.subtitulo}`,
  perform: () => router.goTo(getFoundRoute(found)),
});

export const makeHelpEntry = ({ page, anchor, title, excerpt }: FoundSection, help: Shared['help']): PaletteEntry => ({
  id: `ayuda ${page} ${anchor}`,
  grupo: 'ayuda',
  icono: 'circle-question-mark',
  titulo: title,
  detalle: excerpt,
  perform: () => help.open({ page, anchor }),
});

interface OfFrame {
  readonly isFolded: boolean;
  readonly onFold: () => void;
  readonly onKeys: () => void;
}

const CLOSINGS = 24;

export function listScreenEntries(
  { router, help }: Pick<Shared, 'router' | 'help'>,
  today: string,
): readonly PaletteEntry[] {
  const createEntry = (
    id: string,
    ruta: Route,
    rest: Omit<PaletteEntry, 'id' | 'grupo' | 'perform'>,
  ): PaletteEntry => ({
    id: `ir ${id}`,
    grupo: 'pantallas',
    ...rest,
    perform: () => {
      help.close();
      router.goTo(ruta);
    },
  });
  const months = Array.from({ length: CLOSINGS }, (_, i) => getMonthBefore(today.slice(0, 7), i));
  return [
    ...[...SECTIONS, ...BESIDE_QUEUE].map(({ ruta, icono, word, title }) =>
      createEntry(ruta.seccion, ruta, {
        icono,
        titulo: word(),
        ...(title === undefined ? {} : { detalle: title() }),
      }),
    ),
    ...SETTINGS.map(({ parte, icono, word }) =>
      createEntry(
        `ajustes ${parte}`,
        { seccion: 'ajustes', parte },
        { icono, titulo: word(), detalle: m.seccion_ajustes(), isQuiet: true },
      ),
    ),
    ...months.map((mes) => {
      const titulo = m.cierre_titulo({ mes: formatMonthAndYear(mes) });
      return createEntry(`cierre ${mes}`, { seccion: 'cierre', mes }, { icono: 'lock', titulo, isQuiet: true });
    }),
  ];
}

export function listFixedEntries(
  { router, freshness, commands, help, period }: Pick<Shared, 'router' | 'freshness' | 'commands' | 'help' | 'period'>,
  { isFolded, onFold, onKeys }: OfFrame,
): readonly PaletteEntry[] {
  const createCommandEntry = (id: string, icon: IconName, title: string, work: () => void): PaletteEntry => ({
    id,
    grupo: 'commands',
    icono: icon,
    titulo: title,
    perform: work,
  });
  return [
    ...commands.own.map(({ id, text, run: work }) => createCommandEntry(id, 'arrow-right', text(), work)),
    ...listScreenEntries({ router, help }, period.today),
    createCommandEntry('actualizar', 'refresh-cw', m.marco_actualizar_datos(), () => void freshness.refresh()), // a failure is shown under the bar
    createCommandEntry('plegar', 'app-window', isFolded ? m.marco_desplegar() : m.marco_plegar(), onFold),
    createCommandEntry('ayuda', 'circle-question-mark', m.ayuda_abrir(), () => help.openHere()),
    createCommandEntry('teclas', 'info', m.teclas_titulo(), onKeys),
  ];
}
