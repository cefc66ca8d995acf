import path from 'node:path';
import { z } from 'zod';
import { AppError, isAppError } from '#contract/errors.ts';
import type { Progress } from '#contract/progress.ts';
import type { OfferedVersion, UpdatesDocument, UpdateStatus } from '#contract/updates.ts';
import { STABLE_CHANNEL } from '#domain/texts/update-channel.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { withAbort } from '#domain/shared-work.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { ensureFolder } from '#platform/data-folder.ts';
import { toDiskError } from '#platform/disk-error.ts';
import type { Policy } from '#platform/policy.ts';
import { download, isWhole } from './download.ts';
import { parseFeed } from './feed-address.ts';
import type { FeedClient } from './feed-client.ts';
import { readFeed, type Asking, type Offer } from './feed.ts';
import { keepInstaller } from './installers.ts';
import type { Release } from './release.ts';
import { findVersionThatDidNotOpen } from './starts.ts';
import type { Kind, Platform } from './statement.ts';

/** Puts a new version in the place of the program: the window does, when it is installed. */
export interface Installer {
  /** The kind of file that the program was installed from. */
  readonly kind: Kind;
  /** Gives the path of an offer's file, which `fetchFile` downloads and checks. */
  bring(offer: Offer, fetchFile: (destination: string) => Promise<void>): Promise<string>;
  /** Closes the program in order; what is downloaded is installed then. */
  closeAndInstall(): void;
}

export interface UpdatesDeps {
  /** The folder of the updates, inside the data folder. */
  readonly folder: string;
  readonly clock: Clock;
  readonly release: Release;
  readonly version: string;
  /** Undefined for a system without published versions. */
  readonly platform: Platform | undefined;
  readonly client: FeedClient;
  readonly policy: () => Promise<Policy>;
  /** Whether the person lets the program look by itself. */
  readonly chosen: () => Promise<boolean>;
  readonly installer: Installer | undefined;
  /** Whether an upload that began on this PC has not ended: it runs, was paused, or was cut. */
  readonly hasUnfinishedUpload: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

export interface Updates {
  show(): Promise<UpdatesDocument>;
  /** `alone`: nobody asked. Gives the state; a feed that cannot be used is told there. Throws only for an invalid policy. */
  look(alone: boolean, signal: AbortSignal): Promise<UpdatesDocument>;
  /** Joins a download in progress. A caller who leaves stops it for nobody else. */
  bring(onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<UpdatesDocument>;
  /** The caller is alone: nothing is being sent. */
  install(): Promise<UpdatesDocument>;
  /**
   * Called when the program ends: gives the file to be installed, checked again, or undefined. Unless the person asked for the installation,
   * there is a file only when the program may look for versions by itself, and no upload waits to be taken up: the version that began it ends
   * it.
   */
  takeReady(): Promise<string | undefined>;
  /** Stops the download; the next one resumes it. */
  close(): Promise<void>;
}

/** The kind that a program requests if it was not installed from a file: the first of its system. */
const KIND_OF: Readonly<Record<string, Kind>> = { win32: 'exe', darwin: 'zip', linux: 'AppImage' };

const KEPT = z.object({ version: z.literal(1), buscada: z.number() });

export function createUpdates(deps: UpdatesDeps): Updates {
  const { folder, clock, release, version, platform, client, installer } = deps;
  const keptFile = path.join(folder, 'estado.json');
  const end = new AbortController();
  let now: UpdateStatus = { estado: 'sin_buscar' };
  let offer: Offer | undefined;
  let ready: { readonly file: string; readonly offer: Offer } | undefined;
  let asked = false;
  let flight: Promise<void> | undefined;
  let watchers: readonly ((bytes: number) => void)[] = [];

  const describe = ({ version: its, notes, bytes }: Offer): OfferedVersion => ({
    version: its,
    novedades: notes,
    bytes,
  });
  const didNotOpen = (its: string): boolean => findVersionThatDidNotOpen(folder) === its;

  /** The address of the feed, or why there is none. */
  async function placeOf(): Promise<{ policy: Policy; feed: string | undefined; channel: string }> {
    const policy = await deps.policy();
    return { policy, feed: policy.feed ?? release.feed ?? undefined, channel: policy.channel ?? STABLE_CHANNEL };
  }

  async function show(): Promise<UpdatesDocument> {
    const { policy, feed, channel } = await placeOf();
    const kept = await readJsonFile(keptFile, (value) => KEPT.parse(value));
    const nobodyLooked = now.estado === 'sin_buscar' || now.estado === 'falla';
    return {
      version,
      hay: nobodyLooked ? null : now.estado !== 'al_dia',
      seInstala: installer !== undefined,
      activas: await deps.chosen(),
      permitidas: policy.updates ?? true,
      direccion: feed ?? null,
      canal: channel,
      fijadas: [
        ...(policy.feed === undefined ? [] : (['direccion'] as const)),
        ...(policy.channel === undefined ? [] : (['canal'] as const)),
        ...(policy.updates === undefined ? [] : (['permitidas'] as const)),
      ],
      buscada: kept.estado === 'leido' ? civilDateTimeAt(kept.valor.buscada) : null,
      ahora: now,
    };
  }

  async function ask(signal: AbortSignal): Promise<Offer | undefined> {
    const { policy, feed, channel } = await placeOf();
    if (policy.updates === false) throw new AppError('ACTUALIZACIONES_NO_PERMITIDAS');
    if (feed === undefined || platform === undefined) throw new AppError('ACTUALIZACIONES_SIN_DIRECCION');
    if (release.keys.length === 0) throw new AppError('ACTUALIZACIONES_SIN_CLAVE');
    const [system = ''] = platform.split('-');
    const asking: Asking = { version, platform, kind: installer?.kind ?? KIND_OF[system] ?? 'AppImage', channel };
    return readFeed({ keys: release.keys, getText: client.getText }, { feed: parseFeed(feed), asking }, signal);
  }

  /** Tells the failure of a feed and forgets its offer. An abort of the person is rethrown. */
  function fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted || isAppError(error, 'POLITICA_INVALIDA')) throw error;
    deps.onError(error);
    const said = toDiskError(error); // electron-updater writes too
    const { code, message } = isAppError(said) ? said : new AppError('INTERNO', { cause: error });
    offer = undefined;
    ready = undefined;
    now = { estado: 'falla', codigo: code, mensaje: message };
  }

