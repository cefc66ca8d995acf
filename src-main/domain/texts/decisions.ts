/** A decision in words, in each language. Amounts as pesos, days `dd/mm/aaaa`. */
import { dropSign } from './explanations.ts';
import { formatDayMonthYear } from '../civil-date.ts';
import type { Contradiction } from '../decisions/contradictions.ts';
import type { ClaimState, DecidedCupon, DecisionEvent } from '../decisions/events.ts';
import { formatPesos } from '../money.ts';
import { shortenName, type LanguageTag } from './language.ts';

type Said = Exclude<DecisionEvent, { kind: 'deshecha' }>;

export interface DecisionWords {
  /** One decision, in a few words. */
  readonly decision: (decision: Said) => string;
  /** `linked`: the coupon is linked by hand. */
  readonly contradiction: (contradiction: Contradiction, linked: boolean) => string;
}

const idsOf = (operaciones: readonly { readonly id: string }[]): string => operaciones.map(({ id }) => id).join(', ');
const withNote = (text: string, note: string | null): string => (note === null ? text : `${text}: ${note}`);

const placeOf = ({ archivo, fila }: DecidedCupon, row: string): string =>
  `${shortenName(archivo ?? '')} (${row} ${String(fila ?? 0)})`;

const CLAIMS_ES: Readonly<Record<ClaimState, string>> = {
  por_reclamar: 'Por reclamar',
  reclamado: 'Reclamado',
  aceptado: 'Reclamo aceptado',
  rechazado: 'Reclamo rechazado',
  cobrado: 'Reclamo cobrado',
};
const SPANISH: DecisionWords = {
  decision: (decision) => {
    switch (decision.kind) {
      case 'vinculo': {
        const { cupones, operaciones, diferencia, nota } = decision;
        // The difference belongs to the link: with several coupons the sentence names their number.
        const whose = cupones.length === 1 ? 'difiere' : `los ${String(cupones.length)} cupones juntos difieren`;
        const apart = diferencia === 0 ? '' : ` (${whose} en ${dropSign(diferencia)})`;
        return withNote(`Vinculado con ${idsOf(operaciones)}${apart}`, nota);
      }
      case 'no_es':
        return withNote(`No es ${idsOf(decision.operaciones)}`, decision.nota);
      case 'explicado':
        return `Explicado: ${decision.motivo}`;
      case 'ajuste':
        return `Ajustado ${formatPesos(decision.importe)}: ${decision.motivo}`;
      case 'nota':
        return `Nota: ${decision.texto}`;
      case 'reclamo':
        return withNote(CLAIMS_ES[decision.estado], decision.nota);
      case 'mirar':
        return withNote(`Mirar el ${formatDayMonthYear(decision.fecha)}`, decision.nota);
      case 'reemplazo':
        return `Reemplazado por ${placeOf(decision.por, 'fila')}`;
    }
  },
  contradiction: (one, linked) => {
    switch (one.codigo) {
      case 'OPERACION_RETIRADA':
        return `El servicio ya no informa la operación ${one.operacion}, con la que se vinculó.`;
      case 'IMPORTE_CAMBIADO':
        return `La operación ${one.operacion} era de ${formatPesos(one.antes)} cuando se vinculó, y ahora es de ${formatPesos(one.ahora)}.`;
      case 'CUPON_CONCILIADO':
        if (one.operacion !== null) return `El servicio concilió este cupón con la operación ${one.operacion}.`;
        return linked
          ? 'El servicio concilió este cupón con otra operación que la vinculada.'
          : 'El servicio concilió este cupón después de que se dio por explicado.';
      case 'OPERACION_DE_OTRO':
        return `La operación ${one.operacion} la tiene otro cupón, que el servicio concilió.`;
    }
  },
};

const CLAIMS_EN: Readonly<Record<ClaimState, string>> = {
  por_reclamar: 'To be claimed',
  reclamado: 'Claimed',
  aceptado: 'Claim accepted',
  rechazado: 'Claim rejected',
  cobrado: 'Claim paid',
};
const ENGLISH: DecisionWords = {
  decision: (decision) => {
    switch (decision.kind) {
      case 'vinculo': {
        const { cupones, operaciones, diferencia, nota } = decision;
        const whose = cupones.length === 1 ? 'differs' : `the ${String(cupones.length)} coupons together differ`;
        const apart = diferencia === 0 ? '' : ` (${whose} by ${dropSign(diferencia)})`;
        return withNote(`Linked with ${idsOf(operaciones)}${apart}`, nota);
      }
      case 'no_es':
        return withNote(`Not ${idsOf(decision.operaciones)}`, decision.nota);
      case 'explicado':
        return `Explained: ${decision.motivo}`;
      case 'ajuste':
        return `Written off ${formatPesos(decision.importe)}: ${decision.motivo}`;
      case 'nota':
        return `Note: ${decision.texto}`;
      case 'reclamo':
        return withNote(CLAIMS_EN[decision.estado], decision.nota);
      case 'mirar':
        return withNote(`Look again on ${formatDayMonthYear(decision.fecha)}`, decision.nota);
      case 'reemplazo':
        return `Replaced by ${placeOf(decision.por, 'row')}`;
    }
  },
  contradiction: (one, linked) => {
    switch (one.codigo) {
      case 'OPERACION_RETIRADA':
        return `The service no longer reports operation ${one.operacion}, which it was linked with.`;
      case 'IMPORTE_CAMBIADO':
        return `Operation ${one.operacion} was ${formatPesos(one.antes)} when it was linked, and is ${formatPesos(one.ahora)} now.`;
      case 'CUPON_CONCILIADO':
        if (one.operacion !== null) return `The service matched this coupon with operation ${one.operacion}.`;
        return linked
          ? 'The service matched this coupon with another operation than the linked one.'
          : 'The service matched this coupon after it was explained.';
      case 'OPERACION_DE_OTRO':
        return `Operation ${one.operacion} belongs to another coupon, which the service matched.`;
    }
  },
};

const WORDS: Readonly<Record<LanguageTag, DecisionWords>> = { 'es-AR': SPANISH, en: ENGLISH };

export const getDecisionWords = (language: LanguageTag = 'es-AR'): DecisionWords => WORDS[language];
