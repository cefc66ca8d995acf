import { AppError, isAppError } from '#contract/errors.ts';
import type { Progress } from '#contract/host-events.ts';
import type { UpdatesDocument, UpdateStatus } from '#contract/updates.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { withAbort } from '#domain/shared-work.ts';
import { STABLE_CHANNEL } from '#domain/texts/update-channel.ts';
import { toDiskError } from '#platform/disk-error.ts';
import type { Policy } from '#platform/policy.ts';
import { isNewer, type Feed } from './latest.ts';

/** Puts a new version in the place of the program: an installed window whose system verifies who made it. */
export interface Installer {
  /** Downloads the newest version of a feed and verifies it. Throws `ACTUALIZACION_DANADA`, `ACTUALIZACION_SIN_RESPUESTA`. */
  download(feed: Feed, onBytes: (done: number, total: number) => void, signal: AbortSignal): Promise<void>;
  /** Closes the program in order; what was downloaded is installed then, and opened. */
  closeAndInstall(): void;
}

export interface UpdatesDeps {
  readonly clock: Clock;
  /** The feed that this program was published with. */
  readonly feed: string | null;
  readonly version: string;
  readonly readLatest: (feed: Feed, signal: AbortSignal) => Promise<string>;
  readonly policy: () => Promise<Policy>;
  /** Whether the person lets the program look by itself. */
  readonly chosen: () => Promise<boolean>;
  readonly installer: Installer | undefined;
  readonly onError: (error: unknown) => void;
}

export interface Updates {
  show(): Promise<UpdatesDocument>;
  /** `alone`: nobody asked. A feed that cannot be used is a state of the document. Throws only for an invalid policy. */
  look(alone: boolean, signal: AbortSignal): Promise<UpdatesDocument>;
  /** Joins a download in progress. A caller who leaves stops it for nobody else. */
  bring(onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<UpdatesDocument>;
  /** The caller is alone: nothing is being sent. */
  install(): Promise<UpdatesDocument>;
  /** Stops a download. */
  close(): Promise<void>;
}

export function createUpdates(deps: UpdatesDeps): Updates {
  const { clock, version, installer } = deps;
  const end = new AbortController();
  let now: UpdateStatus = { estado: 'sin_buscar' };
  let lookedAt: number | undefined;
  let flight: Promise<void> | undefined;
  let watchers: readonly ((done: number, total: number) => void)[] = [];

  async function placeOf(): Promise<{ policy: Policy; url: string | undefined; channel: string }> {
    const policy = await deps.policy();
    return { policy, url: policy.feed ?? deps.feed ?? undefined, channel: policy.channel ?? STABLE_CHANNEL };
  }

  async function show(): Promise<UpdatesDocument> {
    const { policy, url, channel } = await placeOf();
    return {
      version,
      hay: now.estado === 'sin_buscar' || now.estado === 'falla' ? null : now.estado !== 'al_dia',
      seInstala: installer !== undefined,
      activas: await deps.chosen(),
      permitidas: policy.updates ?? true,
      direccion: url ?? null,
      canal: channel,
      fijadas: [
        ...(policy.feed === undefined ? [] : (['direccion'] as const)),
        ...(policy.channel === undefined ? [] : (['canal'] as const)),
        ...(policy.updates === undefined ? [] : (['permitidas'] as const)),
      ],
      buscada: lookedAt === undefined ? null : civilDateTimeAt(lookedAt),
      ahora: now,
    };
  }

  async function requireFeed(): Promise<Feed> {
    const { policy, url, channel } = await placeOf();
    if (policy.updates === false) throw new AppError('ACTUALIZACIONES_NO_PERMITIDAS');
    if (url === undefined) throw new AppError('ACTUALIZACIONES_SIN_DIRECCION');
    return { url, channel };
  }

  /** Makes a failure the state. An abort of the person and an invalid policy are rethrown. */
  function fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted || isAppError(error, 'POLITICA_INVALIDA')) throw error;
    deps.onError(error);
    const said = toDiskError(error); // electron-updater writes too
    const { code, message } = isAppError(said) ? said : new AppError('INTERNO', { cause: error });
    now = { estado: 'falla', codigo: code, mensaje: message };
  }

  async function download(found: string, by: Installer): Promise<void> {
    const { signal } = end;
    try {
      now = { estado: 'bajando', version: found };
      const tell = (done: number, total: number): void => {
        for (const watch of watchers) watch(done, total);
      };
      await by.download(await requireFeed(), tell, signal);
      now = { estado: 'lista', version: found };
    } catch (error) {
      fail(error, signal);
    }
  }

  return {
    show,
    async look(alone, signal) {
      // Looking again would forget what was downloaded.
      if (flight !== undefined || now.estado === 'lista') return show();
      const { policy, url } = await placeOf();
      const isOff = policy.updates === false || url === undefined || !(await deps.chosen());
      if (alone && isOff) return show();
      try {
        const latest = await deps.readLatest(await requireFeed(), signal);
        lookedAt = clock.now();
        now = isNewer(latest, version) ? { estado: 'hay', version: latest } : { estado: 'al_dia' };
      } catch (error) {
        fail(error, signal);
      }
      return show();
    },
    async bring(onProgress, signal) {
      if (installer === undefined) throw new AppError('ACTUALIZACION_NO_SE_INSTALA');
      if (now.estado === 'lista') return show();
      if (now.estado === 'hay') {
        flight = download(now.version, installer).finally(() => {
          flight = undefined;
        });
      }
      if (flight === undefined) throw new AppError('ACTUALIZACION_NO_LISTA');
      const watch = (done: number, total: number): void => {
        onProgress({ fase: 'actualizacion', hecho: done, total });
      };
      watchers = [...watchers, watch];
      try {
        await withAbort(flight, signal);
      } finally {
        watchers = watchers.filter((each) => each !== watch);
      }
      return show();
    },
    async install() {
      if (installer === undefined) throw new AppError('ACTUALIZACION_NO_SE_INSTALA');
      if (now.estado !== 'lista') throw new AppError('ACTUALIZACION_NO_LISTA');
      await requireFeed(); // an administrator may have forbidden it meanwhile
      installer.closeAndInstall();
      return show();
    },
    async close() {
      end.abort();
      await flight?.catch(() => undefined); // stopped by us
    },
  };
}
