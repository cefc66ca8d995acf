/** A place in the manual: a page (a file of docs/manual) and an `anchor`, which is a heading or a table row; empty for the top of the page. */
export interface HelpPlace {
  readonly page: string;
  readonly anchor: string;
}

const PREFIX = '#/ayuda/';

/** The address of a place of the manual. The browser never navigates to it: `App.svelte` opens the manual over the screen. */
export const helpHref = (page: string, anchor = ''): string => `${PREFIX}${page}${anchor === '' ? '' : `/${anchor}`}`;

/** The place of an address of the manual; undefined for any other address. */
export function readHelpHref(href: string): HelpPlace | undefined {
  if (!href.startsWith(PREFIX)) return undefined;
  const [page = '', anchor = ''] = href.slice(PREFIX.length).split('/', 2);
  try {
    return { page, anchor: decodeURIComponent(anchor) };
  } catch {
    return { page, anchor: '' }; // typed by hand
  }
}
