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

/** Where the manual begins. */
const START: HelpPlace = { page: 'indice', anchor: '' };

/** The manual, which opens over the current screen so that nothing of that screen is lost. */
export class HelpState {
  /** The place that is shown; undefined while the manual is closed. */
  place = $state.raw<HelpPlace | undefined>(undefined);
  /** The places that were shown before, oldest first. */
  earlier = $state.raw<readonly HelpPlace[]>([]);
  /** The place that explains the current screen; the frame sets this function. */
  ofScreen: () => HelpPlace = () => START;

  open(place: HelpPlace): void {
    if (this.place !== undefined) this.earlier = [...this.earlier, this.place];
    this.place = place;
  }

  /** Opens the manual at the place of the current screen; does nothing while the manual is open. */
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
