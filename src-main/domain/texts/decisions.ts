/** Decisions in words, in both languages, with amounts in pesos and days as `dd/mm/aaaa`. */
import { dropSign } from './explanations.ts';
import { formatDayMonthYear } from '../civil-date.ts';
import type { Contradiction } from '../decisions/check.ts';
import type { ClaimState, DecidedCupon, DecidedOperacion, DecisionEvent } from '../decisions/events.ts';
import { formatPesos } from '../money.ts';
import { chooseIn, shortenName, type Choose, type LanguageTag, type Words } from './language.ts';

type Said = Exclude<DecisionEvent, { kind: 'deshecha' }>;

type Named = Pick<DecidedOperacion, 'id' | 'comprobante' | 'referencia'>;

const nameOperation = ({ id, comprobante, referencia }: Named): string => comprobante ?? referencia ?? id;
const nameAll = (operaciones: readonly Named[]): string => operaciones.map(nameOperation).join(', ');
/** An operation with the name of its card, if the downloaded row has one. */
export type KnownOperacion = DecidedOperacion & { readonly tarjeta: string | null };

/** An operation in a list: day, card, amount, and last its number. */
function describeOperation(operacion: KnownOperacion, say: Choose, amount = [formatPesos(operacion.importe)]): string {
  const { fecha_venta: day, tarjeta, tarjeta_nro: last } = operacion;
  const card = [tarjeta, last === null ? null : `·· ${last}`].filter((part) => part !== null).join(' ');
  const parts = [`${say('del', 'of')} ${formatDayMonthYear(day)}`, ...(card === '' ? [] : [card]), ...amount];
  return `${parts.join(', ')} (${nameOperation(operacion)})`;
}

const withNote = (text: string, note: string | null): string => (note === null ? text : `${text}: ${note}`);

const placeOf = ({ archivo, fila }: DecidedCupon, row: string): string =>
  `${shortenName(archivo ?? '')} (${row} ${String(fila ?? 0)})`;

const CLAIMS: Readonly<Record<ClaimState, Words>> = {
  por_reclamar: ['Por reclamar', 'To be claimed'],
  reclamado: ['Reclamado', 'Claimed'],
  aceptado: ['Reclamo aceptado', 'Claim accepted'],
  rechazado: ['Reclamo rechazado', 'Claim rejected'],
  cobrado: ['Reclamo cobrado', 'Claim paid'],
};

function sayLink(
  { cupones, operaciones, diferencia, nota }: Extract<Said, { kind: 'vinculo' }>,
  say: Choose,
  isPlan: boolean,
): string {
  // The difference is of the whole link: for several coupons the sentence says how many.
  const count = String(cupones.length);
  const whose =
    cupones.length === 1
      ? say('difiere en', 'differs by')
      : say(`los ${count} cupones juntos difieren en`, `the ${count} coupons together differ by`);
  const apart = diferencia === 0 ? '' : ` (${whose} ${dropSign(diferencia)})`;
  const linked = isPlan ? say('Se vincula con', 'Links with') : say('Vinculado con', 'Linked with');
  return withNote(`${linked} ${nameAll(operaciones)}${apart}`, nota);
}

function sayDecision(decision: Said, say: Choose, isPlan = false): string {
  switch (decision.kind) {
    case 'vinculo':
      return sayLink(decision, say, isPlan);
    case 'no_es':
      return withNote(`${say('No es', 'Not')} ${nameAll(decision.operaciones)}`, decision.nota);
    case 'explicado':
      return `${say('Explicado', 'Explained')}: ${decision.motivo}`;
    case 'ajuste':
      return `${isPlan ? say('Se ajusta', 'Writes off') : say('Ajustado', 'Written off')} ${formatPesos(decision.importe)}: ${decision.motivo}`;
    case 'nota':
      return `${say('Nota', 'Note')}: ${decision.texto}`;
    case 'reclamo':
      return withNote(say(...CLAIMS[decision.estado]), decision.nota);
    case 'mirar':
      return withNote(`${say('Mirar el', 'Look again on')} ${formatDayMonthYear(decision.fecha)}`, decision.nota);
    case 'reemplazo':
      return `${say('Reemplazado por', 'Replaced by')} ${placeOf(decision.por, say('fila', 'row'))}`;
  }
}

/** Describes a planned decision, with the decisions about its coupon that stay (`kept`) and those that it ends (`ended`). */
function sayPlan(
  decision: Said,
  { kept, ended }: { readonly kept: readonly Said[]; readonly ended: readonly Said[] },
  say: Choose,
): string {
  const list = (decisions: readonly Said[]): string =>
    decisions.map((one) => say(`«${sayDecision(one, say)}»`, `“${sayDecision(one, say)}”`)).join(', ');
  return [
    sayDecision(decision, say, true),
    ...(kept.length === 0
      ? []
      : [say(`Ya está decidido: ${list(kept)}; esto se agrega`, `Already decided: ${list(kept)}; this is added`)]),
    ...(ended.length === 0
      ? []
      : [say(`Reemplaza lo decidido: ${list(ended)}`, `Replaces what was decided: ${list(ended)}`)]),
  ].join(' · ');
}

interface AboutContradiction {
  readonly linked: boolean;
  /** The operation that the contradiction is about; null if only its identifier is known. */
  readonly operacion: KnownOperacion | null;
}

function sayContradiction(one: Contradiction, { linked, operacion }: AboutContradiction, say: Choose): string {
  const name = operacion === null ? one.operacion : describeOperation(operacion, say);
  switch (one.codigo) {
    case 'OPERACION_RETIRADA':
      return say(
        `El servicio ya no informa la operación ${name}, con la que se vinculó.`,
        `The service no longer reports transaction ${name}, which it was linked with.`,
      );
    case 'IMPORTE_CAMBIADO': {
      const [before, now] = [formatPesos(one.antes), formatPesos(one.ahora)];
      const which = operacion === null ? one.operacion : describeOperation(operacion, say, []);
      return say(
        `La operación ${which} era de ${before} cuando se vinculó, y ahora es de ${now}.`,
        `Transaction ${which} was ${before} when it was linked, and is ${now} now.`,
      );
    }
    case 'CUPON_CONCILIADO':
      if (one.operacion !== null)
        return say(
          `El servicio concilió este cupón con la operación ${name}.`,
          `The service matched this coupon with transaction ${name}.`,
        );
      return linked
        ? say(
            'El servicio concilió este cupón con otra operación que la vinculada.',
            'The service matched this coupon with a transaction other than the linked one.',
          )
        : say(
            'El servicio concilió este cupón después de que se dio por explicado.',
            'The service matched this coupon after it was explained.',
          );
    case 'OPERACION_DE_OTRO':
      return say(
        `Otro cupón, que el servicio concilió, tiene la operación ${name}.`,
        `Another coupon, which the service matched, has transaction ${name}.`,
      );
  }
}

export function getDecisionWords(language: LanguageTag = 'es-AR') {
  const say = chooseIn(language);
  return {
    decision: (decision: Said): string => sayDecision(decision, say),
    plan: (decision: Said, holding: Parameters<typeof sayPlan>[1]): string => sayPlan(decision, holding, say),
    contradiction: (contradiction: Contradiction, about: AboutContradiction): string =>
      sayContradiction(contradiction, about, say),
  };
}
