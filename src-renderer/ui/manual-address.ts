/** A page of the manual (a file of docs/manual). `anchor`: a heading or table row of it; empty for the beginning. */
export interface HelpPlace {
  readonly page: string;
  readonly anchor: string;
}

const PREFIX = '#/ayuda/';

/** The address of a place of the manual. Nothing navigates to it: `App.svelte` opens the manual over what is shown. */
export const helpHref = (page: string, anchor = ''): string => `${PREFIX}${page}${anchor === '' ? '' : `/${anchor}`}`;

/** The place that an address of the manual names; undefined for any other address. */
export function readHelpHref(href: string): HelpPlace | undefined {
  if (!href.startsWith(PREFIX)) return undefined;
  const [page = '', anchor = ''] = href.slice(PREFIX.length).split('/', 2);
  try {
    return { page, anchor: decodeURIComponent(anchor) };
  } catch {
    return { page, anchor: '' }; // typed by hand
  }
}
