/** What Node knows of this machine: randomness, who is at it, the certificates that it trusts. */
import { randomInt } from 'node:crypto';
import { userInfo } from 'node:os';
import tls from 'node:tls';

const STEPS = 2 ** 47;

/** A number in [0, 1) from the machine's cryptographic generator: for nonces and jitter. Tests pass one that repeats. */
export const drawSystemRandom = (): number => randomInt(STEPS) / STEPS;

/** The name of the person who is at this machine, as the system knows it; `?` where it knows none (a container without an entry for its user). */
export function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return '?';
  }
}

/** The part of `node:tls` that is used. Electron may come with a Node that does not have this function yet. */
interface Store {
  readonly getCACertificates?: (type: 'default' | 'system') => readonly string[];
}

/**
 * The certificates (PEM) of the authorities that a service's certificate may come from: Node's own, those of `NODE_EXTRA_CA_CERTS`, and those that
 * the system trusts. An office that inspects its connections puts its own authority among the system's. undefined where Node cannot read the
 * system's. Takes a tenth of a second.
 */
export const readSystemAuthorities = (store: Store = tls): readonly string[] | undefined =>
  store.getCACertificates && [...store.getCACertificates('default'), ...store.getCACertificates('system')];
