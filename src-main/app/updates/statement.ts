import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** The kinds of file from which this program is installed. */
export const KINDS = ['exe', 'zip', 'AppImage', 'deb'] as const;
export type Kind = (typeof KINDS)[number];

/** Every system and processor with published files. */
export const PLATFORMS = [
  'win32-x64',
  'win32-arm64',
  'darwin-x64',
  'darwin-arm64',
  'linux-x64',
  'linux-arm64',
] as const;
export type Platform = (typeof PLATFORMS)[number];

/** The facts that a signature covers. */
export interface SignedFile {
  readonly version: string;
  readonly platform: Platform;
  readonly kind: Kind;
  readonly bytes: number;
  /** The hash of the file, base64. */
  readonly sha512: string;
  /** The notes of the version; empty when there are none. */
  readonly notes: string;
}

const SHA512 = /^[A-Za-z0-9+/]{86}==$/;
/** Whether a text is the canonical base64 of sixty-four bytes: base64 can write the last character in four ways. */
export const isSha512 = (text: string): boolean =>
  SHA512.test(text) && Buffer.from(text, 'base64').toString('base64') === text;

/**
 * The text that is signed. Each field is on a line of its own and cannot contain a line break, and the notes are in it by their hash: two
 * different files never have the same text.
 */
const textOf = ({ version, platform, kind, bytes, sha512, notes }: SignedFile): string =>
  [
    'conciliador actualizacion 1',
    `version ${version}`,
    `plataforma ${platform}`,
    `tipo ${kind}`,
    `bytes ${String(bytes)}`,
    `sha512 ${sha512}`,
    `novedades ${createHash('sha512').update(notes, 'utf8').digest('base64')}`,
    '',
  ].join('\n');

/** The name of a key in a signature file: eight hexadecimal digits of its hash. */
export const nameOfKey = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 8);

/** A line of a signature file. */
export const signFile = (file: SignedFile, privateKey: KeyObject): string =>
  `${nameOfKey(createPublicKey(privateKey))} ${sign(null, Buffer.from(textOf(file)), privateKey).toString('base64')}\n`;

const LINE = /^([0-9a-f]{8}) ([A-Za-z0-9+/]{86}==)$/;

/**
 * Whether a signature file (one line per key) has a signature of `file` by one of `keys`. Throws for an invalid key: the keys are the program's
 * own.
 */
export function isSigned(file: SignedFile, signatures: string, keys: readonly string[]): boolean {
  const text = Buffer.from(textOf(file));
  const lines = signatures.trim().split(/\r?\n/).slice(0, MAX_LINES);
  return keys.some((pem) => {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('A release key is Ed25519');
    const name = nameOfKey(key);
    return lines.some((line) => {
      const [, its, signature = ''] = LINE.exec(line) ?? [];
      return its === name && verify(null, text, key, Buffer.from(signature, 'base64'));
    });
  });
}

const MAX_LINES = 8;
