import type { CheckDocument, CheckStatus, ChecksDocument, Paper } from '#contract/checks.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import { Ask } from '../../shared/task.svelte.ts';

interface Period {
  readonly desde: string;
  readonly hasta: string;
}

/** `salida`: the name of the file. */
interface PaperRequest extends Period {
  readonly papel: Paper;
  readonly salida: string;
}

/** A paper that could not be written: why, and what was asked for. */
interface FailedPaper {
  readonly failure: Failure;
  readonly request: PaperRequest;
}

export class ChecksState extends Ask<ChecksDocument> {
  filter: CheckStatus | 'todos' = $state('todos');
  writing = $state.raw<readonly Paper[]>([]);
  /** Kept until another paper is asked for, whatever is read meanwhile. */
  failedPaper = $state.raw<FailedPaper | undefined>(undefined);
  written = $state.raw<string | undefined>(undefined);
  readonly #api: Api;
  readonly #account: string | undefined;

  readonly shown: readonly CheckDocument[] = $derived(
    (this.document?.controles ?? []).filter(({ estado }) => this.filter === 'todos' || estado === this.filter),
  );

  constructor(api: Api, account: string | undefined) {
    super();
    this.#api = api;
    this.#account = account;
  }

  /** Reads the checks. The previous ones stay on screen meanwhile, and when the reading fails. */
  async read(period: Period, signal: AbortSignal): Promise<void> {
    const input = { cuenta: this.#account, ...period };
    await this.ask(() => this.#api.call('controles.ver', input, { signal }), signal);
  }

  async writeFile(request: PaperRequest, signal: AbortSignal): Promise<void> {
    this.writing = [...this.writing, request.papel];
    this.failedPaper = undefined;
    this.written = undefined;
    try {
      const { archivo } = await this.#api.call('papeles.exportar', { cuenta: this.#account, ...request }, { signal });
      await this.#api.deliver(archivo);
      this.written = request.salida;
    } catch (error) {
      if (!signal.aborted) this.failedPaper = { failure: toFailure(error), request };
    } finally {
      this.writing = this.writing.filter((paper) => paper !== request.papel);
    }
  }
}
