import type { DecisionsOfWorkbook } from '#contract/decisions.ts';
import type { Api } from '../../api/api.ts';
import { getLocale } from '../../paraglide/runtime.js';
import { Task } from '../../shared/task.svelte.ts';
import type { DecideState } from './decide.svelte.ts';

/** Decisions that a person wrote in the exported workbook: first what each would do, then those and nothing else, undone together. */
export class BroughtState {
  preview = $state.raw<DecisionsOfWorkbook | undefined>(undefined);
  /** The decisions were taken: the rows that are shown are those that were refused. */
  isTaken = $state(false);
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
    this.isTaken = false;
    this.preview = await this.task.run(async () => {
      const planilla = await this.#api.file(file, signal);
      const input = { cuenta: this.#decide.account, idioma: getLocale(), planilla };
      return this.#api.call('decisiones.leer_planilla', input, { signal });
    });
  }

  /** Takes what was previewed; the rows that are refused stay. A failure is the decisions' own (`DecideState.failure`), and the preview stays. */
  async run(): Promise<void> {
    const { preview } = this;
    if (preview === undefined) return;
    const refused = preview.filas.filter(({ estado }) => estado === 'rechazada');
    await this.#decide.take(
      preview.decisiones,
      refused.map(({ fila }) => fila),
    );
    if (this.#decide.failure !== undefined) return;
    this.isTaken = true;
    this.preview = refused.length === 0 ? undefined : { ...preview, filas: refused, decisiones: [] };
  }
}
