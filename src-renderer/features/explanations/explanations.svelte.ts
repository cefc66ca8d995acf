import type { StatedCause, ExplainedCupon, ExplanationsDocument } from '#contract/explanations.ts';
import type { DataTrail } from '#contract/trail.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Progress } from '#contract/host-events.ts';
import type { Api } from '../../api/api.ts';
import { getLocale } from '../../paraglide/runtime.js';
import type { TakenSteps } from '../../shared/decisions.svelte.ts';
import { Newest } from '../../shared/task.svelte.ts';
import { formatNumber } from '../../ui/format.ts';
import { getSharedLabel } from '../../ui/language.ts';
import { isLikely } from './certainty.ts';
import { DecideState, type Decided } from './decide.svelte.ts';
import { deedOf } from './deeds.ts';
import {
  createQueue,
  createReasons,
  isSamePlace,
  idOfOperation,
  type ReadingPlace,
  type QueueRow,
  type Queued,
  type RowReason,
} from './queue.ts';

type Overview = Omit<ExplanationsDocument, 'cupones'>;
interface Explained extends Pick<Overview, 'sinBajar'> {
  readonly cupon: ExplainedCupon;
}
interface OfQueue {
  readonly steps?: TakenSteps;
  /** Moves to another coupon after a decision; gives false when the panel keeps its coupon. */
  readonly goOn?: (decided: Decided) => Promise<boolean>;
  readonly onPrepared?: () => void;
}
/** Coupons that the core explains in one call, at most. */
const PAGE = 500;

type Asked = Omit<MethodInput<'explicaciones.explicar'>, 'cuenta' | 'idioma' | 'sinPreguntar'>;

/** True for the same cause, even when computed from different data. */
export const isSameCause = (a: StatedCause, b: StatedCause): boolean =>
  a.codigo === b.codigo && a.atributo === b.atributo && a.valor === b.valor;

/** The sentence of a cause. When a list has only some (`n`) of its coupons, says how many. */
export const sayCausePart = ({ texto, cupones }: StatedCause, n: number): string =>
  n < cupones ? `${texto} ${getSharedLabel('inThisList')}: ${formatNumber(n)}.` : texto;

export class ExplanationsState {
  /** Undefined until the coupons are explained; a new object after each change of the data. */
  overview = $state.raw<Overview | undefined>(undefined);
  progress = $state.raw<Progress | undefined>(undefined);
  shown = $state.raw<Explained | undefined>(undefined);
  /** The call that explains all coupons. After its failure, rows have no reasons and there are no causes. */
  readonly preparing = new Newest();
  readonly explaining = new Newest();
  trail = $state.raw<DataTrail | undefined>(undefined);
  readonly decide: DecideState;
  readonly #api: Pick<Api, 'call'>;
  readonly #account: string;
  #place: ReadingPlace | undefined;
  readonly #reasons = createReasons();
  #queue = createQueue();
  readonly #onPrepared: OfQueue['onPrepared'];
  #again: (() => Promise<void>) | undefined;

  constructor(api: Pick<Api, 'call'>, account: string, { steps, goOn, onPrepared }: OfQueue = {}) {
    this.#api = api;
    this.#account = account;
    this.#onPrepared = onPrepared;
    this.decide = new DecideState({
      api,
      account,
      steps,
      goesOn: goOn !== undefined,
      onDone: async (decided) => {
        this.#hold(decided);
        if ((await goOn?.(decided)) !== true) await this.refresh();
      },
      onShown: () => void this.prepareAgain(),
    });
  }

