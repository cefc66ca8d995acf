import type { ListedDecisions } from '#contract/decisions.ts';
import type { HomeDocument } from '#contract/home.ts';
import { getLocale } from '../../paraglide/runtime.js';
import { Ask, Newest } from '../../shared/task.svelte.ts';

/** The most decisions that the first page lists. */
const NAMED = 10;

export class HomeState extends Ask<HomeDocument> {
  /** Decisions to look at again; undefined before they are read, and when there are none. */
  decided = $state.raw<ListedDecisions | undefined>(undefined);
  /** The reading of those decisions; its failure is shown in their section. */
  readonly deciding = new Newest();
  field: 'vendido' | 'acreditado' = $state('vendido');

  /** Reads the page. The previous one stays on screen during the reading, and when it fails. */
  async read(signal: AbortSignal): Promise<void> {
    const input = { cuenta: this.account };
    await this.ask(() => this.api.call('inicio.ver', input, { signal }), signal);
    if (signal.aborted || this.failure !== undefined || this.document === undefined) return;
    void this.#readDecided(this.document, signal);
    // Ignore a failure to keep the visit, as while another program writes: the next news then begin at an earlier visit.
    if (this.document.hayDatos) await this.api.call('inicio.visto', input).catch(() => undefined);
  }

  /** Reads the decisions that the data contradicts or whose day came. The page is shown first, because this needs a matching. */
  async #readDecided({ decisiones }: HomeDocument, signal: AbortSignal): Promise<void> {
    const asked = { cuenta: this.account, idioma: getLocale(), solo: 'pendientes', limite: NAMED } as const;
    if (!decisiones) {
      this.deciding.stop();
      this.decided = undefined;
      return;
    }
    const listed = await this.deciding.run((tracking) => this.api.call('decisiones.listar', asked, tracking), signal);
    if (listed !== undefined) this.decided = listed.total === 0 ? undefined : listed;
  }
}
