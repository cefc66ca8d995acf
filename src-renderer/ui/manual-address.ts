/** A place in the manual: a page (a file of docs/manual), and a heading or table row in it; with an empty `anchor`, the top of the page. */
export interface HelpPlace {
  readonly page: string;
  readonly anchor: string;
}

const PREFIX = '#/ayuda/';

/** The address of a place in the manual. The browser never goes there: `App.svelte` opens the manual over the screen. */
export const helpHref = (page: string, anchor = ''): string => `${PREFIX}${page}${anchor === '' ? '' : `/${anchor}`}`;

/** The place that an address names; undefined for an address outside the manual. */
export function readHelpHref(href: string): HelpPlace | undefined {
  if (!href.startsWith(PREFIX)) return undefined;
  const [page = '', anchor = ''] = href.slice(PREFIX.length).split('/', 2);
  try {
    return { page, anchor: decodeURIComponent(anchor) };
  } catch {
    return { page, anchor: '' }; // a badly encoded address, typed by hand
  }
}
