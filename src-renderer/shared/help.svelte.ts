/** A page of the manual (a file of docs/manual), and a heading or a line of it; empty: its beginning. */
export interface HelpPlace {
  readonly page: string;
  readonly anchor: string;
}

const PREFIX = '#/ayuda/';

/** The address of a place of the manual. Nothing navigates to it: `App.svelte` opens the manual over what is shown. */
export const helpHref = (page: string, anchor = ''): string => `${PREFIX}${page}${anchor === '' ? '' : `/${anchor}`}`;

/** The place that such an address names; undefined for any other address. */
export function readHelpHref(href: string): HelpPlace | undefined {
  if (!href.startsWith(PREFIX)) return undefined;
  const [page = '', anchor = ''] = href.slice(PREFIX.length).split('/', 2);
  try {
    return { page, anchor: decodeURIComponent(anchor) };
  } catch {
    return { page, anchor: '' }; // typed by hand
  }
}

/** Where the manual begins. */
const START: HelpPlace = { page: 'indice', anchor: '' };

/** The manual inside the program, over whatever screen is shown, so that nothing of that screen is lost. */
export class HelpState {
  /** What is being read; undefined while the manual is closed. */
  place = $state.raw<HelpPlace | undefined>(undefined);
  /** What was read before it, oldest first. */
  earlier = $state.raw<readonly HelpPlace[]>([]);
  /** Which place explains the screen that is shown; the frame says so. */
  ofScreen: () => HelpPlace = () => START;

  open(place: HelpPlace): void {
    if (this.place !== undefined) this.earlier = [...this.earlier, this.place];
    this.place = place;
  }

  /** Opens it at the page of the screen; does nothing while it is open. */
  openHere(): void {
    if (this.place === undefined) this.open(this.ofScreen());
  }

  goBack(): void {
    this.place = this.earlier.at(-1) ?? this.place;
    this.earlier = this.earlier.slice(0, -1);
  }

  close(): void {
    this.place = undefined;
    this.earlier = [];
  }
}
