/** Compares our coupons with the processors' operations, by day, store and card. A refund counts as one coupon or operation with a negative amount. */
import type { FigureTarget } from '#contract/home.ts';
import { MATRIX_STATES, type MatrixCell, type MatrixDay, type MatrixPart, type MatrixSides } from '#contract/checks.ts';
import type { NoData } from '#domain/checks.ts';
import { absoluteOf } from '#domain/cierre/rows.ts';
import { fold, withoutZeros } from '#domain/fold-text.ts';
import { formatPlain } from '#domain/money.ts';
import { RESULT_GROUPS } from '#domain/report.ts';
import { compareNames } from '#domain/texts/language.ts';
import type { PlaceSum } from '#storage/results/open.ts';

export interface OperacionesOfPlace {
  readonly dia: string;
  readonly comercio: string;
  readonly establecimiento: string;
  readonly tarjeta: string;
  readonly n: number;
  readonly centavos: bigint;
}

export interface CuponPlace {
  readonly tarjeta: string;
  readonly establecimiento: string;
  /** A wallet sale with an unknown operation: it has no card. */
  readonly billetera?: boolean;
}

/** `lugar`: the store and card under which the coupons count, if the coupons state others or none. */
export type CuponesOfPlace = Omit<PlaceSum, 'liquidacion' | 'referencia'> &
  Pick<MatrixPart, 'decididos'> & { readonly lugar?: CuponPlace | undefined };

export interface MatrixInput {
  readonly cupones: readonly CuponesOfPlace[];
  readonly operaciones: readonly OperacionesOfPlace[];
  /** Why the operations of a day cannot be compared; null if they can. */
  readonly motivoOf: (day: string) => NoData | 'apartadas' | null;
  /** The stores of `operaciones`, for the links to them; undefined for all. */
  readonly stores?: readonly string[] | undefined;
  readonly hoy?: string;
  /** The first and the last day of sale that was uploaded. Coupons of other days are still to be uploaded. */
  readonly uploaded?: Readonly<Partial<Record<'desde' | 'hasta', string | undefined>>> | undefined;
}

class Sides {
  cupones = 0;
  importe = 0n;
  operaciones = 0;
  importeOperaciones = 0n;
  readonly #parts = new Map<string, MatrixPart>();

  addCupones(added: CuponesOfPlace, filtro: MatrixPart['filtro']): void {
    const { conciliacion, grupo } = added;
    this.cupones += added.cupones;
    this.importe += added.centavos;
    const key = JSON.stringify([conciliacion, grupo, filtro]);
    const { cupones = 0, decididos = 0 } = this.#parts.get(key) ?? {};
    const decided = decididos + (added.decididos ?? 0);
    this.#parts.set(key, {
      conciliacion,
      grupo,
      filtro,
      cupones: cupones + added.cupones,
      ...(decided > 0 ? { decididos: decided } : {}),
    });
  }

  addOperaciones({ n, centavos }: OperacionesOfPlace): void {
    this.operaciones += n;
    this.importeOperaciones += centavos;
  }

  get agree(): boolean {
    return this.cupones === this.operaciones && this.importe === this.importeOperaciones;
  }

  get lacksCupones(): boolean {
    return this.cupones < this.operaciones;
  }

  get distance(): bigint {
    return absoluteOf(this.importe - this.importeOperaciones);
  }

  toDocument(open: FigureTarget): MatrixSides {
    const partes = [...this.#parts.values()].sort(
      (a, b) => RESULT_GROUPS.indexOf(a.grupo) - RESULT_GROUPS.indexOf(b.grupo),
    );
    const { cupones, importe, operaciones, importeOperaciones } = this;
    return {
      cupones,
      importe: formatPlain(importe),
      operaciones,
      importeOperaciones: formatPlain(importeOperaciones),
      diferencia: { cantidad: cupones - operaciones, importe: formatPlain(importe - importeOperaciones) },
      partes,
      abrir: operaciones === 0 ? null : open,
    };
  }
}

/** The coupons and operations of a day, store and card. The cards and establishments of the operations become the filter that shows the operations. */
class Cell extends Sides {
  tarjeta = '';
  comercio = '';
  establecimiento = '';
  isOfWallet = false;
  readonly #cards = new Set<string>();
  readonly #establishments = new Set<string>();

  name({ tarjeta, establecimiento, billetera = false }: CuponPlace): void {
    this.tarjeta ||= tarjeta;
    this.establecimiento ||= establecimiento;
    this.isOfWallet = billetera;
  }

  override addOperaciones(operaciones: OperacionesOfPlace): void {
    super.addOperaciones(operaciones);
    this.#cards.add(operaciones.tarjeta);
    this.#establishments.add(operaciones.establecimiento);
  }

