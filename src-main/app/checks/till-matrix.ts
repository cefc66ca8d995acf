/** Our coupons beside the processors' operations, by day, store and card. */
import type { FigureTarget } from '#contract/home.ts';
import {
  MATRIX_STATES,
  type MatrixCell,
  type MatrixDay,
  type MatrixDocument,
  type MatrixPart,
  type MatrixSides,
} from '#contract/checks.ts';
import type { NoData } from '#domain/checks.ts';
import { fold, withoutZeros } from '#domain/fold-text.ts';
import { formatPlain } from '#domain/money.ts';
import type { PlaceSum } from '#storage/results/open.ts';

/** Operations of a day, a store and a card. Centavos. */
export interface OperacionesOfPlace {
  readonly dia: string;
  readonly comercio: string;
  readonly establecimiento: string;
  readonly tarjeta: string;
  readonly n: number;
  readonly centavos: bigint;
}

export interface MatrixInput {
  readonly cupones: readonly PlaceSum[];
  readonly operaciones: readonly OperacionesOfPlace[];
  /** Why the operations of a day cannot be compared; null where they can. */
  readonly motivoOf: (day: string) => NoData | 'apartadas' | null;
  /** The stores that the operations are of; undefined: of all. */
  readonly stores?: readonly string[] | undefined;
}

/** Both sides of a cell, of a day or of everything. */
class Sides {
  cupones = 0;
  importe = 0n;
  operaciones = 0;
  importeOperaciones = 0n;
  readonly #parts = new Map<string, MatrixPart>();

  addCupones({ cupones, centavos, conciliacion, grupo }: PlaceSum, filtro: MatrixPart['filtro']): void {
    this.cupones += cupones;
    this.importe += centavos;
    const key = JSON.stringify([conciliacion, grupo, filtro]);
    const known = this.#parts.get(key)?.cupones ?? 0;
    this.#parts.set(key, { conciliacion, grupo, filtro, cupones: known + cupones });
  }

  addOperaciones({ n, centavos }: OperacionesOfPlace): void {
    this.operaciones += n;
    this.importeOperaciones += centavos;
  }

  get agree(): boolean {
    return this.cupones === this.operaciones && this.importe === this.importeOperaciones;
  }

  /** How far apart the amounts are. */
  get distance(): bigint {
    const difference = this.importe - this.importeOperaciones;
    return difference < 0n ? -difference : difference;
  }

