import type { ChosenColumn, DataColumn } from './types.ts';

const KEY = 'conciliador.columnas.';

function isChosen(one: unknown): one is ChosenColumn {
  if (typeof one !== 'object' || one === null || !('clave' in one) || typeof one.clave !== 'string') return false;
  const width = 'ancho' in one ? one.ancho : undefined;
  const flags = ['oculta' in one ? one.oculta : undefined, 'asked' in one ? one.asked : undefined];
  const areClear = flags.every((flag) => flag === undefined || typeof flag === 'boolean');
  return areClear && (width === undefined || typeof width === 'number');
}

/** The columns of a grid as the person arranged them on this PC. */
export class ShownColumns {
  /** The saved choice; empty for the usual columns, and when the saved text cannot be read. */
  chosen = $state.raw<readonly ChosenColumn[]>([]);
  /** Keys of chosen columns that do not fit now. The grid sets them. */
  doNotFit = $state.raw<readonly string[]>([]);
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly #key: string;

  /** `grid`: the name under which the browser saves the choice. */
  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, grid: string) {
    this.#storage = storage;
    this.#key = KEY + grid;
    this.chosen = this.#read();
  }

  save(columns: readonly ChosenColumn[]): void {
    this.chosen = columns;
    if (columns.length === 0) this.#storage.removeItem(this.#key);
    else this.#storage.setItem(this.#key, JSON.stringify(columns));
  }

  /** Shows a column that is hidden, or that a narrow grid would hide. Does not save that. */
  reveal(clave: string, columns: readonly Pick<DataColumn<never>, 'clave' | 'oculta' | 'isControl'>[]): void {
    this.chosen = orderColumns(columns, this.chosen).map((one) =>
      one.clave === clave ? { ...one, oculta: false, asked: true } : one,
    );
  }

  #read(): readonly ChosenColumn[] {
    try {
      const stored: unknown = JSON.parse(this.#storage.getItem(this.#key) ?? '[]');
      return Array.isArray(stored) && stored.every(isChosen) ? stored : [];
    } catch {
      return [];
    }
  }
}

/** All columns in the person's order: first the columns with controls, then the arranged columns, then the rest in the screen's order. */
export function orderColumns(
  columns: readonly Pick<DataColumn<never>, 'clave' | 'oculta' | 'isControl'>[],
  chosen: readonly ChosenColumn[],
): readonly ChosenColumn[] {
  const controls = columns.filter(({ isControl }) => isControl).map(({ clave }) => ({ clave, oculta: false }));
  const data = columns.filter(({ isControl }) => isControl !== true);
  const present = data.map(({ clave }) => clave);
  const told = chosen.filter(({ clave }) => present.includes(clave));
  const named = told.map(({ clave }) => clave);
  const rest = data
    .filter(({ clave }) => !named.includes(clave))
    .map(({ clave, oculta = false }) => ({ clave, oculta }));
  return [...controls, ...told, ...rest];
}
