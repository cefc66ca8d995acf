/** A page of the manual (a file of docs/manual) and a heading or table row in it; an empty `anchor` means the top of the page. */
export interface HelpPlace {
  readonly page: string;
  readonly anchor: string;
}

const PREFIX = '#/ayuda/';

/** The address of a place in the manual. `App.svelte` opens the manual over the screen instead of following the address. */
export const helpHref = (page: string, anchor = ''): string => `${PREFIX}${page}${anchor === '' ? '' : `/${anchor}`}`;

/** The place in the manual that an address names; undefined for another address. */
export function readHelpHref(href: string): HelpPlace | undefined {
  if (!href.startsWith(PREFIX)) return undefined;
  const [page = '', anchor = ''] = href.slice(PREFIX.length).split('/', 2);
  try {
    return { page, anchor: decodeURIComponent(anchor) };
  } catch {
    return { page, anchor: '' }; // a badly encoded address, typed by hand
  }
}
