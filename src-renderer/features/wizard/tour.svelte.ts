import type { Shared } from '../../shared/context.ts';
import type { WizardStep } from './conciliar.svelte.ts';

/** The steps of the tour. */
export const TOUR_STEPS = 3;
/** The step of the tour for each step of the wizard. */
const STEP_OF: Readonly<Record<WizardStep, number>> = {
  archivo: 1,
  columnas: 2,
  revision: 2,
  previa: 3,
  envio: 3,
  resultado: 3,
};

/**
 * The tour of the first run: three steps beside the wizard, on the example's own data. It is shown until the person ends it once; the settings
 * remember that.
 */
export class TourState {
  /** The step that the person opened ahead of the wizard. */
  #read = $state(1);
  readonly #common: Pick<Shared, 'settings' | 'session'>;

  constructor(common: Pick<Shared, 'settings' | 'session'>) {
    this.#common = common;
  }

  get isShown(): boolean {
    return this.#common.session.isInExample && this.#common.settings.document?.recorridoVisto === false;
  }

  /** The step on screen: the wizard's, or a later one that the person opened. */
  stepAt = (wizard: WizardStep): number => Math.max(STEP_OF[wizard], this.#read);
  /** True while the step that is shown is further on than the wizard's. */
  isAhead = (wizard: WizardStep): boolean => this.#read > STEP_OF[wizard];

  readOn(wizard: WizardStep): void {
    this.#read = Math.min(TOUR_STEPS, this.stepAt(wizard) + 1);
  }
  readBack(wizard: WizardStep): void {
    if (this.isAhead(wizard)) this.#read -= 1;
  }

  /** The account to which the tour returns; undefined when the tour did not begin in another account. */
  get returnsTo(): string | undefined {
    return this.#common.session.lender?.nombre;
  }

  /** Ends the tour, and shows the account that was shown before it. The settings remember it, so no page shows the tour again by itself. */
  async leave(): Promise<void> {
    if (await this.#common.settings.change({ recorridoVisto: true })) this.#common.session.giveBack();
  }
}
