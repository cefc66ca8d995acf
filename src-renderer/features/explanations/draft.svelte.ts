import type { StatedDecision } from '#contract/decisions.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { countDaysBetween } from '../../ui/dates.ts';
import { toTyped, addUp, formatDate, formatAmount, formatPercent, isZero, withOtherSign } from '../../ui/format.ts';
import { parseTypedImporte, parseWrittenDate } from '../../ui/typing.ts';
import { Newest } from '../../shared/task.svelte.ts';
import type { Decision, Form } from './deeds.ts';
import { type ReadingPlace, placeOf } from './queue.ts';
import type { ExplainedCupon } from '#contract/explanations.ts';
import type { Api } from '../../api/api.ts';

export type ClaimState = NonNullable<StatedDecision['reclamo']>['estado'];
export const CLAIM_STATES: readonly ClaimState[] = ['por_reclamar', 'reclamado', 'aceptado', 'rechazado', 'cobrado'];

export class Draft {
  text = $state('');
  importe = $state('');
  status = $state<ClaimState>('reclamado');
  date = $state('');
  readonly what: Form;

  /** `importe`: the proposed amount to write off, decimal text. `reason`: the proposed text of an `explicado`. */
  constructor(what: Form, importe: string | undefined, reason = '') {
    this.what = what;
    this.text = what === 'explicado' ? reason : '';
    this.importe = importe === undefined ? '' : toTyped(importe);
  }

  get isAmountWrong(): boolean {
    return this.what === 'ajuste' && parseTypedImporte(this.importe) === undefined;
  }

  /** The decision about a coupon; undefined while a value is missing, and for a link. `importe` replaces the typed amount. */
  decisionAbout(cupon: ReadingPlace, importe = parseTypedImporte(this.importe)): Decision | undefined {
    const text = this.text.trim();
    const note = text === '' ? {} : { nota: text };
    switch (this.what) {
      case 'explicado':
        return text === '' ? undefined : { tipo: 'explicado', cupon, motivo: text };
      case 'nota':
        return text === '' ? undefined : { tipo: 'nota', cupon, texto: text };
      case 'ajuste':
        return text === '' || importe === undefined ? undefined : { tipo: 'ajuste', cupon, importe, motivo: text };
      case 'reclamo':
        return { tipo: 'reclamo', cupon, estado: this.status, ...note };
      case 'mirar':
        return this.date === '' ? undefined : { tipo: 'mirar', cupon, fecha: this.date, ...note };
      case 'vinculo':
        return undefined; // `LinkDraft` makes the decisions that link
    }
  }
}

export type Linkable = Pick<ExplainedCupon, 'conciliacion' | 'n' | 'cupon' | 'candidatos'>;
type Row = ExplainedCupon['candidatos'][number]['operacion'];
interface Offered {
  readonly id: string;
  readonly importe: string;
  readonly texto: string;
}

/** Operations that a search lists, at most. */
const FOUND = 20;
/** Operations that a search reads at most, to list the nearest ones. */
const READ = 1000;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function offerOf(row: Row): readonly Offered[] {
  const [id, importe] = [textOf(row['id']), textOf(row['importe'])];
  if (id === '' || importe === '') return [];
  const card = [textOf(row['tarjeta']), textOf(row['tarjeta_nro'])].filter((part) => part !== '').join(' ');
  const parts = [formatDate(textOf(row['fecha_venta']).slice(0, 10)), formatAmount(importe), card];
  const text = [...parts, textOf(row['comprobante'])].filter((part) => part !== '').join(' · ');
  return [{ id, importe, texto: text }];
}

type Asked = Pick<MethodInput<'datos.pagina'>, 'texto' | 'desde' | 'hasta' | 'filtros'>;
/** The searches for a typed text: by day, by amount of either sign, or by words. A whole number may be an amount or a voucher. */
function readQuery(text: string, near: string): readonly Asked[] {
  const isDigits = /^\d+$/.test(text);
  const day = isDigits ? undefined : parseWrittenDate(text, near === '' ? undefined : near);
  if (day !== undefined) return [{ desde: day, hasta: day }];
  const importe = parseTypedImporte(text)?.replace(/^-/, '');
  if (importe === undefined) return [{ texto: text }];
  const hasCentavos = /[.,]\d{1,2}$/.test(text);
  const below = addUp([importe, '-0.01']).total;
  const above = addUp([importe, hasCentavos ? '0.01' : '1.00']).total;
  const asBetween = (from: string, to: string): Asked => ({
    filtros: [
      { campo: 'importe', op: 'mayor', valor: from },
      { campo: 'importe', op: 'menor', valor: to },
    ],
  });
  const both = [asBetween(below, above), asBetween(withOtherSign(above), withOtherSign(below))];
  return isDigits ? [...both, { texto: text }] : both;
}

