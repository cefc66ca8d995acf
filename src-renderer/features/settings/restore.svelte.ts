import type { ExaminedBackup, RestoredBackups } from '#contract/settings.ts';
import type { Shared } from '../../shared/context.ts';
import type { Task } from '../../shared/task.svelte.ts';

type Deps = Pick<Shared, 'api' | 'session' | 'settings'>;
type Asked = { readonly copias: string[] } | { readonly archivos: string[] };

/** Restores backups. Each one is read whole and shown before anything on this PC is replaced. */
export class RestoreState {
  examined = $state.raw<readonly ExaminedBackup[] | undefined>(undefined);
  restored = $state.raw<RestoredBackups | undefined>(undefined);
  /** True when all examined backups can be restored. */
  readonly isWhole = $derived(this.examined?.every(({ estado }) => estado === 'sana') ?? false);
  readonly #deps: Deps;
  readonly #task: Task;
  #asked: Asked = { copias: [] };

  /** `task` is shared with the rest of the screen, so that only one of its actions runs at a time. */
  constructor(deps: Deps, task: Task) {
    this.#deps = deps;
    this.#task = task;
  }

  open(copias: string[], signal: AbortSignal): Promise<void> {
    return this.#examine(() => Promise.resolve({ copias }), signal);
  }

  openFiles(files: readonly File[], signal: AbortSignal): Promise<void> {
    const { api } = this.#deps;
    return this.#examine(
      async () => ({ archivos: await Promise.all(files.map((file) => api.file(file, signal))) }),
      signal,
    );
  }

  async restore(): Promise<void> {
    const { api, session, settings } = this.#deps;
    // The core restores only what was shown: if a file changed since, nothing is restored.
    const huellas = this.examined?.map(({ huella }) => huella) ?? [];
    this.restored = await this.#task.run(() => api.call('respaldos.restaurar', { ...this.#asked, huellas, si: true }));
    this.examined = undefined;
    if (this.restored !== undefined) await Promise.all([session.read(), settings.read()]);
  }

  leave(): void {
    this.examined = undefined;
  }

  async #examine(ask: () => Promise<Asked>, signal: AbortSignal): Promise<void> {
    this.restored = undefined;
    this.examined = await this.#task.run(async () => {
      this.#asked = await ask();
      return this.#deps.api.call('respaldos.verificar', this.#asked, { signal });
    });
  }
}
