import type {
  MatrixCell,
  MatrixDay,
  MatrixDocument,
  MatrixPart,
  MatrixSides,
  MatrixState as DayState,
} from '#contract/checks.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { getReportName } from '#domain/texts/language.ts';
import type { Api, Tracking } from '../../api/api.ts';
import { m } from '../../paraglide/messages.js';
import { Ask } from '../../shared/task.svelte.ts';
import { writeRoute } from '../../shared/routes.ts';
import { capitalize } from '../../ui/dates.ts';
import { addUp, isZero, withText } from '../../ui/format.ts';
import { MAX_IN_WORKBOOK } from '../../ui/grid/paper.ts';
import type { StateName } from '../../ui/icons.ts';
import { describeCoverage } from '../data/coverage.ts';
import { nameConciliaciones } from '../sending/core-texts.ts';

export const STATES: Readonly<Record<DayState, readonly [StateName, () => string]>> = {
  difiere: ['error', m.control_difiere],
  faltan_cupones: ['aviso', m.caja_faltan_cupones],
  se_compensa: ['aviso', m.caja_se_compensa],
  sin_cupones: ['sin-conciliar', m.caja_sin_cupones],
  sin_subir: ['espera', m.caja_sin_subir],
  en_curso: ['sin-datos', m.caja_dia_en_curso],
  sin_datos: ['sin-datos', () => capitalize(m.sin_datos())],
  coincide: ['conciliado', m.control_coincide],
};

const UNKNOWN: readonly DayState[] = ['sin_subir', 'en_curso', 'sin_datos'];

/** True when this PC has the coupons and the operations of a day, so that both can be compared. */
export const isKnown = ({ estado }: Pick<MatrixDay, 'estado'>): boolean => !UNKNOWN.includes(estado);

/** The key in the tab's storage for the unfolded days, which stay unfolded when the person comes back from a list. */
const KEY = 'conciliador.caja';
const UNDATED = 'sin-fecha';

/** The merchant's coupons beside the processors' operations by day, for a result or a period. */
export class MatrixState extends Ask<MatrixDocument> {
  filter: DayState | 'todos' = $state('todos');
  #opened = $state.raw<readonly string[]>([]);
  /** True when all days of the filter are on screen, and not just the first `limit`. */
  isWhole = $state(false);
  /** Names of reconciliations by number; empty when all coupons are in one reconciliation. */
  #names = $state.raw<Readonly<Record<string, string>>>({});
  readonly #limit: number;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;

