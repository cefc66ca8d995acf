import type { ListedDecisions } from '#contract/decisions.ts';
import type { HomeDocument } from '#contract/home.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import { getLocale } from '../../paraglide/runtime.js';

/** How many decisions the first page names. */
const NAMED = 10;

export class HomeState {
  document = $state.raw<HomeDocument | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  /** Decisions to look at again; undefined until they are read, and without any. */
  decided = $state.raw<ListedDecisions | undefined>(undefined);
  field: 'vendido' | 'acreditado' = $state('vendido');
  readonly #api: Api;
  readonly #account: string | undefined;

  constructor(api: Api, account: string | undefined) {
    this.#api = api;
    this.#account = account;
  }

  /** Reads the page. The previous one stays on screen meanwhile, and when the reading fails. */
  async read(signal: AbortSignal): Promise<void> {
    this.failure = undefined;
    try {
      const doc = await this.#api.call('inicio.ver', { cuenta: this.#account }, { signal });
      if (signal.aborted) return;
      this.document = doc;
      void this.#readDecided(doc, signal); // never fails: the page then only lacks its section
      // Ignore a visit that cannot be kept, as while another program writes: the next news then begin at an earlier visit.
      if (doc.hayDatos) await this.#api.call('inicio.visto', { cuenta: this.#account }).catch(() => undefined);
    } catch (error) {
      if (!signal.aborted) this.failure = toFailure(error);
    }
  }

  /** Reads the decisions that the data contradicts or whose day came. This needs a matching, so the page is shown first. */
  async #readDecided({ decisiones }: HomeDocument, signal: AbortSignal): Promise<void> {
    if (!decisiones) {
      this.decided = undefined;
      return;
    }
    try {
      const asked = { cuenta: this.#account, idioma: getLocale(), solo: 'pendientes', limite: NAMED } as const;
      const decided = await this.#api.call('decisiones.listar', asked, { signal });
      if (!signal.aborted) this.decided = decided.total === 0 ? undefined : decided;
    } catch {
      if (!signal.aborted) this.decided = undefined;
    }
  }
}
