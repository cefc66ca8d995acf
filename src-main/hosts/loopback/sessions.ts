import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#domain/clock.ts';

/** 256 bits, as text that fits in a header and in a URL fragment. */
const createSecret = (): string => randomBytes(32).toString('base64url');
export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A page that may call: one tab of one browser. */
export interface Tab {
  readonly id: string;
}
interface SignIn {
  readonly cookie: string;
  readonly secreto: string;
}

interface Session {
  readonly cookie: Buffer;
  readonly tabs: { readonly secreto: Buffer; readonly pestana: Tab }[];
}

/** A one-time token is valid for so long, until the opened browser uses it. */
const TOKEN_LIFE_MS = 120_000;
/** A person opens only a few tabs: more are somebody else's. */
const MAX_TABS = 32;

/**
 * Decides who may call. A one-time token is exchanged, once, for a cookie (which page scripts cannot read, but which browsers send to every
 * port) and a secret of the tab (which page scripts of another origin cannot read). Both are needed, and must belong together. Only their
 * digests are kept.
 */
export interface Sessions {
  /** A new one-time token. */
  token(): string;
  /** Exchanges a token; undefined when it is unknown, used or old. A valid one of the `cookies` adds a tab to its session. */
  enter(token: string, cookies: readonly string[]): SignIn | undefined;
  /** The tab that belongs to both a tab secret and one of the cookies. */
  tab(cookies: readonly string[], secret: string | undefined): Tab | undefined;
}

export function createSessions(clock: Clock): Sessions {
  const tokens: { readonly token: Buffer; readonly desde: number }[] = [];
  const sessions: Session[] = [];
  const findSessions = (cookies: readonly string[]): readonly { sesion: Session; cookie: string }[] =>
    cookies.flatMap((cookie) => {
      const wanted = digestOf(cookie);
      const session = sessions.find((one) => timingSafeEqual(one.cookie, wanted));
      return session === undefined ? [] : [{ sesion: session, cookie }];
    });
  const createSession = (): { sesion: Session; cookie: string } => {
    const cookie = createSecret();
    const session = { cookie: digestOf(cookie), tabs: [] };
    sessions.push(session);
    return { sesion: session, cookie };
  };
  return {
    token: () => {
      const token = createSecret();
      const alive = tokens.findIndex(({ desde }) => clock.monotonic() - desde <= TOKEN_LIFE_MS);
      tokens.splice(0, alive < 0 ? tokens.length : alive);
      tokens.push({ token: digestOf(token), desde: clock.monotonic() });
      return token;
    },
    enter: (token, cookies) => {
      const wanted = digestOf(token);
      const index = tokens.findIndex((candidate) => timingSafeEqual(candidate.token, wanted));
      const [found] = index < 0 ? [] : tokens.splice(index, 1);
      if (found === undefined || clock.monotonic() - found.desde > TOKEN_LIFE_MS) return undefined;
      const current = findSessions(cookies)[0] ?? createSession();
      if (current.sesion.tabs.length >= MAX_TABS) current.sesion.tabs.shift();
      const secretText = createSecret();
      current.sesion.tabs.push({ secreto: digestOf(secretText), pestana: { id: randomBytes(8).toString('hex') } });
      return { cookie: current.cookie, secreto: secretText };
    },
    tab: (cookies, secret) => {
      if (secret === undefined) return undefined;
      const wanted = digestOf(secret);
      const tabs = findSessions(cookies).flatMap(({ sesion }) => sesion.tabs);
      return tabs.find((candidate) => timingSafeEqual(candidate.secreto, wanted))?.pestana;
    },
  };
}
