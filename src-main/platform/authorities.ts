import tls from 'node:tls';

/** The part of `node:tls` that is asked; Electron may come with a Node that does not have it yet. */
interface Store {
  readonly getCACertificates?: (type: 'default' | 'system') => readonly string[];
}

/**
 * The certificates, PEM, of the authorities that a service's may come from: Node's own, those of `NODE_EXTRA_CA_CERTS`, and those that the system
 * believes, where an office puts the one of whatever looks into its connections. undefined where Node cannot read the system's. Takes a tenth of a second.
 */
export function systemAuthorities(store: Store = tls): readonly string[] | undefined {
  return store.getCACertificates && [...store.getCACertificates('default'), ...store.getCACertificates('system')];
}
