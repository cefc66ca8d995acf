import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as library from 'electron-updater';
import { dump } from 'js-yaml';
import { createFeedClient } from '#app/updates/feed-client.ts';
import { createUpdates, type Updates, type UpdatesDeps } from '#app/updates/index.ts';
import { signFile, type Platform, type SignedFile } from '#app/updates/statement.ts';
import { createWindowUpdater, type WindowUpdater } from '#hosts/electron/updater.ts';
import type { Policy } from '#platform/policy.ts';
import { createNetwork } from '#service/transport/network.ts';
import { createFakeElectron } from '../../electron/fake-electron.ts';
import { createTestClock, type TestClock } from '../../service/fixtures.ts';
import { endServer, listen } from '../../service/loopback.ts';
import { AUTHORITY, certificateOf } from '../../service/office.ts';

/** The version that the program under test is. */
export const INSTALLED = '1.4.0';
export const PLATFORM: Platform = process.arch === 'arm64' ? 'linux-arm64' : 'linux-x64';
const ARCH = process.arch === 'arm64' ? 'arm64' : 'x64';
const MANIFEST = process.arch === 'arm64' ? 'latest-linux-arm64.yml' : 'latest-linux.yml';

export const aKey = (): { privateKey: KeyObject; pem: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
};

export const sha512 = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('base64');

/** What a publisher lays out; each part can be said otherwise. */
export interface Published {
  readonly manifest: Record<string, unknown>;
  readonly name: string;
  readonly bytes: Buffer;
  readonly signature: string;
}

export const KEY = aKey();

export function publish({
  version = '1.5.0',
  bytes = Buffer.from('#!/bin/sh\necho conciliador\n'.repeat(400)),
  notes = '- Lo nuevo.',
  key = KEY.privateKey,
  signed = {},
}: {
  version?: string;
  bytes?: Buffer;
  notes?: string;
  key?: KeyObject;
  signed?: Partial<SignedFile>;
} = {}): Published {
  const name = `conciliador-${version}-linux-${ARCH}.AppImage`;
  const hash = sha512(bytes);
  const file: SignedFile = {
    version,
    platform: PLATFORM,
    kind: 'AppImage',
    bytes: bytes.length,
    sha512: hash,
    notes,
    ...signed,
  };
  return {
    manifest: {
      version,
      files: [{ url: name, sha512: hash, size: bytes.length }],
      path: name,
      sha512: hash,
      releaseDate: '2026-11-20T12:00:00.000Z',
      releaseNotes: notes,
    },
    name,
    bytes,
    signature: signFile(file, key),
  };
}

/** A feed on this PC, over TLS. `files`: what is at each name; a name that is not there is answered 404. */
export class Feed {
  readonly files = new Map<string, Buffer>();
  /** Names that were asked, in order, with the range when there was one. */
  readonly asked: string[] = [];
  /** Answers instead of the feed, when it answers true. */
  instead: (name: string, request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  readonly #server: Server;
  #port = 0;

  constructor() {
    this.#server = createServer(certificateOf('good'), (request, response) => {
      this.#answer(request, response);
    });
  }
  static async open(): Promise<Feed> {
    const feed = new Feed();
    feed.#port = await listen(feed.#server);
    return feed;
  }
  get url(): string {
    return `https://localhost:${String(this.#port)}/conciliador/`;
  }
  put({ manifest, name, bytes, signature }: Published): void {
    this.files.clear();
    this.files.set(MANIFEST, Buffer.from(dump(manifest)));
    this.files.set(name, bytes);
    this.files.set(`${name}.firma`, Buffer.from(signature));
  }
  /** The manifest as text, whatever it is. */
  putManifest(text: string | Buffer): void {
    this.files.set(MANIFEST, Buffer.from(text));
  }
  #answer(request: IncomingMessage, response: ServerResponse): void {
    const name = (request.url ?? '').replace('/conciliador/', '');
    const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    this.asked.push(range === undefined ? name : `${name} ${range}-`);
    if (this.instead(name, request, response)) return;
    const bytes = this.files.get(name);
    if (bytes === undefined) {
      response.writeHead(404).end();
      return;
    }
    const from = Number(range ?? 0);
    if (range === undefined) response.writeHead(200, { 'content-length': bytes.length });
    else {
      response.writeHead(206, {
        'content-length': bytes.length - from,
        'content-range': `bytes ${range}-${String(bytes.length - 1)}/${String(bytes.length)}`,
      });
    }
    response.end(bytes.subarray(from));
  }
  close(): Promise<void> {
    return endServer(this.#server);
  }
}

const FREE: Policy = {
  file: '/etc/conciliador/politica.json',
  present: false,
  feed: undefined,
  channel: undefined,
  updates: undefined,
  service: undefined,
  writableByOthers: false,
};

/** An installed program: electron-updater's own code over a fake Electron. */
export interface Program {
  readonly updates: Updates;
  readonly updater: WindowUpdater;
  readonly folder: string;
  readonly clock: TestClock;
  readonly errors: unknown[];
  readonly fake: ReturnType<typeof createFakeElectron>;
  close(): Promise<void>;
}

/** `process.env.APPIMAGE` is electron-updater's way to know what it was started from: it is read when a version is brought. */
export function installedProgram(
  feed: string,
  {
    folder = mkdtempSync(path.join(tmpdir(), 'actualizaciones-')),
    policy = {},
    ...changes
  }: Partial<Omit<UpdatesDeps, 'policy'>> & { policy?: Partial<Policy> } = {},
): Program {
  const clock = createTestClock();
  const fake = createFakeElectron();
  fake.app.ready.resolve(undefined);
  const updater = createWindowUpdater({
    electron: fake.electron,
    kind: 'AppImage',
    version: INSTALLED,
    folder,
    clock,
    loadLibrary: async () => library,
  });
  const errors: unknown[] = [];
  const network = createNetwork({ env: {}, authorities: () => [AUTHORITY] });
  const updates = createUpdates({
    folder,
    clock,
    release: { feed, keys: [KEY.pem] },
    version: INSTALLED,
    platform: PLATFORM,
    client: createFeedClient({ network: async () => network, clock }),
    policy: async () => ({ ...FREE, ...policy }),
    chosen: async () => true,
    hasUnfinishedUpload: async () => false,
    installer: updater,
    onError: (error) => errors.push(error),
    ...changes,
  });
  return {
    updates,
    updater,
    folder,
    clock,
    errors,
    fake,
    close: async () => {
      await updates.close();
      network.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const signal = (): AbortSignal => new AbortController().signal;
export const quiet = (): void => undefined;