  toDocument(open: FigureTarget): MatrixSides {
    const { operaciones } = this;
    return { ...this.toSums(), partes: [...this.#parts.values()], abrir: operaciones === 0 ? null : open };
  }

  toSums(): MatrixDocument['total'] {
    const { cupones, importe, operaciones, importeOperaciones } = this;
    return {
      cupones,
      importe: formatPlain(importe),
      operaciones,
      importeOperaciones: formatPlain(importeOperaciones),
      diferencia: { cantidad: cupones - operaciones, importe: formatPlain(importe - importeOperaciones) },
    };
  }
}

/** A cell, with the names that its operations write: the filter that shows them. */
class Cell extends Sides {
  tarjeta = '';
  comercio = '';
  establecimiento = '';
  readonly #cards = new Set<string>();
  readonly #establishments = new Set<string>();

  name({ tarjeta, establecimiento }: { readonly tarjeta: string; readonly establecimiento: string }): void {
    this.tarjeta ||= tarjeta;
    this.establecimiento ||= establecimiento;
  }

  override addOperaciones(operaciones: OperacionesOfPlace): void {
    super.addOperaciones(operaciones);
    this.#cards.add(operaciones.tarjeta);
    this.#establishments.add(operaciones.establecimiento);
  }

  toCell(day: string, isOfOneStore: boolean): MatrixCell {
    const establishments = isOfOneStore ? [...this.#establishments] : [];
    const filtros = [...this.#cards].map((valor) => ({ campo: 'tarjeta', valor }));
    return {
      ...this.toDocument({
        vista: 'operaciones',
        desde: day,
        hasta: day,
        filtros: [...filtros, ...establishments.map((valor) => ({ campo: 'establecimiento', valor }))],
      }),
      tarjeta: this.tarjeta === '' ? null : this.tarjeta,
      comercio: isOfOneStore && this.comercio !== '' ? this.comercio : null,
      establecimiento: isOfOneStore && this.establecimiento !== '' ? this.establecimiento : null,
    };
  }
}

interface DayRows {
  readonly cupones: PlaceSum[];
  readonly operaciones: OperacionesOfPlace[];
}

/** A day and its cells. Where coupons of a card do not say their store, that card is compared over all stores. */
function buildDay(day: string, { cupones, operaciones }: DayRows, { motivoOf, stores }: MatrixInput) {
  const whole = new Sides();
  const withoutStore = new Set(cupones.flatMap(({ comercio, tarjeta }) => (comercio === '' ? [fold(tarjeta)] : [])));
  const cells = new Map<string, Cell>();
  const cellOf = (tarjeta: string, establecimiento: string): Cell => {
    const card = fold(tarjeta);
    const key = withoutStore.has(card) ? card : `${card} ${withoutZeros(establecimiento)}`;
    const cell = cells.get(key) ?? new Cell();
    cells.set(key, cell);
    cell.name({ tarjeta, establecimiento });
    return cell;
  };
  for (const one of operaciones) {
    const cell = cellOf(one.tarjeta, one.establecimiento);
    cell.comercio ||= one.comercio;
    cell.addOperaciones(one);
    whole.addOperaciones(one);
  }
  for (const one of cupones) {
    const { tarjeta, comercio } = one;
    const filtro = withoutStore.has(fold(tarjeta)) ? { tarjeta } : { tarjeta, comercio };
    cellOf(tarjeta, comercio).addCupones(one, filtro);
    whole.addCupones(one, {});
  }
  const motivo = day === '' ? 'sin_leer' : motivoOf(day);
  const own = [...cells.values()].sort(
    (a, b) => Number(a.agree) - Number(b.agree) || Number(b.distance - a.distance) || (a.tarjeta < b.tarjeta ? -1 : 1),
  );
  const estado =
    motivo !== null
      ? 'sin_datos'
      : whole.cupones === 0
        ? 'sin_cupones'
        : !whole.agree
          ? 'difiere'
          : own.every(({ agree }) => agree)
            ? 'coincide'
            : 'se_compensa';
  const filtros = stores?.map((valor) => ({ campo: 'comercio', valor }));
  const document: MatrixDay = {
    ...whole.toDocument({
      vista: 'operaciones',
      desde: day,
      hasta: day,
      ...(filtros === undefined ? {} : { filtros }),
    }),
    dia: day === '' ? null : day,
    estado,
    motivo,
    celdas: own.map((cell) => cell.toCell(day, !withoutStore.has(fold(cell.tarjeta)))),
  };
  return { document, distance: whole.distance };
}

/** Every coupon and every operation is in one cell of one day. */
export function buildMatrix(input: MatrixInput): Pick<MatrixDocument, 'filas' | 'total'> {
  const days = new Map<string, DayRows>();
  const dayOf = (day: string): DayRows => {
    const known = days.get(day) ?? { cupones: [], operaciones: [] };
    days.set(day, known);
    return known;
  };
  const total = new Sides();
  for (const one of input.cupones) {
    dayOf(one.dia).cupones.push(one);
    total.addCupones(one, {});
  }
  for (const one of input.operaciones) {
    dayOf(one.dia).operaciones.push(one);
    total.addOperaciones(one);
  }
  const built = Array.from(days, ([day, rows]) => buildDay(day, rows, input)).sort(
    (a, b) =>
      MATRIX_STATES.indexOf(a.document.estado) - MATRIX_STATES.indexOf(b.document.estado) ||
      Number(b.distance - a.distance) ||
      ((a.document.dia ?? '') < (b.document.dia ?? '') ? -1 : 1),
  );
  return { filas: built.map(({ document }) => document), total: total.toSums() };
}
