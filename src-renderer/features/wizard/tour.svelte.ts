import type { Shared } from '../../shared/context.ts';
import type { WizardStep } from './conciliar.svelte.ts';

/** The steps of the tour. */
export const TOUR_STEPS = 3;
/** Which step of the tour speaks of a step of the wizard. */
const STEP_OF: Readonly<Record<WizardStep, number>> = {
  archivo: 1,
  columnas: 2,
  revision: 2,
  previa: 3,
  envio: 3,
  resultado: 3,
};

/**
 * The tour of the first run: three steps that go along with the wizard on the example's own data, and never in its way. It is shown until it is left
 * once; the settings remember it.
 */
export class TourState {
  /** The step that the person went on to read, before doing what comes before it. */
  #read = $state(1);
  readonly #common: Pick<Shared, 'settings' | 'session'>;

  constructor(common: Pick<Shared, 'settings' | 'session'>) {
    this.#common = common;
  }

  get isShown(): boolean {
    return this.#common.session.isInExample && this.#common.settings.document?.recorridoVisto === false;
  }

  /** The step that is shown: the wizard's, or one further on that the person went to. */
  stepAt = (wizard: WizardStep): number => Math.max(STEP_OF[wizard], this.#read);
  /** True while the step that is shown is further on than the wizard's. */
  isAhead = (wizard: WizardStep): boolean => this.#read > STEP_OF[wizard];

  readOn(wizard: WizardStep): void {
    this.#read = Math.min(TOUR_STEPS, this.stepAt(wizard) + 1);
  }
  readBack(wizard: WizardStep): void {
    if (this.isAhead(wizard)) this.#read -= 1;
  }

  /** The account that is shown again when the tour ends; undefined when the example was not come to from another one. */
  get returnsTo(): string | undefined {
    return this.#common.session.lender?.nombre;
  }

  /** Ends the tour, and shows the account that was shown before it. The settings remember it: no page shows the tour again by itself. */
  async leave(): Promise<void> {
    if (await this.#common.settings.change({ recorridoVisto: true })) this.#common.session.giveBack();
  }
}
