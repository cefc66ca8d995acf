import type { PastDecision, TakenDecisions, UndoneDecisions } from '#contract/decisions.ts';
import type { ExplainedCupon } from '#contract/explanations.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import { TakenSteps, type Done } from '../../shared/decisions.svelte.ts';
import { getLocale } from '../../paraglide/runtime.js';
import {
  deedsFor,
  isProposalHeld,
  linkOfDivision,
  linkWith,
  proposalOf,
  type Decision,
  type Deed,
  type Form,
} from './deeds.ts';
import { isLookedAtAlone, placeOf, type ReadingPlace } from './queue.ts';

/** A decision or an undo, with its coupons in their new state. */
export interface Decided extends Done {
  readonly about: ReadingPlace | undefined;
  readonly cupones: UndoneDecisions['cupones'];
}

interface Deps {
  readonly api: Pick<Api, 'call'>;
  readonly account: string;
  /** Steps that can be undone, if they must outlive the screen. */
  readonly steps?: TakenSteps | undefined;
  /** True when a decision moves the panel to another coupon; the screen then shows the last action elsewhere. */
  readonly goesOn: boolean;
  readonly onDone: (decided: Decided) => Promise<void>;
  /** Called when a decision is on screen, to explain all coupons again, because other explanations may change. */
  readonly onShown: () => void;
}

