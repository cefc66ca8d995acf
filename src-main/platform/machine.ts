/** Facts that Node knows of this machine: randomness, its user, the certificates that it trusts. */
import { randomInt } from 'node:crypto';
import { userInfo } from 'node:os';
import tls from 'node:tls';

const STEPS = 2 ** 47;

/** A number in [0, 1) from the machine's cryptographic generator: for nonces and jitter. Tests pass one that repeats. */
export const drawSystemRandom = (): number => randomInt(STEPS) / STEPS;

/** The name of this machine's user; `?` if the system has none (a container without an entry for its user). */
export function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return '?';
  }
}

/** The used part of `node:tls`. Electron may have a Node without this function. */
interface Store {
  readonly getCACertificates?: (type: 'default' | 'system') => readonly string[];
}

/**
 * The certificates (PEM) of the trusted authorities for services: Node's own, those of `NODE_EXTRA_CA_CERTS`, and the system's, among which an office
 * that inspects connections puts its own. undefined if Node cannot read the system's. Takes a tenth of a second.
 */
export const readSystemAuthorities = (store: Store = tls): readonly string[] | undefined =>
  store.getCACertificates && [...store.getCACertificates('default'), ...store.getCACertificates('system')];
