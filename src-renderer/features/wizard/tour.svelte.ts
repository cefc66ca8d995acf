import type { Shared } from '../../shared/context.ts';
import type { WizardStep } from './conciliar.svelte.ts';

export const TOUR_STEPS = 3;
const STEP_OF: Readonly<Record<WizardStep, number>> = {
  archivo: 1,
  columnas: 2,
  revision: 2,
  previa: 3,
  envio: 3,
  resultado: 3,
};

/** The tour of the first run: three texts beside the wizard, with the example data. Shown until the person ends it, which the settings remember. */
export class TourState {
  /** The step of the tour that the person opened before the wizard got there. */
  #read = $state(1);
  readonly #common: Pick<Shared, 'settings' | 'session'>;

  constructor(common: Pick<Shared, 'settings' | 'session'>) {
    this.#common = common;
  }

  get isShown(): boolean {
    return this.#common.session.isInExample && this.#common.settings.document?.recorridoVisto === false;
  }

  /** The step on screen: the wizard's, or a later step that the person opened. */
  stepAt = (wizard: WizardStep): number => Math.max(STEP_OF[wizard], this.#read);
  /** True when the person opened a step that the wizard has not reached. */
  isAhead = (wizard: WizardStep): boolean => this.#read > STEP_OF[wizard];

  readOn(wizard: WizardStep): void {
    this.#read = Math.min(TOUR_STEPS, this.stepAt(wizard) + 1);
  }
  readBack(wizard: WizardStep): void {
    if (this.isAhead(wizard)) this.#read -= 1;
  }

  /** The account to show after the tour; undefined when the tour began in the present account. */
  get returnsTo(): string | undefined {
    return this.#common.session.lender?.nombre;
  }

  /** Ends the tour and shows the previous account. The settings remember the end, so the tour does not start by itself again. */
  async leave(): Promise<void> {
    if (await this.#common.settings.change({ recorridoVisto: true })) this.#common.session.giveBack();
  }
}