  toCell(day: string, isOfOneStore: boolean, stores: readonly string[] = []): MatrixCell {
    const cards = [...this.#cards].map((valor) => ({ campo: 'tarjeta', valor }));
    const places = isOfOneStore
      ? [...this.#establishments].map((valor) => ({ campo: 'establecimiento', valor }))
      : stores.map((valor) => ({ campo: 'comercio', valor }));
    const comercio = isOfOneStore ? this.comercio : stores.join(', ');
    return {
      ...this.toDocument({
        vista: 'operaciones',
        desde: day,
        hasta: day,
        filtros: [...cards, ...places],
      }),
      tarjeta: this.tarjeta === '' ? null : this.tarjeta,
      comercio: comercio === '' ? null : comercio,
      establecimiento: isOfOneStore && this.establecimiento !== '' ? this.establecimiento : null,
      ...(this.isOfWallet ? { billetera: true } : {}),
    };
  }
}

interface DayRows {
  readonly cupones: CuponesOfPlace[];
  readonly operaciones: OperacionesOfPlace[];
}

const placeOf = ({ lugar, tarjeta, comercio }: CuponesOfPlace): CuponPlace =>
  lugar ?? { tarjeta, establecimiento: comercio };

/** A day with its cells. If some coupons of a card do not state their store, that card is compared over all `stores`. */
function buildDay(
  day: string,
  { cupones, operaciones }: DayRows,
  { motivoOf, stores, hoy, uploaded: { desde = '', hasta = day } = {} }: MatrixInput,
) {
  const whole = new Sides();
  const withoutStore = new Set(
    cupones
      .map(placeOf)
      .flatMap(({ tarjeta, establecimiento, billetera }) =>
        establecimiento === '' && billetera !== true ? [fold(tarjeta)] : [],
      ),
  );
  const isOfOneStore = ({ tarjeta, billetera = false }: CuponPlace): boolean =>
    billetera || !withoutStore.has(fold(tarjeta));
  const cells = new Map<string, Cell>();
  const cellOf = (place: CuponPlace): Cell => {
    const { tarjeta, establecimiento, billetera } = place;
    const store = isOfOneStore(place) ? withoutZeros(establecimiento) : null;
    const key = JSON.stringify([billetera, fold(tarjeta), store]);
    const cell = cells.get(key) ?? new Cell();
    cells.set(key, cell);
    cell.name(place);
    return cell;
  };
  for (const one of operaciones) {
    const cell = cellOf({ tarjeta: one.tarjeta, establecimiento: one.establecimiento });
    cell.comercio ||= one.comercio;
    cell.addOperaciones(one);
    whole.addOperaciones(one);
  }
  for (const one of cupones) {
    const { tarjeta, comercio, lugar } = one;
    const place = placeOf(one);
    const filtro = lugar !== undefined || isOfOneStore(place) ? { tarjeta, comercio } : { tarjeta };
    cellOf(place).addCupones(one, filtro);
    whole.addCupones(one, {});
  }
  const motivo = day === '' ? 'sin_leer' : motivoOf(day);
  const own = [...cells.values()].sort(
    (a, b) =>
      Number(a.agree) - Number(b.agree) || Number(b.distance - a.distance) || compareNames(a.tarjeta, b.tarjeta),
  );
  const isToCome = day === hoy && (motivo === 'parcial' || motivo === 'sin_leer');
  const estado = isToCome
    ? 'en_curso'
    : motivo !== null
      ? 'sin_datos'
      : whole.cupones === 0
        ? day < desde || day > hasta
          ? 'sin_subir'
          : 'sin_cupones'
        : !whole.agree
          ? cupones.every(({ grupo }) => grupo === 'conciliados') &&
            own.every((cell) => cell.agree || cell.lacksCupones)
            ? 'faltan_cupones'
            : 'difiere'
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
    celdas: own.map((cell) => cell.toCell(day, cell.isOfWallet || !withoutStore.has(fold(cell.tarjeta)), stores)),
  };
  return { document, distance: whole.distance };
}

/** Puts every coupon and every operation into one cell of its day. */
export function buildMatrix(input: MatrixInput): readonly MatrixDay[] {
  const days = new Map<string, DayRows>();
  const dayOf = (day: string): DayRows => {
    const known = days.get(day) ?? { cupones: [], operaciones: [] };
    days.set(day, known);
    return known;
  };
  for (const one of input.cupones) dayOf(one.dia).cupones.push(one);
  for (const one of input.operaciones) dayOf(one.dia).operaciones.push(one);
  const built = Array.from(days, ([day, rows]) => buildDay(day, rows, input)).sort(
    (a, b) =>
      MATRIX_STATES.indexOf(a.document.estado) - MATRIX_STATES.indexOf(b.document.estado) ||
      Number(b.distance - a.distance) ||
      ((a.document.dia ?? '') < (b.document.dia ?? '') ? -1 : 1),
  );
  return built.map(({ document }) => document);
}
