import { randomInt } from 'node:crypto';
import { userInfo } from 'node:os';
import tls from 'node:tls';

const STEPS = 2 ** 47;

/** A number in [0, 1) from the machine's cryptographic generator, for nonces and jitter. Tests pass a generator that repeats. */
export const drawSystemRandom = (): number => randomInt(STEPS) / STEPS;

/** The user name of this process; `?` if the system has none, as in some containers. */
export function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return '?';
  }
}

/** The part of `node:tls` that is used. Electron's Node may lack `getCACertificates`. */
interface Store {
  readonly getCACertificates?: (type: 'default' | 'system') => readonly string[];
}

/** PEM of trusted authorities: Node's, `NODE_EXTRA_CA_CERTS`, the system's (for offices that inspect traffic). Undefined if Node cannot say. Takes 0.1 s. */
export const readSystemAuthorities = (store: Store = tls): readonly string[] | undefined =>
  store.getCACertificates && [...store.getCACertificates('default'), ...store.getCACertificates('system')];
