import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#domain/clock.ts';

/** 256 bits, as text that fits in a header and in a URL fragment. */
const createSecret = (): string => randomBytes(32).toString('base64url');
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const hasDigest = (text: string, digest: Buffer): boolean => timingSafeEqual(digestOf(text), digest);

/** What the page that comes in gets: the value of its cookie, and the secret of its tab. */
interface SignIn {
  readonly cookie: string;
  readonly secreto: string;
}

/** A one-time token is valid for so long, until the opened browser uses it. */
const TOKEN_LIFE_MS = 120_000;

/**
 * Decides who may call. A one-time token is exchanged, once, for a cookie (which page scripts cannot read, but which browsers send to every
 * port) and a secret of the tab (which page scripts of another origin cannot read). Both are needed. One tab is in at a time. Only digests are kept.
 */
export interface Sessions {
  /** A new one-time token. The one before is no longer good. */
  token(): string;
  /** Exchanges the token, and shuts out the tab that was in; undefined when the token is unknown, used or old. */
  enter(token: string): SignIn | undefined;
  /** Whether a request has the secret of the tab that is in, and its cookie among its `cookies`. */
  admits(cookies: readonly string[], secret: string | undefined): boolean;
}

export function createSessions(clock: Clock): Sessions {
  let entry: { readonly token: Buffer; readonly since: number } | undefined;
  let tab: { readonly cookie: Buffer; readonly secret: Buffer } | undefined;
  return {
    token: () => {
      const token = createSecret();
      entry = { token: digestOf(token), since: clock.monotonic() };
      return token;
    },
    enter: (token) => {
      if (entry === undefined || !hasDigest(token, entry.token)) return undefined;
      const isOld = clock.monotonic() - entry.since > TOKEN_LIFE_MS;
      entry = undefined;
      if (isOld) return undefined;
      const given = { cookie: createSecret(), secreto: createSecret() };
      tab = { cookie: digestOf(given.cookie), secret: digestOf(given.secreto) };
      return given;
    },
    admits: (cookies, secret) => {
      if (tab === undefined || secret === undefined) return false;
      const { cookie } = tab;
      return hasDigest(secret, tab.secret) && cookies.some((each) => hasDigest(each, cookie));
    },
  };
}