  async function noteLooked(): Promise<void> {
    await ensureFolder(folder);
    await writeJsonAtomic(keptFile, { version: 1, buscada: Math.trunc(clock.now()) });
  }

  function noteOffer(found: Offer | undefined): void {
    if (found !== undefined && found.sha512 === ready?.offer.sha512) return; // the downloaded version
    offer = found;
    ready = undefined;
    now =
      found === undefined
        ? { estado: 'al_dia' }
        : { estado: 'hay', noAbrio: didNotOpen(found.version), ...describe(found) };
  }

  async function fetchReady(found: Offer, by: Installer): Promise<void> {
    const signal = end.signal;
    try {
      now = { estado: 'bajando', bajados: 0, ...describe(found) };
      const file = await by.bring(found, (destination) =>
        download(
          { client, clock, folder },
          { offer: found, destination },
          {
            signal,
            onBytes: (bytes) => {
              now = { estado: 'bajando', bajados: bytes, ...describe(found) };
              for (const watch of watchers) watch(bytes);
            },
          },
        ),
      );
      // The file may have been there before, and others can write to the disk.
      if (!(await isWhole(file, found))) throw new AppError('ACTUALIZACION_DANADA');
      ready = { file, offer: found };
      now = { estado: 'lista', ...describe(found) };
    } catch (error) {
      fail(error, signal);
    }
  }

  return {
    show,
    async look(alone, signal) {
      // A download in progress stays the state: looking again would forget it.
      if (flight !== undefined) return show();
      const { policy } = await placeOf();
      const quiet = policy.updates === false || !(await deps.chosen()) || installer === undefined;
      if (alone && quiet) return show();
      try {
        noteOffer(await ask(signal));
        await noteLooked();
      } catch (error) {
        fail(error, signal);
      }
      return show();
    },
    async bring(onProgress, signal) {
      if (installer === undefined) throw new AppError('ACTUALIZACION_NO_SE_INSTALA');
      if (ready === undefined && offer === undefined && flight === undefined)
        throw new AppError('ACTUALIZACION_NO_LISTA');
      const watch = (done: number): void => {
        onProgress({ fase: 'actualizacion', hecho: done, total: offer?.bytes ?? null });
      };
      watchers = [...watchers, watch];
      try {
        if (ready === undefined && offer !== undefined) {
          flight ??= fetchReady(offer, installer).finally(() => {
            flight = undefined;
          });
        }
        await withAbort(flight ?? Promise.resolve(), signal);
      } finally {
        watchers = watchers.filter((each) => each !== watch);
      }
      return show();
    },
    async install() {
      if (installer === undefined) throw new AppError('ACTUALIZACION_NO_SE_INSTALA');
      if (ready === undefined) throw new AppError('ACTUALIZACION_NO_LISTA');
      const { policy } = await placeOf();
      if (policy.updates === false) throw new AppError('ACTUALIZACIONES_NO_PERMITIDAS');
      asked = true;
      installer.closeAndInstall();
      return show();
    },
    async takeReady() {
      if (ready === undefined) return undefined;
      if (!asked && (!(await deps.chosen()) || (await deps.hasUnfinishedUpload()))) return undefined;
      const { file, offer: its } = ready;
      const { policy } = await placeOf();
      if (policy.updates === false || !(await isWhole(file, its))) return undefined;
      await keepInstaller(folder, { file, version: its.version });
      return file;
    },
    async close() {
      end.abort();
      await flight?.catch(() => undefined); // the next start resumes the interrupted download
    },
  };
}