export class DecideState {
  busy = $state(false);
  failure = $state.raw<Failure | undefined>(undefined);
  /** True when `failure` belongs to a coupon that the panel showed before. */
  hasFailedBefore = $state(false);
  /** True after the person tried to accept an operation that is linked to another coupon; the panel then announces that coupon again. */
  triedHeld = $state(false);
  writing = $state<Form | undefined>(undefined);
  /** True while the form of a link asks whether the proposed operation is the coupon's although its amount is far. */
  asksIfFar = $state(false);
  /** All decisions about the panel's coupon, newest first; undefined until requested. */
  history = $state.raw<readonly PastDecision[] | undefined>(undefined);
  #about: ReadingPlace | undefined;
  #turn = Promise.resolve();
  #waiting = $state.raw<readonly { readonly about: ReadingPlace | undefined; readonly form: Form | undefined }[]>([]);
  readonly #deps: Deps;
  readonly #steps: TakenSteps;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#steps = deps.steps ?? new TakenSteps();
  }

  /** Called when the panel shows another coupon or none. Earlier decisions can still be undone. */
  lookAt(place: ReadingPlace | undefined): void {
    this.failure = undefined;
    this.triedHeld = false;
    if (!this.goesOn) this.#steps.done = undefined;
    this.writing = undefined;
    this.history = undefined;
    this.#about = place;
  }

  get account(): string {
    return this.#deps.account;
  }

  get goesOn(): boolean {
    return this.#deps.goesOn;
  }
  get done(): Done | undefined {
    return this.#steps.done;
  }
  get canUndo(): boolean {
    return this.#steps.taken.length > 0;
  }
  get canRedo(): boolean {
    return this.#steps.undone.length > 0;
  }

  /** True while a decision about the panel's coupon is being saved, from the open form or from a button. */
  get isSaving(): boolean {
    return this.#waiting.some(({ about, form }) => about === this.#about && form === this.writing);
  }

  /** Runs an action that the coupon allows; for an action with words, opens the form. */
  async act(deed: Deed, cupon: ExplainedCupon): Promise<void> {
    const place = placeOf(cupon);
    this.triedHeld = deed === 'accept' && isProposalHeld(cupon);
    if (place === undefined || !deedsFor(cupon).has(deed)) return;
    const proposal = proposalOf(cupon);
    const division = linkOfDivision(cupon);
    const isFar =
      deed === 'accept' && division === undefined && isLookedAtAlone(cupon.cupon, cupon.candidatos[0], cupon.motivo);
    const what = isFar ? 'vinculo' : deed;
    switch (what) {
      case 'accept':
        if (division !== undefined) await this.take([division]);
        else if (proposal !== undefined) await this.take([linkWith(place, proposal.operacion, proposal.difference)]);
        return;
      case 'reject':
        if (proposal !== undefined)
          await this.take([{ tipo: 'no_es', cupon: place, operaciones: [proposal.operacion] }]);
        return;
      case 'unlink':
        await this.undoOne(cupon.decision?.vinculo?.n ?? 0);
        return;
      case 'undo':
        await this.undo();
        return;
      case 'redo':
        await this.redo();
        return;
      case 'history':
        if (this.history === undefined) await this.showHistory();
        else this.history = undefined;
        return;
      case 'ajuste':
      case 'explicado':
      case 'mirar':
      case 'nota':
      case 'reclamo':
      case 'vinculo':
        this.failure = undefined;
        this.asksIfFar = isFar;
        this.writing = what;
    }
  }

  /** Saves all `decisions` or none, as one step. `refused`: refused rows of a workbook. `undone`: decisions that can still be redone. */
  take(
    decisions: readonly Decision[],
    refused: readonly number[] = [],
    undone: TakenSteps['undone'] = [],
  ): Promise<void> {
    const [first] = decisions;
    if (first === undefined) return Promise.resolve();
    const [about, form] = [this.#about, this.writing];
    return this.#run({ what: first.tipo, n: decisions.length, refused }, async () => {
      const { ns, cupones } = await this.#send(decisions, {});
      this.#steps.taken = [...this.#steps.taken, { ns, decisions }];
      this.#steps.undone = undone;
      // Closes only this decision's own form, because the person may already be writing about another coupon.
      if (this.#about === about && this.writing === form) this.writing = undefined;
      return cupones;
    });
  }

  /** Gives what these decisions would change, and which would be refused, without saving anything. */
  preview(decisions: readonly Decision[]): Promise<TakenDecisions> {
    return this.#send(decisions, { probar: true, parcial: true });
  }

  /** Undoes the last step, whichever its coupon. First waits for a decision that is being saved. */
  async undo(): Promise<void> {
    await this.#turn;
    const last = this.#steps.taken.at(-1);
    if (last === undefined) return;
    await this.#run({ what: 'deshecha', n: last.ns.length }, async () => {
      const undone = await this.#undo(last.ns);
      this.#steps.taken = this.#steps.taken.filter((step) => step !== last);
      this.#steps.undone = [...this.#steps.undone, last.decisions];
      return undone;
    });
  }

  async redo(): Promise<void> {
    await this.#turn;
    await this.take(this.#steps.undone.at(-1) ?? [], [], this.#steps.undone.slice(0, -1));
  }

  undoOne(n: number): Promise<void> {
    return this.#run({ what: 'deshecha', n: 1 }, async () => {
      const undone = await this.#undo([n]);
      this.#steps.taken = this.#steps.taken
        .map(({ ns, decisions }) => ({
          ns: ns.filter((each) => each !== n),
          decisions: decisions.filter((_, i) => ns[i] !== n),
        }))
        .filter(({ ns }) => ns.length > 0);
      return undone;
    });
  }

  async showHistory(): Promise<void> {
    const place = this.#about;
    if (place === undefined) return;
    const { api, account } = this.#deps;
    const { conciliacion, n } = place;
    try {
      const asked = { cuenta: account, idioma: getLocale(), cupon: { conciliacion, n } };
      const history = await api.call('decisiones.historia', asked);
      if (this.#about === place) this.history = history.toReversed();
    } catch (error) {
      if (this.#about !== place) return;
      this.failure = toFailure(error);
      this.hasFailedBefore = false;
    }
  }

  #send(
    decisions: readonly Decision[],
    how: { readonly probar?: true; readonly parcial?: true },
  ): Promise<TakenDecisions> {
    const { api, account } = this.#deps;
    return api.call('decisiones.tomar', { cuenta: account, idioma: getLocale(), decisiones: [...decisions], ...how });
  }

  async #undo(ns: readonly number[]): Promise<Decided['cupones']> {
    const { api, account } = this.#deps;
    const asked = { cuenta: account, idioma: getLocale(), que: { ns: [...ns] } };
    return (await api.call('decisiones.deshacer', asked)).cupones;
  }

  /** Runs requests one after another, because the person may go to the next coupon while a decision is being saved. */
  #run(done: Done, work: () => Promise<Decided['cupones']>): Promise<void> {
    const about = this.#about;
    // Ignores a repeated request for the same coupon and form, from a held key or a double click.
    if (this.isSaving) return Promise.resolve();
    this.#waiting = [...this.#waiting, { about, form: this.writing }];
    this.failure = undefined;
    this.#turn = this.#turn
      .then(() => this.#do({ ...done, about }, work))
      .finally(() => {
        this.#waiting = this.#waiting.slice(1);
      });
    return this.#turn;
  }

  async #do(done: Omit<Decided, 'cupones'>, work: () => Promise<Decided['cupones']>): Promise<void> {
    this.busy = true;
    this.#steps.done = undefined;
    try {
      const cupones = await work();
      await this.#deps.onDone({ ...done, cupones });
      if (this.history !== undefined) await this.showHistory();
      const [cupon, ...more] = cupones;
      const difference = done.what === 'vinculo' && done.n === 1 ? cupon?.decision?.vinculo?.diferencia : undefined;
      const isNamed = this.goesOn && cupon !== undefined && more.length === 0;
      this.#steps.done = { ...done, difference, ...(isNamed ? { cupon } : {}) };
      this.#deps.onShown();
    } catch (error) {
      this.failure = toFailure(error);
      this.hasFailedBefore = done.about !== this.#about;
    } finally {
      this.busy = false;
    }
  }
}
