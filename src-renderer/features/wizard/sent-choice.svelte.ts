import type { Failure } from '../../api/failure.ts';
import type { RevisionState } from '../review/revision.svelte.ts';

/** What the person chose for coupons that were sent before: leave them out, or send them again. */
export type SentChoice = 'omitir' | 'mandar';
/** The names of the choices in the core (docs/cli.md, `--decidir`). */
const ANSWERS: Readonly<Record<SentChoice, string>> = { omitir: 'omitir-enviados', mandar: 'enviar-todos' };

/** The choice for coupons that were sent before. Nothing is sent before the choice is made. */
export class SentBeforeChoice {
  /** The choice that was applied to the rows; undefined until the person chooses. */
  made: SentChoice | undefined = $state();
  #choosing: SentChoice | undefined = $state();
  /** Why the last choice could not be applied; the earlier choice is still valid. */
  failure = $state.raw<Failure | undefined>(undefined);
  /** True when the person tried to send before choosing. */
  mustChoose = $state(false);
  readonly #revision: RevisionState;

  constructor(revision: RevisionState) {
    this.#revision = revision;
  }

  /** Leaves out the coupons that were sent before, or includes them. `shown` has the choice at once, `made` when it was applied. */
  async choose(choice: SentChoice): Promise<void> {
    this.#choosing = choice;
    this.failure = undefined;
    const done = await this.#revision.leaveOut('enviados', choice === 'omitir');
    // False when the person has chosen again meanwhile: the later call then handles failures.
    const isLast = this.#choosing === choice;
    if (isLast) this.#choosing = undefined;
    if (done === undefined) {
      if (isLast) this.failure = this.#revision.failure;
      return;
    }
    this.made = choice;
    this.mustChoose = false;
  }

  /** Forgets the choice, because another file is under review. */
  forget(): void {
    this.made = undefined;
    this.failure = undefined;
    this.mustChoose = false;
  }

  /** The person's last choice, also while it is being applied. */
  get shown(): SentChoice | undefined {
    return this.#choosing ?? this.made;
  }
  get isChoosing(): boolean {
    return this.#choosing !== undefined;
  }
  /** The choice for the core; undefined until it is made. */
  get answer(): string | undefined {
    return this.made === undefined ? undefined : ANSWERS[this.made];
  }
  /** How many coupons were sent before and are neither left out nor chosen to be sent again. */
  get undecided(): number {
    const { enviados = [] } = this.#revision.summary ?? {};
    return this.made === undefined ? enviados.reduce((sum, { cupones, omitidos }) => sum + cupones - omitidos, 0) : 0;
  }
  /** True when all coupons of the file were sent before, unless the person chose to send them again. */
  get areAllSent(): boolean {
    const { cupones = 0, de } = this.#revision.summary?.yaEnviado ?? {};
    return cupones > 0 && cupones === de && this.shown !== 'mandar';
  }
}
