import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { dump } from 'js-yaml';
import { expect } from 'vitest';
import { aKey, Feed, installedProgram, KEY, PLATFORM, publish, quiet, signal, type Published } from './feed-world.ts';

/** In memory where there is such a place: each file is waited for until the disk has it. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** What somebody who has the feed, and not the key, can do to it. */
type Tampering = (feed: Feed, published: Published) => void;

const flip = (bytes: Buffer, at: number, bit: number): Buffer => {
  const copy = Buffer.from(bytes);
  const place = at % copy.length;
  copy[place] = (copy[place] ?? 0) ^ (1 << bit);
  return copy;
};
const at = fc.nat({ max: 1_000_000 });
const bit = fc.nat({ max: 7 });

const aVersion = fc
  .tuple(
    fc.nat({ max: 3 }),
    fc.nat({ max: 20 }),
    fc.nat({ max: 20 }),
    fc.constantFrom('', '-beta.2', '-latest.1', '+build', ' ', '.0'),
  )
  .map(([major, minor, patch, rest]) => `${String(major)}.${String(minor)}.${String(patch)}${rest}`);

const oddValue = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.string({ maxLength: 80 }),
  aVersion,
  fc.constantFrom('../../../bin/sh', 'https://otro.invalid/x.AppImage', '//otro/x', '%2e%2e/x.AppImage', '__proto__'),
  fc.array(fc.string({ maxLength: 10 }), { maxLength: 3 }),
);

const mangledName = (name: string, published: Published): Record<string, unknown> => {
  const [file] = published.manifest['files'] as Record<string, unknown>[];
  return { ...published.manifest, files: [{ ...file, url: name }] };
};

const tampering: fc.Arbitrary<Tampering> = fc.oneof(
  // Bits of each file.
  fc.tuple(at, bit).map(([place, which]): Tampering => (feed, published) => {
    feed.putManifest(flip(Buffer.from(dump(published.manifest)), place, which));
  }),
  fc.tuple(at, bit).map(([place, which]): Tampering => (feed, published) => {
    feed.put({ ...published, bytes: flip(published.bytes, place, which) });
  }),
  fc.tuple(at, bit).map(([place, which]): Tampering => (feed, published) => {
    feed.files.set(`${published.name}.firma`, flip(Buffer.from(published.signature), place, which));
  }),
  // Pieces of each file.
  fc.tuple(fc.nat({ max: 2 }), at).map(([which, length]): Tampering => (feed) => {
    const name = [...feed.files.keys()][which] ?? '';
    const bytes = feed.files.get(name) ?? Buffer.alloc(0);
    feed.files.set(name, bytes.subarray(0, length % (bytes.length + 1)));
  }),
  fc.nat({ max: 2 }).map((which): Tampering => (feed) => {
    feed.files.delete([...feed.files.keys()][which] ?? '');
  }),
  // What the manifest says.
  fc
    .tuple(fc.constantFrom('version', 'files', 'releaseNotes', 'path', 'sha512', 'packages'), oddValue)
    .map(([key, value]): Tampering => (feed, published) => {
      feed.put({ ...published, manifest: { ...published.manifest, [key]: value } });
    }),
  fc
    .tuple(fc.constantFrom('url', 'sha512', 'size', 'isAdminRightsRequired'), oddValue)
    .map(([key, value]): Tampering => (feed, published) => {
      const [file] = published.manifest['files'] as Record<string, unknown>[];
      feed.put({ ...published, manifest: { ...published.manifest, files: [{ ...file, [key]: value }] } });
    }),
  fc.string({ maxLength: 300 }).map((text): Tampering => (feed) => {
    feed.putManifest(text);
  }),
  // Another file, of which the manifest tells the truth, with the signature that there is.
  fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes): Tampering => (feed, published) => {
    feed.put({ ...publish({ bytes: Buffer.from(bytes) }), signature: published.signature });
  }),
  // A version before, with the files and the signature that it was published with.
  fc
    .tuple(fc.nat({ max: 1 }), fc.nat({ max: 3 }), fc.nat({ max: 30 }))
    .map(([major, minor, patch]): Tampering => (feed) => {
      feed.put(publish({ version: `${String(major)}.${String(minor)}.${String(patch)}` }));
    }),
  // The same version before, under the number of the new one.
  fc.nat({ max: 3 }).map((minor): Tampering => (feed, published) => {
    const old = publish({ version: `1.${String(minor)}.0`, bytes: Buffer.from('la de antes') });
    feed.put({ ...old, name: published.name, manifest: { ...mangledName(published.name, old), version: '1.5.0' } });
  }),
  // Signed by somebody else, or by us for something else.
  fc.boolean().map((named): Tampering => (feed) => {
    const other = publish({ key: aKey().privateKey });
    const [ours = ''] = publish().signature.split(' ');
    const [theirs = '', rest = ''] = other.signature.split(' ');
    feed.put({ ...other, signature: `${named ? ours : theirs} ${rest}` });
  }),
  fc
    .constantFrom(
      { platform: PLATFORM === 'linux-x64' ? ('linux-arm64' as const) : ('linux-x64' as const) },
      { platform: 'win32-x64' as const },
      { kind: 'deb' as const },
      { version: '1.5.1' },
      { notes: 'Otra cosa' },
      { bytes: 1 },
    )
    .map((signed): Tampering => (feed) => {
      feed.put(publish({ signed, key: KEY.privateKey }));
    }),
);

const REFUSED = /^ACTUALIZACION_(?:ILEGIBLE|ANTERIOR|AJENA|SIN_FIRMA|DANADA|SIN_RESPUESTA)$/;

/**
 * Looks at as many feeds as `runs`, each spoiled in some way, and brings whatever is offered. Nothing is ever ready but the very version that was signed (when
 * what was spoiled says nothing of it: the date, a space), and whatever else is refused with a code of its own.
 */
export async function refuseTampered(runs: number): Promise<{ readonly refused: number; readonly untouched: number }> {
  const feed = await Feed.open();
  let refused = 0;
  let untouched = 0;
  const genuine = publish();
  try {
    await fc.assert(
      fc.asyncProperty(tampering, async (tamper) => {
        const folder = await mkdtemp(path.join(FOLDER, 'alterada-'));
        const program = installedProgram(feed.url, { folder });
        try {
          feed.put(genuine);
          tamper(feed, genuine);
          const { ahora: seen } = await program.updates.look(false, signal());
          const now = seen.estado === 'hay' ? (await program.updates.bring(quiet, signal())).ahora : seen;
          const file = await program.updates.takeReady();
          if (now.estado === 'lista') {
            expect([now.version, now.novedades]).toEqual(['1.5.0', '- Lo nuevo.']);
            expect(await readFile(file ?? '')).toEqual(genuine.bytes);
            untouched += 1;
            return;
          }
          expect(file).toBeUndefined();
          if (now.estado === 'falla') expect(now.codigo).toMatch(REFUSED);
          else expect(now.estado).toBe('al_dia'); // the number of the version that is here: nothing is brought
          refused += 1;
        } finally {
          await program.close();
          await rm(folder, { recursive: true, force: true });
        }
      }),
      { numRuns: runs },
    );
  } finally {
    await feed.close();
  }
  return { refused, untouched };
}
