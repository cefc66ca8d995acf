/** The scheme of the screens. It is not `file:`, because a page of ours must not read the disk. */
export const SCHEME = 'app';
const HOST = 'conciliador';
export const ORIGIN = `${SCHEME}://${HOST}`;
export const HOME = `${ORIGIN}/`;

/** True for an address of the screens. It compares the parts of the address: a prefix would let `app://conciliador.example` in. */
export function isOwnAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === `${SCHEME}:` &&
    url.host === HOST && // the host includes the port, and there is none
    url.username === '' &&
    url.password === ''
  );
}
