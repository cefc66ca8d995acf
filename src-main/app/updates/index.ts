import path from 'node:path';
import { z } from 'zod';
import { AppError, isAppError } from '#contract/errors.ts';
import type { Progress } from '#contract/progress.ts';
import type { OfferedVersion, UpdatesDocument, UpdateStatus } from '#contract/updates.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { ensureFolder } from '#platform/data-folder.ts';
import { diskError } from '#platform/disk-error.ts';
import type { Policy } from '#platform/policy.ts';
import { download, isWhole } from './download.ts';
import { parseFeed } from './feed-address.ts';
import type { FeedClient } from './feed-client.ts';
import { readFeed, type Asking, type Offer } from './feed.ts';
import { keepInstaller } from './installers.ts';
import type { Release } from './release.ts';
import { versionThatDidNotOpen } from './starts.ts';
import type { Kind, Platform } from './statement.ts';

/** What puts a new version in the place of the program: the window, when it is installed. */
export interface Installer {
  /** What the program was installed from. */
  readonly kind: Kind;
  /** Where the file of an offer lies once `fetchFile` has brought and checked it. */
  bring(offer: Offer, fetchFile: (destination: string) => Promise<void>): Promise<string>;
  /** Closes the program in order, and opens what is installed meanwhile. */
  closeAndInstall(): void;
}

export interface UpdatesDeps {
  /** Of the updates, inside the data folder. */
  readonly folder: string;
  readonly clock: Clock;
  readonly release: Release;
  readonly version: string;
  /** Undefined for a system that nothing is published for. */
  readonly platform: Platform | undefined;
  readonly client: FeedClient;
  readonly policy: () => Promise<Policy>;
  /** What the person chose: whether it looks by itself. */
  readonly chosen: () => Promise<boolean>;
  readonly installer: Installer | undefined;
  readonly onError: (error: unknown) => void;
}

export interface Updates {
  show(): Promise<UpdatesDocument>;
  /** `alone`: nobody asked. A feed that cannot be used is the state of the answer, and told; not thrown but for a broken policy. */
  look(alone: boolean, signal: AbortSignal): Promise<UpdatesDocument>;
  /** Joins whoever is bringing it. A caller who leaves stops nobody else. */
  bring(onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<UpdatesDocument>;
  /** The caller is alone: nothing is being sent. */
  install(): Promise<UpdatesDocument>;
  /**
   * The program ends: the file to be installed, checked again, or undefined. Without a person who said so, only where new versions are looked for.
   */
  takeReady(): Promise<string | undefined>;
  /** Stops what is being brought: it goes on from there the next time. */
  close(): Promise<void>;
}

const CHANNEL = 'latest';
/** What a program asks for that was installed from none of them: the first file of its system. */
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
  const didNotOpen = (its: string): boolean => versionThatDidNotOpen(folder) === its;

  /** Where to ask, or why not. */
  async function placeOf(): Promise<{ policy: Policy; feed: string | undefined; channel: string }> {
    const policy = await deps.policy();
    return { policy, feed: policy.feed ?? release.feed ?? undefined, channel: policy.channel ?? CHANNEL };
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

  /** What is wrong with a feed is told, and nothing of it is kept. What the person stopped is theirs to know. */
  function fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted || isAppError(error, 'POLITICA_INVALIDA')) throw error;
    deps.onError(error);
    const said = diskError(error); // electron-updater writes too
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
    if (found !== undefined && found.sha512 === ready?.offer.sha512) return; // the one that is here already
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
      // It may have been there already, and others write to disks.
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
      // What is on its way stays the state: looking again would forget it.
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
      const watch = (hecho: number): void => {
        onProgress({ fase: 'actualizacion', hecho, total: offer?.bytes ?? null });
      };
      watchers = [...watchers, watch];
      try {
        if (ready === undefined && offer !== undefined) {
          flight ??= fetchReady(offer, installer).finally(() => {
            flight = undefined;
          });
        }
        await left(flight, signal);
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
      if (ready === undefined || !(asked || (await deps.chosen()))) return undefined;
      const { file, offer: its } = ready;
      const { policy } = await placeOf();
      if (policy.updates === false || !(await isWhole(file, its))) return undefined;
      await keepInstaller(folder, { file, version: its.version });
      return file;
    },
    async close() {
      end.abort();
      await flight?.catch(() => undefined); // what the end of the program cut goes on the next time
    },
  };
}

/** Waits for `flight`, or until `signal` says: whoever leaves stops nobody. */
function left(flight: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        reject(signal.reason instanceof Error ? signal.reason : new Error('Left'));
      },
      { once: true },
    );
    (flight ?? Promise.resolve()).then(resolve, reject);
  });
}
