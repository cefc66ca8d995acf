import type { ListedDecisions } from '#contract/decisions.ts';
import type { HomeDocument } from '#contract/home.ts';
import { getLocale } from '../../paraglide/runtime.js';
import { Ask, Newest } from '../../shared/task.svelte.ts';

const NAMED = 10;

export class HomeState extends Ask<HomeDocument> {
  /** Decisions that should be looked at again; undefined before the reading, and when there are none. */
  decided = $state.raw<ListedDecisions | undefined>(undefined);
  /** The call that reads `decided`, with a failure of its own. */
  readonly deciding = new Newest();
  field: 'vendido' | 'acreditado' = $state('vendido');

  /** Reads the page. The previous content stays on screen meanwhile, and when the reading fails. */
  async read(signal: AbortSignal): Promise<void> {
    const input = { cuenta: this.account };
    await this.ask(() => this.api.call('inicio.ver', input, { signal }), signal);
    if (signal.aborted || this.failure !== undefined || this.document === undefined) return;
    void this.#readDecided(this.document, signal);
    // Saving the time of this visit may fail, for example while another program writes. Then the next visit shows the same news again.
    if (this.document.hayDatos) await this.api.call('inicio.visto', input).catch(() => undefined);
  }

  /** Reads the decisions that new data contradicts or whose day has come. Runs after the page is shown, because the core first has to match the coupons. */
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