function measureApart(row: Row, day: string, importe: string): { readonly days: number; readonly pesos: number } {
  const days = Math.abs(countDaysBetween(textOf(row['fecha_venta']).slice(0, 10), day));
  return { days: Number.isNaN(days) ? 0 : days, pesos: Math.abs(Number(textOf(row['importe'])) - Number(importe)) };
}

/** A link made by hand: one coupon with some operations, or several coupons with one operation. */
export class LinkDraft {
  query = $state('');
  readonly searching = new Newest();
  /** Number of operations that the last search lists; undefined before a search. */
  found = $state<number | undefined>(undefined);
  offered = $state.raw<readonly Offered[]>([]);
  chosen = $state.raw<readonly string[]>([]);
  note = $state('');
  /** The tolerance as the person typed it; before, the difference, or empty if the sums are equal. */
  tolerance = $derived(this.differs ? toTyped(this.difference) : '');
  readonly #deps: { readonly api: Pick<Api, 'call'>; readonly cuenta: string };
  readonly #cupones: readonly Linkable[];
  readonly #proposed: readonly Offered[];

  constructor(deps: { readonly api: Pick<Api, 'call'>; readonly cuenta: string }, cupones: readonly Linkable[]) {
    this.#deps = deps;
    this.#cupones = cupones;
    this.#proposed = cupones.flatMap(({ candidatos }) => candidatos.flatMap(({ operacion }) => offerOf(operacion)));
    this.#offer([]);
  }

  get own(): string {
    return addUp(this.#cupones.map(({ cupon }) => cupon.importe ?? '')).total;
  }
  get theirs(): string {
    return addUp(this.#picked.map(({ importe }) => importe)).total;
  }
  get difference(): string {
    return addUp([this.own, withOtherSign(this.theirs)]).total.replace(/^-/, '');
  }
  /** `$ 3.600,00 (20,7 %)`: the difference, with its share of the operations' amount. */
  describeDifference(): string {
    const [amount, whole] = [formatAmount(this.difference), Math.abs(Number(this.theirs))];
    return whole === 0 ? amount : `${amount} (${formatPercent((Number(this.difference) / whole) * 10_000)})`;
  }
  get differs(): boolean {
    return this.chosen.length > 0 && !isZero(this.difference);
  }
  get isTooLittle(): boolean {
    const typed = parseTypedImporte(this.tolerance);
    return this.differs && (typed === undefined || Number(typed) < Number(this.difference));
  }
  get #picked(): readonly Offered[] {
    return this.offered.filter(({ id }) => this.chosen.includes(id));
  }

  /** The link; undefined while no operation is chosen, and while the tolerance is no amount or below the difference. */
  get decision(): Decision | undefined {
    const cupones = this.#cupones.flatMap((cupon) => placeOf(cupon) ?? []);
    if (this.chosen.length === 0 || this.isTooLittle) return undefined;
    const tolerance = this.differs ? (parseTypedImporte(this.tolerance) ?? '0') : '0';
    const note = this.note.trim() === '' ? {} : { nota: this.note.trim() };
    return { tipo: 'vinculo', cupones, operaciones: [...this.chosen], tolerancia: tolerance, ...note };
  }

  choose(operacion: string, isIn: boolean): void {
    if (this.#cupones.length > 1) this.chosen = isIn ? [operacion] : [];
    else this.chosen = [...this.chosen.filter((id) => id !== operacion), ...(isIn ? [operacion] : [])];
  }

  /** Searches the operations of this PC by number, voucher, amount, day or card, nearest to the coupon's day and amount first. */
  async search(): Promise<void> {
    const text = this.query.trim();
    if (text === '') return;
    const { api, cuenta } = this.#deps;
    const day = this.#cupones[0]?.cupon.fecha_venta?.slice(0, 10) ?? '';
    const pages = await this.searching.run((tracking) =>
      Promise.all(
        readQuery(text, day).map((asked) =>
          api.call('datos.pagina', { cuenta, vista: 'operaciones', ...asked, desdeFila: 0, filas: READ }, tracking),
        ),
      ),
    );
    if (pages === undefined) return;
    const found = pages
      .flatMap(({ filas }) => filas)
      .map((row) => ({ row, apart: measureApart(row, day, this.own) }))
      .sort((a, b) => a.apart.days - b.apart.days || a.apart.pesos - b.apart.pesos)
      .flatMap(({ row }) => offerOf(row))
      .slice(0, FOUND);
    this.found = found.length;
    this.#offer(found);
  }

  #offer(found: readonly Offered[]): void {
    const all = [...this.#picked, ...found, ...this.#proposed];
    this.offered = all.filter(({ id }, i) => all.findIndex((one) => one.id === id) === i);
  }
}
