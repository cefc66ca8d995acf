import type { StatedDecision } from '#contract/decisions.ts';
import { toTyped } from '../../ui/format.ts';
import { parseTypedImporte } from '../../ui/typing.ts';
import type { Decision, Form } from './deeds.ts';
import type { ReadingPlace } from './queue.ts';

export type ClaimState = NonNullable<StatedDecision['reclamo']>['estado'];
export const CLAIM_STATES: readonly ClaimState[] = ['por_reclamar', 'reclamado', 'aceptado', 'rechazado', 'cobrado'];

/** What a person writes before something is decided; of one coupon or of many. */
export class Draft {
  /** The reason, or the note. */
  text = $state('');
  /** As it is typed. */
  importe = $state('');
  status = $state<ClaimState>('reclamado');
  /** `YYYY-MM-DD`, or empty. */
  date = $state('');
  readonly what: Form;

  /** `importe`: what is proposed to be written off, decimal text. `reason`: the proposed reason why it is explained. */
  constructor(what: Form, importe: string | undefined, reason = '') {
    this.what = what;
    this.text = what === 'explicado' ? reason : '';
    this.importe = importe === undefined ? '' : toTyped(importe);
  }

  /** What is wrong with the amount; undefined where it can be read, or none is asked for. */
  get isAmountWrong(): boolean {
    return this.what === 'ajuste' && parseTypedImporte(this.importe) === undefined;
  }

  /** The decision about a coupon; undefined while something is missing. `importe`: in place of the typed one. */
  decisionAbout(cupon: ReadingPlace, importe = parseTypedImporte(this.importe)): Decision | undefined {
    const text = this.text.trim();
    const note = text === '' ? {} : { nota: text };
    switch (this.what) {
      case 'explicado':
        return text === '' ? undefined : { tipo: 'explicado', cupon, motivo: text };
      case 'nota':
        return text === '' ? undefined : { tipo: 'nota', cupon, texto: text };
      case 'ajuste':
        return text === '' || importe === undefined ? undefined : { tipo: 'ajuste', cupon, importe, motivo: text };
      case 'reclamo':
        return { tipo: 'reclamo', cupon, estado: this.status, ...note };
      case 'mirar':
        return this.date === '' ? undefined : { tipo: 'mirar', cupon, fecha: this.date, ...note };
      case 'vinculo':
        return undefined; // of two sides: LinkForm
    }
  }
}
