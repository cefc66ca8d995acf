import { AppError, isAppError } from '#contract/errors.ts';
import type { Progress } from '#contract/host-events.ts';
import type { UpdatesDocument, UpdateStatus } from '#contract/settings.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { withAbort } from '#domain/shared-work.ts';
import { toDiskError, getSystemCode } from '#platform/disk-error.ts';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { Network } from '#service/transport/network.ts';

/** Replaces the program with a new version. Only for an installed window on a system that verifies the publisher. */
export interface Installer {
  /** Downloads the newest version and verifies it. Throws `ACTUALIZACION_DANADA`, `ACTUALIZACION_SIN_RESPUESTA`. */
  download(feed: string, onBytes: (done: number, total: number) => void, signal: AbortSignal): Promise<void>;
  /** Closes the program in order, installs the downloaded version and opens it. */
  closeAndInstall(): void;
}

export interface UpdatesDeps {
  readonly clock: Clock;
  /** The `https:` address of published versions; null without one. */
  readonly feed: string | null;
  readonly version: string;
  readonly readLatest: (feed: string, signal: AbortSignal) => Promise<string>;
  /** True if the person lets the program look for versions by itself. */
  readonly chosen: () => Promise<boolean>;
  readonly installer: Installer | undefined;
  readonly onError: (error: unknown) => void;
}

export function createUpdates(deps: UpdatesDeps) {
  const { clock, feed, version, installer } = deps;
  const end = new AbortController();
  let now: UpdateStatus = { estado: 'sin_buscar' };
  let lookedAt: number | undefined;
  let flight: Promise<void> | undefined;
  let watchers: readonly ((done: number, total: number) => void)[] = [];

  const show = async (): Promise<UpdatesDocument> => ({
    version,
    hay: now.estado === 'sin_buscar' || now.estado === 'falla' ? null : now.estado !== 'al_dia',
    seInstala: installer !== undefined,
    direccion: feed,
    buscada: lookedAt === undefined ? null : civilDateTimeAt(lookedAt),
    ahora: now,
  });

  function requireFeed(): string {
    if (feed === null) throw new AppError('ACTUALIZACIONES_SIN_DIRECCION');
    return feed;
  }

  /** Notes a failure in the state. Rethrows it if `signal` is aborted. */
  function fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) throw error;
    deps.onError(error);
    const said = toDiskError(error); // electron-updater also writes files
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
      await by.download(requireFeed(), tell, signal);
      now = { estado: 'lista', version: found };
    } catch (error) {
      fail(error, signal);
    }
  }

  return {
    show,
    /** `alone`: true when the program looks by itself. An unusable feed is no error but a state. */
    async look(alone: boolean, signal: AbortSignal): Promise<UpdatesDocument> {
      // Does nothing during and after a download, because looking again would drop the download.
      if (flight !== undefined || now.estado === 'lista') return show();
      if (alone && (feed === null || !(await deps.chosen()))) return show();
      try {
        const latest = await deps.readLatest(requireFeed(), signal);
        lookedAt = clock.now();
        now = isNewer(latest, version) ? { estado: 'hay', version: latest } : { estado: 'al_dia' };
      } catch (error) {
        fail(error, signal);
      }
      return show();
    },
    /** Downloads, or waits for the running download. A caller that aborts does not stop the download. */
    async bring(onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<UpdatesDocument> {
      if (installer === undefined) throw new AppError('ACTUALIZACION_NO_SE_INSTALA');
      if (now.estado === 'lista') return show();
      const watch = (done: number, total: number): void => onProgress({ fase: 'actualizacion', hecho: done, total });
      watchers = [...watchers, watch];
      try {
        if (now.estado === 'hay') flight = download(now.version, installer).finally(() => (flight = undefined));
        if (flight === undefined) throw new AppError('ACTUALIZACION_NO_LISTA');
        await withAbort(flight, signal);
      } finally {
        watchers = watchers.filter((each) => each !== watch);
      }
      return show();
    },
    /** Runs alone, so that no upload is running. */
    async install(): Promise<UpdatesDocument> {
      if (installer === undefined) throw new AppError('ACTUALIZACION_NO_SE_INSTALA');
      if (now.estado !== 'lista') throw new AppError('ACTUALIZACION_NO_LISTA');
      installer.closeAndInstall();
      return show();
    },
    async close(): Promise<void> {
      end.abort();
      await flight?.catch(() => undefined); // the program itself stopped the download
    },
  };
}

const LIMIT_MS = 60_000;
const MAX_BYTES = 256 * 1024;

interface Deps {
  readonly network: Network;
  readonly clock: Pick<Clock, 'timeout'>;
  readonly platform: string;
  readonly arch: string;
}

/** The version in this system's manifest, read through this PC's proxy. Throws `ACTUALIZACION_ILEGIBLE`, `ACTUALIZACION_SIN_RESPUESTA` (for a redirect too). */
export async function readLatest(
  feed: string,
  { network, clock, platform, arch }: Deps,
  signal: AbortSignal,
): Promise<string> {
  const folder = feed.endsWith('/') ? feed : `${feed}/`;
  const limited = AbortSignal.any([signal, clock.timeout(LIMIT_MS)]);
  let manifest;
  try {
    manifest = await readText(new URL(`latest${suffixOf(platform, arch)}.yml`, folder), network, limited);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    throw new AppError('ACTUALIZACION_SIN_RESPUESTA', {
      cause: error,
      detail: { causa: getSystemCode(error) ?? 'cortada' },
    });
  }
  const [, version = ''] = /^version: *['"]?([^\s'"]+)['"]? *$/m.exec(manifest) ?? [];
  if (parseVersion(version) === undefined) throw new AppError('ACTUALIZACION_ILEGIBLE');
  return version;
}

async function readText(url: URL, network: Deps['network'], signal: AbortSignal): Promise<string> {
  const { agents } = await network.route(url, false);
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: agents.https, signal, headers: { 'cache-control': 'no-cache' } });
    asked.once('error', reject);
    asked.once('response', (response) => {
      const { statusCode } = response;
      let bytes = 0;
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > MAX_BYTES) response.destroy(new AppError('ACTUALIZACION_ILEGIBLE'));
      });
      if (statusCode === 200) text(response).then(resolve, reject);
      else response.destroy(new AppError('ACTUALIZACION_SIN_RESPUESTA', { detail: { estado: statusCode ?? 0 } }));
      response.once('error', reject);
    });
    asked.end();
  });
}

function suffixOf(platform: string, arch: string): string {
  if (platform === 'win32') return '';
  if (platform === 'darwin') return '-mac';
  return arch === 'x64' ? '-linux' : `-linux-${arch}`;
}

const VERSION_FORM = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:-([a-z]+)\.(\d{1,6}))?$/;

/** The parts of a version in order of weight: `1.2.0-beta.3` is before `1.2.0`. Undefined for other text. */
function parseVersion(version: string): readonly (number | string)[] | undefined {
  const [, major, minor, patch, name, n = '0'] = VERSION_FORM.exec(version) ?? [];
  if (major === undefined) return undefined;
  return [Number(major), Number(minor), Number(patch), name === undefined ? 1 : 0, name ?? '', Number(n)];
}

export function isNewer(version: string, other: string): boolean {
  const [a, b] = [parseVersion(version), parseVersion(other)];
  const at = a?.findIndex((part, i) => part !== b?.[i]) ?? -1;
  const [mine, theirs] = [a?.[at], b?.[at]];
  return mine !== undefined && theirs !== undefined && mine > theirs;
}
