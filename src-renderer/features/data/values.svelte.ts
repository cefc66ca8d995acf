import type { DataValues } from '#contract/data.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Api } from '../../api/api.ts';
import { Ask } from '../../shared/ask.svelte.ts';
import { foldText } from '../../ui/fold-text.ts';

/** The values that one field has among the filtered rows, to choose from. */
export class ValuesState extends Ask<DataValues> {
  searched = $state('');
  readonly #api: Api;

  readonly visible: DataValues['valores'] = $derived(
    (this.document?.valores ?? []).filter(({ valor }) =>
      foldText(valor ?? '').includes(foldText(this.searched.trim())),
    ),
  );

  constructor(api: Api) {
    super();
    this.#api = api;
  }

  async read(request: MethodInput<'datos.valores'>, signal: AbortSignal): Promise<void> {
    await this.ask(() => this.#api.call('datos.valores', { ...request, limite: 200 }, { signal }), signal);
  }
}
