import type { HelpPlace } from '../ui/manual-address.ts';

const START: HelpPlace = { page: 'indice', anchor: '' };

export class HelpState {
  /** The shown page and heading of the manual; undefined while the manual is closed. */
  place = $state.raw<HelpPlace | undefined>(undefined);
  earlier = $state.raw<readonly HelpPlace[]>([]);
  /** Gives the page and heading of the manual about the current screen. The frame sets this function. */
  ofScreen: () => HelpPlace = () => START;

  open(place: HelpPlace): void {
    if (this.place !== undefined) this.earlier = [...this.earlier, this.place];
    this.place = place;
  }

  /** Opens the manual at the page about the current screen. Does nothing while the manual is open. */
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
