import { AppError } from '#contract/errors.ts';
import type { Platform } from './statement.ts';

/**
 * The address of a feed: always `https:`, even on this PC, because its files are run. Without user, query or fragment. Throws
 * `ACTUALIZACION_INSEGURA`.
 */
export function parseFeed(text: string): URL {
  const url = URL.parse(text.trim());
  const safe = url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
  if (!safe || url.search !== '' || url.hash !== '') throw new AppError('ACTUALIZACION_INSEGURA');
  url.pathname = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  return url;
}

/** A file of a feed. Its name has only letters, digits, dots and hyphens, so it cannot name another folder. */
export const resolveInFeed = (feed: URL, name: string): URL => new URL(name, feed);

/** The name of electron-builder's manifest for a channel on a system. */
export function nameOfManifest(channel: string, platform: Platform): string {
  const [system = '', processor = ''] = platform.split('-');
  if (system === 'win32') return `${channel}.yml`;
  if (system === 'darwin') return `${channel}-mac.yml`;
  return processor === 'x64' ? `${channel}-linux.yml` : `${channel}-linux-${processor}.yml`;
}

/** How electron-builder names a system in its files (electron-builder.ts, `artifactName`). */
const SYSTEMS = { win32: 'win', darwin: 'mac', linux: 'linux' } as const;
const isSystem = (text: string): text is keyof typeof SYSTEMS => text in SYSTEMS;
/** The names of a processor in file names; some kinds of file have their own. */
const PROCESSORS: Readonly<Record<string, readonly string[]>> = { x64: ['x64', 'x86_64', 'amd64'], arm64: ['arm64'] };

/** The possible endings of a file name of a platform, without the extension. */
export function endingsOf(platform: Platform): readonly string[] {
  const [system = '', processor = ''] = platform.split('-');
  const named = isSystem(system) ? SYSTEMS[system] : system;
  return (PROCESSORS[processor] ?? []).map((each) => `-${named}-${each}`);
}