  readonly #filtered: readonly MatrixDay[] = $derived(
    (this.document?.filas ?? []).filter(({ estado }) => this.filter === 'todos' || estado === this.filter),
  );
  readonly shown: readonly MatrixDay[] = $derived.by(() =>
    this.isWhole ? this.#filtered : this.#filtered.slice(0, this.#limit),
  );
  readonly others: number = $derived(this.#filtered.length - this.shown.length);
  /** The days of the total and of the workbook: those of the filter; without a filter, all known days. */
  readonly #counted: readonly MatrixDay[] = $derived(
    this.#filtered.filter((day) => this.filter !== 'todos' || isKnown(day)),
  );
  readonly total: Omit<MatrixSides, 'partes' | 'abrir'> = $derived(addUpDays(this.#counted));
  /** True when the total compares coupons with operations. */
  readonly isCompared: boolean = $derived(this.#counted.some((day) => isKnown(day)));
  readonly counts: readonly { readonly estado: DayState; readonly dias: number }[] = $derived(
    // The rows come ordered by state, and so do the counts.
    Array.from(
      Map.groupBy(this.document?.filas ?? [], ({ estado }) => estado),
      ([estado, days]) => ({ estado, dias: days.length }),
    ),
  );

  readonly #read = $derived(this.document === undefined ? '' : describeCoverage(this.document.cobertura));
  /** `Sin contar: todavía no subido (2 días). 01/11/2026 – 30/11/2026, leído el 01/12 10:37`: what the total has. */
  readonly note: string = $derived.by(() => {
    const leftOut = this.counts
      .filter((state) => this.filter === 'todos' && !isKnown(state))
      .map(({ estado, dias }) => `${STATES[estado][1]().toLocaleLowerCase()} (${m.dias_n(withText(dias))})`);
    return [leftOut.length === 0 ? '' : m.caja_total_sin({ estado: leftOut.join(', ') }), this.#read]
      .filter(Boolean)
      .join('. ');
  });

  /** `limit`: days shown at first. `storage`: keeps the open days (`sessionStorage`). */
  constructor(api: Api, limit = Number.POSITIVE_INFINITY, storage?: Pick<Storage, 'getItem' | 'setItem'>) {
    super(api);
    this.#limit = limit;
    this.#storage = storage;
    this.#opened = storage?.getItem(KEY)?.split(' ') ?? [];
  }

  async read(input: MethodInput<'controles.caja'>, signal: AbortSignal): Promise<void> {
    await this.ask(async () => {
      const doc = await this.api.call('controles.caja', input, { signal });
      const ids = doc.filas.flatMap(({ partes }) => partes.map(({ conciliacion }) => conciliacion));
      if (ids.some((id) => id !== ids[0])) {
        const known = await this.api.call('conciliaciones.conocidas', { cuenta: input.cuenta }, { signal });
        this.#names = nameConciliaciones(known);
      }
      return doc;
    }, signal);
    // Shows all days when none is left in the filtered state.
    if (!this.counts.some(({ estado }) => estado === this.filter)) this.filter = 'todos';
  }

  nameOf = (id: string): string => this.#names[id] ?? m.resultado_titulo({ id });

  async writeWorkbook(cuenta: string, tracking: Tracking): Promise<string> {
    const rows = this.#counted.flatMap((day) =>
      day.celdas.map((cell) => COLUMNS.map(({ textOf }) => textOf(cell, day))),
    );
    const filas = rows.slice(0, MAX_IN_WORKBOOK);
    const pantalla = {
      titulo: m.cola_caja(),
      ...(this.note === '' ? {} : { nota: this.note }),
      columnas: COLUMNS.map(({ title, tipo = 'texto' }) => ({ titulo: title(), tipo })),
      filas,
      ...(rows.length > filas.length ? { de: rows.length } : {}),
    };
    const exportar = getReportName({ what: 'caja', cuenta, dias: this.document?.dias ?? undefined });
    return (await this.api.call('controles.caja_exportar', { cuenta, exportar, pantalla }, tracking)).exportado;
  }

  isOpen = ({ dia }: MatrixDay): boolean => this.#opened.includes(dia ?? UNDATED);

  toggle({ dia }: MatrixDay): void {
    const day = dia ?? UNDATED;
    const others = this.#opened.filter((one) => one !== day);
    this.#opened = others.length < this.#opened.length ? others : [...others, day];
    this.#storage?.setItem(KEY, this.#opened.join(' '));
  }
}

function addUpDays(days: readonly MatrixDay[]): Omit<MatrixSides, 'partes' | 'abrir'> {
  const sumCounts = (of: (day: MatrixDay) => number): number => days.reduce((sum, day) => sum + of(day), 0);
  const sumAmounts = (of: (day: MatrixDay) => string): string => addUp(days.map((day) => of(day))).total;
  return {
    cupones: sumCounts(({ cupones }) => cupones),
    importe: sumAmounts(({ importe }) => importe),
    operaciones: sumCounts(({ operaciones }) => operaciones),
    importeOperaciones: sumAmounts(({ importeOperaciones }) => importeOperaciones),
    diferencia: {
      cantidad: sumCounts(({ diferencia }) => diferencia.cantidad),
      importe: sumAmounts(({ diferencia }) => diferencia.importe),
    },
  };
}

const GROUPS: Readonly<Record<MatrixPart['grupo'], () => string>> = {
  conciliados: m.col_conciliados,
  sin_conciliar: m.seccion_sin_conciliar,
  no_informados: m.resultado_no_informados,
  errores: m.con_error,
};

/** `2 decididos`: how many of these coupons a person linked, explained or wrote off; empty for none. */
export function describeDecided(partes: MatrixDay['partes']): string {
  const n = partes.reduce((sum, { decididos = 0 }) => sum + decididos, 0);
  return n === 0 ? '' : m.caja_decididos(withText(n));
}

/** Tells *Faltan cupones* from *Difiere*: `todo lo cargado concilió`, or `2 sin conciliar`. */
export function describeMatched({ estado, partes }: Pick<MatrixDay, 'estado' | 'partes'>): string {
  if (estado === 'faltan_cupones') return m.caja_todo_concilio();
  const n = partes.reduce((sum, { grupo, cupones }) => sum + (grupo === 'sin_conciliar' ? cupones : 0), 0);
  return n === 0 ? '' : m.balance_sin_conciliar(withText(n));
}

interface ShownPart {
  readonly key: string;
  readonly words: string;
  readonly cupones: number;
  readonly href: string | undefined;
}

/** `Sin conciliar · octubre.xlsx`: what became of the coupons of a day or cell, and their address. A single reconciliation is not named. */
export function describeParts(
  { partes }: Pick<MatrixDay, 'partes'>,
  { dia, nameOf }: Pick<MatrixDay, 'dia'> & Pick<MatrixState, 'nameOf'>,
): readonly ShownPart[] {
  const several = partes.some(({ conciliacion }) => conciliacion !== partes[0]?.conciliacion);
  return partes.map((part) => {
    const { conciliacion, grupo, cupones, filtro } = part;
    const words = [GROUPS[grupo](), describeDecided([part])].filter(Boolean).join(' · ');
    const days = dia === null ? {} : { ventaDesde: dia, ventaHasta: dia };
    return {
      key: JSON.stringify([conciliacion, grupo, filtro]),
      words: several && conciliacion !== null ? `${words} · ${nameOf(conciliacion)}` : words,
      cupones,
      href:
        conciliacion === null
          ? undefined
          : writeRoute({ seccion: 'conciliaciones', id: conciliacion, filtro: { grupo, ...days, ...filtro } }),
    };
  });
}

export const nameOfCard = ({ tarjeta, billetera }: MatrixCell): string =>
  tarjeta ?? (billetera === true ? m.caja_billetera() : m.sin_tarjeta());

/** `La Espiga Centro · 20300000`, or words for all stores or for coupons without a store. */
export const nameOfStore = ({ comercio, establecimiento, billetera }: MatrixCell): string => {
  const names = [comercio, establecimiento].filter((one) => one !== null);
  if (names.length > 0) return names.join(' · ');
  return billetera === true ? m.caja_sin_comercio() : capitalize(m.todos_los_comercios());
};

/** The state of a cell, of which the state of its day says nothing when the day can be compared. */
function stateOfCell({ partes, diferencia: { cantidad, importe } }: MatrixCell, day: MatrixDay): DayState {
  if (!isKnown(day) || day.estado === 'sin_cupones') return day.estado;
  if (cantidad === 0 && isZero(importe)) return 'coincide';
  const lacksCupones = cantidad < 0 && partes.every(({ grupo }) => grupo === 'conciliados');
  return lacksCupones ? 'faltan_cupones' : 'difiere';
}

interface WorkbookColumn {
  readonly title: () => string;
  readonly tipo?: 'texto' | 'fecha' | 'entero' | 'importe';
  /** Gives null where the screen shows a dash. */
  readonly textOf: (cell: MatrixCell, day: MatrixDay) => string | null;
}
const sayKnown =
  (textOf: (cell: MatrixCell) => string): WorkbookColumn['textOf'] =>
  (cell, day) =>
    isKnown(day) ? textOf(cell) : null;
const sayCounted =
  (textOf: (cell: MatrixCell) => string): WorkbookColumn['textOf'] =>
  (cell, day) =>
    isKnown(day) || cell.operaciones > 0 ? textOf(cell) : null;
/** A column for each value; the screen stacks some values in one column. */
const COLUMNS: readonly WorkbookColumn[] = [
  { title: m.col_estado, textOf: (cell, day) => STATES[stateOfCell(cell, day)][1]() },
  { title: m.col_fecha, tipo: 'fecha', textOf: (_, { dia }) => dia },
  { title: m.col_tarjeta, textOf: nameOfCard },
  { title: m.col_comercio, textOf: nameOfStore },
  { title: m.col_cupones, tipo: 'entero', textOf: ({ cupones }) => String(cupones) },
  { title: m.caja_importe_cupones, tipo: 'importe', textOf: ({ importe }) => importe },
  { title: m.seccion_operaciones, tipo: 'entero', textOf: sayCounted(({ operaciones }) => String(operaciones)) },
  { title: m.caja_importe_operaciones, tipo: 'importe', textOf: sayCounted((cell) => cell.importeOperaciones) },
  { title: m.caja_diferencia_cantidad, tipo: 'entero', textOf: sayKnown((cell) => String(cell.diferencia.cantidad)) },
  { title: m.caja_diferencia_importe, tipo: 'importe', textOf: sayKnown((cell) => cell.diferencia.importe) },
];
