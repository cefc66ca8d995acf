import type { ListedDecisions } from '#contract/decisions.ts';
import type { HomeDocument } from '#contract/home.ts';
import { getLocale } from '../../paraglide/runtime.js';
import { getDefaultPreset, getRange } from '../../shared/period.svelte.ts';
import { Ask, Newest } from '../../shared/task.svelte.ts';

const NAMED = 10;

export class HomeState extends Ask<HomeDocument> {
  /** Decisions to look at again; undefined before the reading, and when there are none. */
  decided = $state.raw<ListedDecisions | undefined>(undefined);
  readonly deciding = new Newest();
  field: 'vendido' | 'acreditado' = $state('vendido');

  /** Reads the page. In the first week of a month the heat map begins where the period of the lists begins. */
  async read(today: string, signal: AbortSignal): Promise<void> {
    const input = { cuenta: this.account };
    const { desde } = getRange(getDefaultPreset(today), today);
    await this.ask(() => this.api.call('inicio.ver', { ...input, desde }, { signal }), signal);
    if (signal.aborted || this.failure !== undefined || this.document === undefined) return;
    void this.#readDecided(this.document, signal);
    // Saving the time of the visit may fail, for example while another program writes. The next visit then shows the same news again.
    if (this.document.hayDatos) await this.api.call('inicio.visto', input).catch(() => undefined);
  }

  /** Reads the decisions that new data contradicts or whose day has come. Runs after the page is shown, because the core first matches the coupons. */
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
