import type { HelpPlace } from '../ui/manual-address.ts';

const START: HelpPlace = { page: 'indice', anchor: '' };

/** The manual, which opens over the current screen so that the screen keeps its state. */
export class HelpState {
  /** The place on screen; undefined while the manual is closed. */
  place = $state.raw<HelpPlace | undefined>(undefined);
  /** The earlier places, oldest first. */
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
