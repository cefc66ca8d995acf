import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dump, load } from 'js-yaml';
import { z } from 'zod';
import { endingsOf } from '../../src-main/app/updates/feed-address.ts';
import { isSigned, KINDS, PLATFORMS, signFile, type SignedFile } from '../../src-main/app/updates/statement.ts';
import { parseVersion } from '../../src-main/app/updates/version.ts';
import { notesOf } from './changelog.ts';

/** The manifest that electron-builder writes for a channel; members that are not named here stay as it wrote them. */
const MANIFEST = z.looseObject({
  version: z.string().refine((text) => parseVersion(text) !== undefined, 'is no version that programs take'),
  files: z.array(z.looseObject({ url: z.string(), sha512: z.string(), size: z.number() })).min(1),
});
type Manifest = z.infer<typeof MANIFEST>;

export interface Signing {
  /** The output of electron-builder: its files and its manifests. */
  readonly folder: string;
  readonly changelog: string;
  /** PEM, from the environment. */
  readonly privateKey: string;
  /** The public keys that the program has. */
  readonly keys: readonly string[];
}

/**
 * Signs every file that the manifests of a folder name: writes `FILE.firma` beside each, and into each manifest what CHANGELOG.md says of the
 * version. Gives the names of the files that it wrote: signatures and manifests. Throws, with nothing written, when the private key fits none of the
 * program's keys, when a file does not match its manifest, or when CHANGELOG.md says nothing of the version.
 */
export async function signFeed({ folder, changelog, privateKey, keys }: Signing): Promise<readonly string[]> {
  const key = createPrivateKey(privateKey);
  requireOurs(key, keys);
  const manifests = (await readdir(folder)).filter((name) =>
    /^[a-z][a-z0-9]*(?:-mac|-linux(?:-[a-z0-9]+)?)?\.yml$/.test(name),
  );
  if (manifests.length === 0) throw new Error(`${folder} has no manifest of electron-builder`);
  const texts = new Map<string, string>();
  for (const name of manifests) {
    const manifest = MANIFEST.parse(load(await readFile(path.join(folder, name), 'utf8')));
    const notes = notesOf(changelog, manifest.version);
    if (notes === undefined || notes === '') throw new Error(`CHANGELOG.md says nothing of ${manifest.version}`);
    for (const { url, sha512, size } of manifest.files.filter(isInstalledFrom)) {
      const file = await describe(folder, url, { manifest, notes });
      if (file.sha512 !== sha512 || file.bytes !== size) throw new Error(`${url} is not the file that ${name} says`);
      texts.set(`${url}.firma`, signFile(file, key));
    }
    texts.set(name, dump({ ...manifest, releaseNotes: notes }, { lineWidth: -1 }));
  }
  for (const [name, text] of texts) await writeFile(path.join(folder, name), text);
  return [...texts.keys()];
}

/** Checks that every file that the manifests name exists and is signed by one of `keys`. Gives the names; throws for the first that fails. */
export async function verifyFeed({ folder, keys }: Pick<Signing, 'folder' | 'keys'>): Promise<readonly string[]> {
  const good: string[] = [];
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.yml') && !each.startsWith('builder-'))) {
    const manifest = MANIFEST.extend({ releaseNotes: z.string() }).parse(
      load(await readFile(path.join(folder, name), 'utf8')),
    );
    for (const { url, sha512, size } of manifest.files.filter(isInstalledFrom)) {
      const file = await describe(folder, url, { manifest, notes: manifest.releaseNotes });
      if (file.sha512 !== sha512 || file.bytes !== size) throw new Error(`${url} is not the file that ${name} says`);
      const signatures = await readFile(path.join(folder, `${url}.firma`), 'utf8');
      if (!isSigned(file, signatures, keys)) throw new Error(`${url} is not signed by a key of the program`);
      good.push(url);
    }
  }
  if (good.length === 0) throw new Error(`${folder} has nothing that is signed`);
  return good;
}

/** Whether updates install from the file. A disk image of macOS is for people: updates use the zip beside it. */
const isInstalledFrom = ({ url }: Manifest['files'][number]): boolean => !url.endsWith('.dmg');

function requireOurs(key: KeyObject, keys: readonly string[]): void {
  const own = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString().trim();
  if (!keys.some((each) => each.trim() === own))
    throw new Error(
      'The private key is of none of the public ones in src-main/app/updates/release.ts: no program would take what it signs',
    );
}

/** Describes a file: platform and kind come from its name (electron-builder.ts, `artifactName`), size and hash from its bytes. */
async function describe(
  folder: string,
  name: string,
  { manifest: { version }, notes }: { readonly manifest: Pick<Manifest, 'version'>; readonly notes: string },
): Promise<SignedFile> {
  const kind = KINDS.find((each) => name.endsWith(`.${each}`));
  const platform = PLATFORMS.find((each) => endingsOf(each).some((ending) => name.endsWith(`${ending}.${kind ?? ''}`)));
  if (kind === undefined || platform === undefined)
    throw new Error(`${name} does not say its system, processor and kind`);
  const hash = createHash('sha512');
  let bytes = 0;
  for await (const piece of createReadStream(path.join(folder, name))) {
    if (!(piece instanceof Buffer)) continue;
    bytes += piece.length;
    hash.update(piece);
  }
  return { version, platform, kind, bytes, sha512: hash.digest('base64'), notes };
}
