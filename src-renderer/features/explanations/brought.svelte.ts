import type { DecisionsOfWorkbook } from '#contract/decisions.ts';
import type { Api } from '../../api/api.ts';
import { getLocale } from '../../paraglide/runtime.js';
import { Task } from '../../shared/task.svelte.ts';
import type { DecideState } from './decide.svelte.ts';

/** Decisions that a person wrote in the exported workbook: first what each would do, then those and nothing else, undone together. */
export class BroughtState {
  preview = $state.raw<DecisionsOfWorkbook | undefined>(undefined);
  readonly task = new Task();
  readonly #api: Pick<Api, 'call' | 'file'>;
  readonly #decide: DecideState;

  constructor(api: Pick<Api, 'call' | 'file'>, decide: DecideState) {
    this.#api = api;
    this.#decide = decide;
  }

  /** Reads a workbook; what another one would do is shown no more. */
  async bring(file: File, signal: AbortSignal): Promise<void> {
    this.preview = undefined;
    this.preview = await this.task.run(async () => {
      const planilla = await this.#api.file(file, signal);
      const input = { cuenta: this.#decide.account, idioma: getLocale(), planilla };
      return this.#api.call('decisiones.leer_planilla', input, { signal });
    });
  }

  /** Takes what was previewed. A failure is the decisions' own (`DecideState.failure`), and the preview stays. */
  async run(): Promise<void> {
    await this.#decide.take(this.preview?.decisiones ?? []);
    if (this.#decide.failure === undefined) this.preview = undefined;
  }
}
