import { rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fastify, { type FastifyInstance } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import { createScratchFolder } from '#platform/data-folder.ts';
import { systemClock } from '#platform/system-clock.ts';
import { serveFiles } from './files.ts';
import { serveEvents, type PageEvents, serveCalls, type Calls } from './calls.ts';
import {
  createPath,
  createSessions,
  DOCUMENTS_ROUTE,
  getCookieName,
  requireTab,
  setGuards,
  stripPath,
  type Origin,
  type Sessions,
} from './guards.ts';
import { readPageFile } from '../screens/files-of-page.ts';
import { MAX_FILE_BYTES } from '../screens/handles.ts';
import type { Questions } from '../screens/questions.ts';

export interface Limits {
  readonly body: number;
  readonly file: number;
  readonly requestMs: number;
}
const LIMITS: Limits = { body: 1024 * 1024, file: MAX_FILE_BYTES, requestMs: 60_000 };

export interface LoopbackOptions {
  readonly dispatch: Dispatch;
  readonly questions: Questions;
  readonly rendererFolder: string;
  readonly clock?: Clock;
  readonly limits?: Partial<Limits>;
}

export type Loopback = Awaited<ReturnType<typeof startLoopback>>;

/** Serves the application in the browser, on 127.0.0.1 and a free port (docs/architecture.md, "Security"). */
export async function startLoopback(options: LoopbackOptions) {
  const limits = { ...LIMITS, ...options.limits };
  const sessions = createSessions(options.clock ?? systemClock);
  const folder = await createScratchFolder();
  const server = fastify({
    bodyLimit: limits.body,
    requestTimeout: limits.requestMs,
    forceCloseConnections: true,
    rewriteUrl: ({ url }) => stripPath(url ?? '/'),
    http: { headersTimeout: limits.requestMs, connectionsCheckingInterval: Math.min(1000, limits.requestMs) },
  });
  server.removeContentTypeParser('text/plain'); // accept only JSON: a form of another site can send text

  const { host, listen } = createOrigin(server);
  setGuards(server, { host });
  const { events, calls } = await serveApi(server, { ...options, host, sessions, folder, limits });
  serveSession(server, { host, sessions });
  const formatUrl = (): string => `http://${host()}/`;
  const formatEntryUrl = (): string => `${formatUrl()}#entrada=${sessions.token()}`;
  server.get(DOCUMENTS_ROUTE, async (request, reply) => {
    const file = await readPageFile(options.rendererFolder, request.url.split('?', 1)[0] ?? '/');
    return file === undefined
      ? reply.code(404).send({ error: 'no_existe' })
      : reply.headers(file.headers).send(file.content);
  });
  await listen();

  return {
    /** `http://127.0.0.1:PORT/`. To open it, a browser needs an entry (`entryUrl`). */
    url: formatUrl(),
    /** Makes an entry: an address with a one-time token, valid for two minutes. The tab that uses it replaces the previous tab. */
    entryUrl: formatEntryUrl,
    writeEntryPage: () => writeEntry(folder, formatEntryUrl()),
    close: async () => {
      await calls.stop();
      events.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function createOrigin(server: FastifyInstance): Origin & { listen: () => Promise<void> } {
  let host = '';
  return {
    host: () => host,
    listen: async () => {
      host = new URL(await server.listen({ host: '127.0.0.1', port: 0 })).host;
    },
  };
}

const SESSION = z.strictObject({
  entrada: z.string().min(1).max(200),
});

interface SessionDeps extends Origin {
  readonly sessions: Sessions;
}

/** `POST /api/sesion`: exchanges a token. This call alone needs no session. Its answer does not say why it refuses a token. */
function serveSession(server: FastifyInstance, { host, sessions }: SessionDeps): void {
  server.post('/api/sesion', async (request, reply) => {
    const parsed = SESSION.safeParse(request.body);
    const given = parsed.success ? sessions.enter(parsed.data.entrada) : undefined;
    if (!parsed.success || given === undefined) return reply.code(401).send({ error: 'sesion' });
    const path = createPath();
    return reply
      .header('set-cookie', `${getCookieName(host())}=${given.cookie}; HttpOnly; SameSite=Strict; Path=${path}/`)
      .send({ pestana: given.secreto, camino: path });
  });
}

interface ApiDeps extends LoopbackOptions, Origin {
  readonly sessions: Sessions;
  readonly folder: string;
  readonly limits: Limits;
}

async function serveApi(server: FastifyInstance, deps: ApiDeps): Promise<{ events: PageEvents; calls: Calls }> {
  const { dispatch, questions, host, sessions, folder, limits } = deps;
  let parts: { events: PageEvents; calls: Calls } | undefined;
  await server.register(async (api) => {
    requireTab(api, { host }, sessions);
    const events = serveEvents(api, questions.onConnect);
    questions.connect(events);
    const handles = serveFiles(api, { folder, maxBytes: limits.file });
    parts = { events, calls: serveCalls(api, { dispatch, events, handles, questions }) };
  });
  if (parts === undefined) throw new Error('fastify runs a plugin before register resolves');
  return parts;
}

/** Writes a page, readable only by the user, that opens the application with a one-time token: all users can list the arguments of a process. */
async function writeEntry(folder: string, url: string): Promise<string> {
  const file = path.join(folder, 'abrir.html');
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${url}"><title>Conciliador</title>`;
  await writeFile(file, page, { mode: 0o600 });
  return file;
}

/** The system's command that opens a file in the browser. Its only argument is the path. */
const COMMANDS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  win32: ['explorer.exe'],
  darwin: ['open'],
};

/** A command that finds no browser ends within this time; one that becomes the browser keeps running. */
const DEADLINE_MS = 2000;

/** Opens a local page in the user's browser. False if the system has no command for that, or if it found no browser; on Windows its exit code says nothing. */
export function openBrowser(file: string): Promise<boolean> {
  const { platform } = process;
  const [command, ...args] = COMMANDS[platform] ?? ['xdg-open'];
  const target = platform === 'win32' ? file : pathToFileURL(file).href;
  return new Promise((resolve) => {
    const child = spawn(command, [...args, target], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      if (platform === 'win32') resolve(true);
      else setTimeout(resolve, DEADLINE_MS, true).unref();
    });
    child.once('exit', (code) => resolve(code === 0));
  });
}
