import type { DataValues } from '#contract/data.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import { foldText } from '../../ui/fold-text.ts';

/** The values that one field has among the filtered rows, to choose from. */
export class ValuesState {
  document = $state.raw<DataValues | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  searched = $state('');
  readonly #api: Api;

  readonly visible: DataValues['valores'] = $derived(
    (this.document?.valores ?? []).filter(({ valor }) =>
      foldText(valor ?? '').includes(foldText(this.searched.trim())),
    ),
  );

  constructor(api: Api) {
    this.#api = api;
  }

  async read(request: MethodInput<'datos.valores'>, signal: AbortSignal): Promise<void> {
    try {
      const answer = await this.#api.call('datos.valores', { ...request, limite: 200 }, { signal });
      if (!signal.aborted) this.document = answer;
    } catch (error) {
      if (!signal.aborted) this.failure = toFailure(error);
    }
  }
}