  /** Explains all coupons of a kept result; single explanations are quick afterwards. Call it again after the data changed. */
  async prepare(conciliacion: string, signal: AbortSignal): Promise<void> {
    this.#again = () => this.prepare(conciliacion, signal);
    await this.#prepare(signal, async (own) => {
      const { cupones: _, ...overview } = await this.#ask({ de: conciliacion, limite: 1 }, own);
      this.#reasons.clear();
      return overview;
    });
    await this.refresh();
  }

  /** Explains the coupons of all kept results sold up to `upTo`, for `queuedOf`. Of too many coupons, the core takes the oldest sales. */
  async prepareQueue(upTo: string, signal: AbortSignal): Promise<void> {
    this.#again = () => this.prepareQueue(upTo, signal);
    await this.#prepare(signal, async (own) => {
      const queue = createQueue();
      for (let from = 0; ; from += PAGE) {
        const { cupones, ...overview } = await this.#ask({ orden: 'fecha', desde: from, limite: PAGE }, own);
        for (const cupon of cupones) queue.add(cupon);
        const last = cupones.at(-1)?.cupon.fecha_venta ?? '';
        if (from + PAGE < overview.total && last <= upTo) continue;
        this.#queue = queue;
        return overview;
      }
    });
  }

  async prepareAgain(): Promise<void> {
    await this.#again?.();
  }

  /** Not reactive: an effect has to read `overview` too. */
  queuedOf(row: QueueRow): Queued | undefined {
    return this.#queue.of(row);
  }

  /** Shows a decision in its rows at once, before all coupons are explained again. */
  #hold({ cupones }: Decided): void {
    for (const cupon of cupones) this.#queue.hold(cupon, cupon.decision);
    if (this.overview !== undefined) this.overview = { ...this.overview };
  }

  async #prepare(signal: AbortSignal, ask: (own: AbortSignal) => Promise<Overview>): Promise<void> {
    const overview = await this.preparing.run((tracking) => ask(tracking.signal), signal);
    if (overview === undefined) return;
    this.overview = overview;
    this.#onPrepared?.();
  }

  /** Reads the reasons of some coupons, by number in the kept result. Does nothing before all coupons were explained. */
  async learn(conciliacion: string, ns: readonly number[]): Promise<void> {
    const { overview } = this;
    if (overview === undefined || ns.length === 0) return;
    try {
      const answer = await this.#ask({ de: conciliacion, ns: [...ns], limite: ns.length });
      if (this.overview !== overview) return; // the data changed meanwhile
      for (const cupon of answer.cupones) {
        const { n, nombre, motivo, certeza, decision, espera } = cupon;
        if (n !== null) this.#reasons.set(n, { nombre, motivo, certeza, decision, espera });
      }
    } catch {
      return; // the rows are shown without their reasons
    }
  }

  async numbersOf(conciliacion: string, cause: StatedCause): Promise<readonly number[]> {
    const place = this.overview?.causas.indexOf(cause) ?? -1;
    if (place === -1) return [];
    const { cupones } = await this.#ask({ de: conciliacion, causa: place });
    return cupones.flatMap(({ n }) => n ?? []);
  }

  /** Not reactive: the grid reads its page again when reasons arrive. */
  reasonOf(n: number): RowReason | undefined {
    return this.#reasons.get(n);
  }

  /** Explains a coupon for the panel, and reads the money trail of its likeliest operation. */
  async choose(place: ReadingPlace | undefined): Promise<void> {
    const before = this.#place;
    this.#place = place;
    // Choosing the same coupon again keeps the open form.
    if (isSamePlace(before, place) && this.shown !== undefined) {
      await this.refresh();
      return;
    }
    this.shown = undefined;
    this.trail = undefined;
    this.decide.lookAt(place);
    await this.refresh();
  }

  /** Explains the panel's coupon again from the data of this PC; the old explanation stays meanwhile. */
  async refresh(): Promise<void> {
    const place = this.#place;
    this.explaining.stop();
    if (place === undefined) return;
    await this.explaining.run(async ({ signal }) => {
      const asked = { de: place.conciliacion, ns: [place.n], limite: 1 };
      const { cupones, sinBajar } = await this.#ask(asked, signal);
      if (signal.aborted) return;
      const [cupon] = cupones;
      this.shown = cupon === undefined ? undefined : { cupon, sinBajar };
      await this.#follow(cupon, signal);
    });
  }

  /** Runs the action of a letter; gives false if none can run. A held key runs nothing, because it would decide about coupons that the person has not seen. */
  decideBy(letter: string, isHeld: boolean): boolean {
    const deed = deedOf(letter);
    if (deed === undefined || isHeld) return deed !== undefined;
    const cupon = this.shown?.cupon;
    if (deed === 'undo' || deed === 'redo') void this.decide[deed]();
    else if (cupon === undefined) return false;
    else void this.decide.act(deed, cupon);
    return true;
  }

  /** Reads the money trail of the likeliest operation. A merely possible candidate has none, because its money may belong to another sale. */
  async #follow(cupon: ExplainedCupon | undefined, signal: AbortSignal): Promise<void> {
    const [first] = cupon?.candidatos ?? [];
    const id = idOfOperation(first);
    if (cupon === undefined || id === undefined || !isLikely(cupon.certeza, first)) {
      this.trail = undefined;
      return;
    }
    const de = { vista: 'operaciones', clave: id } as const;
    const trail = await this.#api.call('datos.rastro', { cuenta: this.#account, de }, { signal });
    if (!signal.aborted) this.trail = trail;
  }

  async #ask(asked: Asked, signal?: AbortSignal): Promise<ExplanationsDocument> {
    const input = { cuenta: this.#account, idioma: getLocale(), sinPreguntar: true, ...asked };
    const onProgress = (progress: Progress): void => {
      this.progress = progress;
    };
    try {
      return await this.#api.call('explicaciones.explicar', input, { signal, onProgress });
    } finally {
      this.progress = undefined;
    }
  }
}
