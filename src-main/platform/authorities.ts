import tls from 'node:tls';

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
