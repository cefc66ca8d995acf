/** The scheme of the screens, and the only host of it. Not `file:`: a page of ours must not read the disk. */
export const SCHEME = 'app';
const HOST = 'conciliador';
export const ORIGIN = `${SCHEME}://${HOST}`;
export const HOME = `${ORIGIN}/`;

/** The URL, parsed; undefined for what is not one. */
export function leerUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** True for an address of the screens. By its parts: a prefix would let `app://conciliador.example` in. */
export function isOwnAddress(text: string): boolean {
  const url = leerUrl(text);
  return (
    url?.protocol === `${SCHEME}:` &&
    url.host === HOST && // with the port: there is none
    url.username === '' &&
    url.password === ''
  );
}
