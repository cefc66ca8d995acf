import { load } from 'js-yaml';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { STABLE_CHANNEL } from '#domain/texts/update-channel.ts';
import { endingsOf, resolveInFeed, nameOfManifest } from './feed-address.ts';
import { isSha512, isSigned, PLATFORMS, type Kind, type Platform, type SignedFile } from './statement.ts';
import { compareVersions, parseVersion, type Version } from './version.ts';

/** The program that asks. */
export interface Asking {
  readonly version: string;
  readonly platform: Platform;
  /** The kind of file that it was installed from; it takes no other kind. */
  readonly kind: Kind;
  readonly channel: string;
}

/** A newer version, signed for this platform with a key of this program. Only its bytes are still to be checked. */
export interface Offer extends SignedFile {
  readonly url: URL;
  readonly name: string;
}

interface FeedDeps {
  readonly keys: readonly string[];
  /** A small text of the feed; undefined when it does not exist. Rejects with an `AppError` for any other answer. */
  readonly getText: (url: URL, maxBytes: number, signal: AbortSignal) => Promise<string | undefined>;
}

const MAX_MANIFEST = 256 * 1024;
const MAX_SIGNATURE = 4 * 1024;
/** No installer of this program is larger: a feed must not be able to fill the disk by naming a size. */
const MAX_FILE = 2 * 1024 ** 3;

/** The part of electron-builder's file that is used; nothing else in it is trusted. */
const MANIFEST = z.object({
  version: z.string().max(40),
  files: z
    .array(
      z.object({
        url: z.string().max(200),
        sha512: z.string().refine(isSha512),
        size: z.number().int().min(1).max(MAX_FILE),
      }),
    )
    .max(20),
  releaseNotes: z.string().max(100_000).nullish(),
});
type Manifest = z.infer<typeof MANIFEST>;

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * The newer version that a feed has for `asking`; undefined when it has the same version. Throws `ACTUALIZACION_ILEGIBLE`,
 * `ACTUALIZACION_ANTERIOR`, `ACTUALIZACION_AJENA`, `ACTUALIZACION_SIN_FIRMA`, and what `getText` throws.
 */
export async function readFeed(
  { keys, getText }: FeedDeps,
  { feed, asking }: { readonly feed: URL; readonly asking: Asking },
  signal: AbortSignal,
): Promise<Offer | undefined> {
  const text = await getText(
    resolveInFeed(feed, nameOfManifest(asking.channel, asking.platform)),
    MAX_MANIFEST,
    signal,
  );
  const manifest = parseManifest(text);
  if (!isNewer(manifest.version, asking)) return undefined;
  const file = chooseFile(manifest, asking);
  const signed: SignedFile = {
    version: manifest.version,
    platform: asking.platform,
    kind: asking.kind,
    bytes: file.size,
    sha512: file.sha512,
    notes: manifest.releaseNotes ?? '',
  };
  const signatures = await getText(resolveInFeed(feed, `${file.url}.firma`), MAX_SIGNATURE, signal);
  if (signatures === undefined) throw new AppError('ACTUALIZACION_SIN_FIRMA', { detail: { motivo: 'falta' } });
  if (!isSigned(signed, signatures, keys)) throw toRefusal(signed, signatures, keys);
  return { ...signed, name: file.url, url: resolveInFeed(feed, file.url) };
}

/** Tells apart a valid signature of another platform's file: the feed is laid out wrong, or somebody mixes its files. */
function toRefusal(file: SignedFile, signatures: string, keys: readonly string[]): AppError {
  const other = PLATFORMS.find((platform) => isSigned({ ...file, platform }, signatures, keys));
  return other === undefined
    ? new AppError('ACTUALIZACION_SIN_FIRMA', { detail: { motivo: 'no_corresponde', version: file.version } })
    : new AppError('ACTUALIZACION_AJENA', { detail: { plataforma: other, version: file.version } });
}

function parseManifest(text: string | undefined): Manifest {
  if (text === undefined) throw new AppError('ACTUALIZACION_ILEGIBLE', { detail: { motivo: 'no_esta' } });
  try {
    return MANIFEST.parse(load(text));
  } catch (error) {
    throw new AppError('ACTUALIZACION_ILEGIBLE', { cause: error, detail: { motivo: 'forma' } });
  }
}

/** False for the same version. Throws for an older version and for one of another channel. */
function isNewer(text: string, { version, channel }: Asking): boolean {
  const offered = parseVersion(text);
  const own = parseVersion(version);
  if (own === undefined) throw new Error(`Not a version: ${version}`);
  if (offered === undefined) throw new AppError('ACTUALIZACION_ILEGIBLE', { detail: { motivo: 'version' } });
  const difference = compareVersions(offered, own);
  if (difference < 0) throw new AppError('ACTUALIZACION_ANTERIOR', { detail: { version: text } });
  if (difference > 0 && !isOfChannel(offered, channel))
    throw new AppError('ACTUALIZACION_ILEGIBLE', { detail: { motivo: 'canal', version: text } });
  return difference > 0;
}

/** The stable channel has only stable versions; another channel has its own and the stable ones. */
const isOfChannel = ({ channel }: Version, chosen: string): boolean =>
  channel === undefined || (chosen !== STABLE_CHANNEL && channel === chosen);

function chooseFile({ files, version }: Manifest, { platform, kind }: Asking): Manifest['files'][number] {
  const endings = endingsOf(platform).map((ending) => `${ending}.${kind}`);
  const file = files.find(({ url }) => NAME.test(url) && endings.some((ending) => url.endsWith(ending)));
  if (file === undefined) throw new AppError('ACTUALIZACION_AJENA', { detail: { version } });
  return file;
}
