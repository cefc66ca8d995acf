import type { Failure } from '../../api/failure.ts';
import type { RevisionState } from '../review/revision.svelte.ts';

export type SentChoice = 'omitir' | 'mandar';
/** Names of the choices in the core (docs/cli.md, `--decidir`). */
const ANSWERS: Readonly<Record<SentChoice, string>> = { omitir: 'omitir-enviados', mandar: 'enviar-todos' };

/** The person's choice for coupons that were sent before. Until then, nothing is sent. */
export class SentBeforeChoice {
  /** The choice that the rows have; undefined until the person chooses. */
  made: SentChoice | undefined = $state();
  #choosing: SentChoice | undefined = $state();
  /** Why the last choice failed; the choice before stays valid. */
  failure = $state.raw<Failure | undefined>(undefined);
  /** True when the person tried to send before choosing. */
  mustChoose = $state(false);
  readonly #revision: RevisionState;

  constructor(revision: RevisionState) {
    this.#revision = revision;
  }

  /** Leaves out or includes the coupons that were sent before. `shown` has the choice at once, `made` once the rows have it. */
  async choose(choice: SentChoice): Promise<void> {
    this.#choosing = choice;
    this.failure = undefined;
    const done = await this.#revision.leaveOut('enviados', choice === 'omitir');
    // Only the latest of several choices may set `failure`.
    const isLast = this.#choosing === choice;
    if (isLast) this.#choosing = undefined;
    if (done === undefined) {
      if (isLast) this.failure = this.#revision.failure;
      return;
    }
    this.made = choice;
    this.mustChoose = false;
  }

  forget(): void {
    this.made = undefined;
    this.failure = undefined;
    this.mustChoose = false;
  }

  get shown(): SentChoice | undefined {
    return this.#choosing ?? this.made;
  }
  get isChoosing(): boolean {
    return this.#choosing !== undefined;
  }
  get answer(): string | undefined {
    return this.made === undefined ? undefined : ANSWERS[this.made];
  }
  /** Number of already sent coupons that are neither left out nor chosen to be sent again. */
  get undecided(): number {
    const { enviados = [] } = this.#revision.summary ?? {};
    return this.made === undefined ? enviados.reduce((sum, { cupones, omitidos }) => sum + cupones - omitidos, 0) : 0;
  }
  /** True when all coupons were sent before, unless the person chose to send them again. */
  get areAllSent(): boolean {
    const { cupones = 0, de } = this.#revision.summary?.yaEnviado ?? {};
    return cupones > 0 && cupones === de && this.shown !== 'mandar';
  }
}
