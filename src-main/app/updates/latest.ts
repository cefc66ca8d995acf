/** Reads the newest published version from electron-builder's manifest (`latest.yml` and its siblings), and compares versions. */
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { getSystemCode } from '#platform/disk-error.ts';
import type { Network } from '#service/transport/network.ts';

const LIMIT_MS = 60_000;
const MAX_BYTES = 256 * 1024;

interface Deps {
  readonly network: Network;
  readonly clock: Pick<Clock, 'timeout'>;
  /** `process.platform` and `process.arch`. */
  readonly platform: string;
  readonly arch: string;
}

/**
 * Reads the manifest of this system, through the proxy and with the certificate authorities of this PC, and returns its version. Throws
 * `ACTUALIZACION_SIN_RESPUESTA`, also for a redirection, and `ACTUALIZACION_ILEGIBLE`.
 */
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

/** The ending of the manifest's name for a system. */
function suffixOf(platform: string, arch: string): string {
  if (platform === 'win32') return '';
  if (platform === 'darwin') return '-mac';
  return arch === 'x64' ? '-linux' : `-linux-${arch}`;
}

const VERSION_FORM = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:-([a-z]+)\.(\d{1,6}))?$/;

/** The numbers of a version, in the order in which they count: `1.2.0-beta.3` comes before `1.2.0`. Undefined for any other text. */
function parseVersion(version: string): readonly (number | string)[] | undefined {
  const [, major, minor, patch, name, n = '0'] = VERSION_FORM.exec(version) ?? [];
  if (major === undefined) return undefined;
  return [Number(major), Number(minor), Number(patch), name === undefined ? 1 : 0, name ?? '', Number(n)];
}

/** Whether `version` is newer than `other`; false if one of them is no version. */
export function isNewer(version: string, other: string): boolean {
  const [a, b] = [parseVersion(version), parseVersion(other)];
  const at = a?.findIndex((part, i) => part !== b?.[i]) ?? -1;
  const [mine, theirs] = [a?.[at], b?.[at]];
  return mine !== undefined && theirs !== undefined && mine > theirs;
}
