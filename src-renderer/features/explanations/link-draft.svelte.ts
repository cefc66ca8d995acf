import type { ExplainedCupon } from '#contract/explanations.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import { addUp, formatDate, formatAmount, toTyped, isZero, withOtherSign } from '../../ui/format.ts';
import { parseTypedImporte } from '../../ui/typing.ts';
import type { Decision } from './deeds.ts';
import { placeOf } from './queue.ts';

/** A coupon that is linked by hand, and the operations that are proposed for it. */
export type Linkable = Pick<ExplainedCupon, 'conciliacion' | 'n' | 'cupon' | 'candidatos'>;
type Row = ExplainedCupon['candidatos'][number]['operacion'];
interface Offered {
  readonly id: string;
  readonly importe: string;
  readonly texto: string;
}

/** Operations that a search brings at most: who does not find it among them writes more of it. */
const FOUND = 20;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function offerOf(row: Row): readonly Offered[] {
  const [id, importe] = [textOf(row['id']), textOf(row['importe'])];
  if (id === '' || importe === '') return [];
  const card = [textOf(row['tarjeta']), textOf(row['tarjeta_nro'])].filter((part) => part !== '').join(' ');
  const parts = [formatDate(textOf(row['fecha_venta']).slice(0, 10)), formatAmount(importe), card];
  const text = [...parts, textOf(row['comprobante'])].filter((part) => part !== '').join(' · ');
  return [{ id, importe, texto: text }];
}

/** A link that a person makes by hand: one coupon with some operations, or several coupons with one. */
export class LinkDraft {
  query = $state('');
  searching = $state(false);
  failure = $state.raw<Failure | undefined>(undefined);
  /** How many the last search brought; undefined before one. */
  found = $state<number | undefined>(undefined);
  offered = $state.raw<readonly Offered[]>([]);
  chosen = $state.raw<readonly string[]>([]);
  note = $state('');
  /** As it is typed: the difference, until the person writes another one. */
  tolerance = $derived(this.differs ? toTyped(this.difference) : '');
  readonly #deps: { readonly api: Pick<Api, 'call'>; readonly cuenta: string };
  readonly #cupones: readonly Linkable[];
  readonly #proposed: readonly Offered[];
  /** Ends the search that runs. */
  #search = new AbortController();

  constructor(deps: { readonly api: Pick<Api, 'call'>; readonly cuenta: string }, cupones: readonly Linkable[]) {
    this.#deps = deps;
    this.#cupones = cupones;
    this.#proposed = cupones.flatMap(({ candidatos }) => candidatos.flatMap(({ operacion }) => offerOf(operacion)));
    this.#offer([]);
  }

  /** What the coupons, and the chosen operations, add up to. */
  get own(): string {
    return addUp(this.#cupones.map(({ cupon }) => cupon.importe ?? '')).total;
  }
  get theirs(): string {
    return addUp(this.#picked.map(({ importe }) => importe)).total;
  }
  /** Between both, without a sign. */
  get difference(): string {
    return addUp([this.own, withOtherSign(this.theirs)]).total.replace(/^-/, '');
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

  /** What is decided; undefined while no operation is chosen, or the tolerance is not enough. */
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

  /** Looks for operations of this PC by any of their words: number, voucher, amount, day, card. A later search takes the place of one that runs. */
  async search(): Promise<void> {
    const text = this.query.trim();
    if (text === '') return;
    this.#search.abort();
    this.#search = new AbortController();
    const { signal } = this.#search;
    this.searching = true;
    this.failure = undefined;
    const { api, cuenta } = this.#deps;
    try {
      const asked = { cuenta, vista: 'operaciones', texto: text, desdeFila: 0, filas: FOUND } as const;
      const { filas } = await api.call('datos.pagina', asked, { signal });
      if (signal.aborted) return;
      this.found = filas.length;
      this.#offer(filas.flatMap(offerOf));
    } catch (error) {
      if (!signal.aborted) this.failure = toFailure(error);
    } finally {
      if (!signal.aborted) this.searching = false;
    }
  }

  /** The chosen ones stay, before what was found; what is proposed comes last. */
  #offer(found: readonly Offered[]): void {
    const all = [...this.#picked, ...found, ...this.#proposed];
    this.offered = all.filter(({ id }, i) => all.findIndex((one) => one.id === id) === i);
  }
}
