/** Why a decision was not taken, in both languages. The Spanish is the command line's and may name commands. */
import { toCentavos, formatPesos, formatPlain, type Money } from '../money.ts';
import type { FailureWords, Sentence } from './failures.ts';
import { getFileName, type Language } from './language.ts';

/** Where a coupon stands. */
interface Place {
  readonly archivo: string | null;
  readonly fila: number | null;
  readonly conciliacion: string | null;
}
interface Differing {
  readonly cupones: Money;
  readonly operaciones: Money;
  readonly diferencia: Money;
  readonly tolerancia: Money;
}

/** "la fila 12 de caja.xlsx". */
function placeInWords({ archivo, fila, conciliacion }: Place, language: Language): string {
  const es = language === 'es';
  const of = conciliacion === null ? '' : ` (${es ? 'conciliación' : 'reconciliation'} ${conciliacion})`;
  if (fila === null) return `${es ? 'un cupón' : 'a coupon'}${of}`;
  const file = archivo === null ? '' : ` ${es ? 'de' : 'of'} ${getFileName(archivo)}`;
  return `${es ? 'la fila' : 'row'} ${String(fila)}${file}${of}`;
}
const placesInWords = (places: readonly Place[], language: Language): string =>
  places.map((one) => placeInWords(one, language)).join(language === 'es' ? ' y ' : ' and ');

const toWords = (es: Sentence, en: Sentence): FailureWords => ({ es, en });

/** A coupon by its number: "12 de ese envío". `of`: what has the number. */
interface Which {
  readonly n: number;
  readonly of: 'upload' | 'result';
}
const WHICH = { upload: ['ese envío', 'that upload'], result: ['ese resultado', 'that result'] } as const;
const nameWhichInSpanish = ({ n, of }: Which): string => `${String(n)} de ${WHICH[of][0]}`;
const nameWhichInEnglish = ({ n, of }: Which): string => `${String(n)} of ${WHICH[of][1]}`;

export const DECISION_REFUSALS = {
  severalWithSeveral: toWords(
    [
      'Se puede vincular un cupón con varias operaciones, o varios cupones con una; no varios con varias.',
      'No se guardó nada. Vinculalos de a uno.',
    ],
    [
      'A coupon can be linked with several operations, or several coupons with one; not several with several.',
      'Nothing was saved. Link them one by one.',
    ],
  ),
  repeated: toWords(
    ['Hay un cupón o una operación dos veces en lo pedido.', 'No se guardó nada. Decilo una sola vez.'],
    ['A coupon or an operation is there twice in what was asked.', 'Nothing was saved. Say it once.'],
  ),
  cuponLinked: (cupon: Place, operacion: string) =>
    toWords(
      [
        `El cupón de ${placeInWords(cupon, 'es')} ya está vinculado con la operación ${operacion}.`,
        'No se guardó nada. Deshacé primero ese vínculo.',
      ],
      [
        `The coupon of ${placeInWords(cupon, 'en')} is linked with operation ${operacion} already.`,
        'Nothing was saved. Undo that link first.',
      ],
    ),
  operationLinked: (operacion: string, cupones: readonly Place[]) =>
    toWords(
      [
        `La operación ${operacion} ya está vinculada con ${placesInWords(cupones, 'es')}.`,
        'No se guardó nada. Deshacé primero ese vínculo, o elegí otra.',
      ],
      [
        `Operation ${operacion} is linked with ${placesInWords(cupones, 'en')} already.`,
        'Nothing was saved. Undo that link first, or choose another one.',
      ],
    ),
  operationMatched: (operacion: string, cupon: Place) =>
    toWords(
      [
        `La operación ${operacion} ya la tiene otro cupón, que concilió: ${placeInWords(cupon, 'es')}.`,
        'No se guardó nada. Elegí otra operación.',
      ],
      [
        `Another coupon has operation ${operacion}, and matched: ${placeInWords(cupon, 'en')}.`,
        'Nothing was saved. Choose another operation.',
      ],
    ),
  amountsDiffer: ({ cupones, operaciones, diferencia, tolerancia }: Differing): FailureWords => {
    const [coupons, operations] = [formatPesos(cupones), formatPesos(operaciones)];
    const difference = formatPesos(toCentavos(Math.abs(diferencia)));
    const allowed = formatPesos(tolerancia);
    const what = `Los cupones suman ${coupons} y las operaciones ${operations}: difieren en ${difference}, y ${tolerancia === 0 ? 'no se dijo ninguna tolerancia' : `la tolerancia es de ${allowed}`}.`;
    return {
      ...toWords(
        [what, 'No se guardó nada. Si igual son la misma venta, decí una tolerancia que alcance.'],
        [
          `The coupons add up to ${coupons} and the operations to ${operations}: they differ by ${difference}, and ${tolerancia === 0 ? 'no tolerance was given' : `the tolerance is ${allowed}`}.`,
          'Nothing was saved. If they are the same sale all the same, allow a tolerance that is enough.',
        ],
      ),
      console: `No se guardó nada. Si igual son la misma venta, repetilo con --tolerancia ${formatPlain(toCentavos(Math.abs(diferencia))).replace('.', ',')}.`,
    };
  },
  nothingToUndo: toWords(
    ['Esa decisión no está, o ya se deshizo.', 'Todo quedó como estaba.'],
    ['That decision is not there, or was undone already.', 'Everything stayed as it was.'],
  ),
  nothingOfItToUndo: toWords(
    ['De ese cupón no hay nada así para deshacer.', 'Todo quedó como estaba.'],
    ['There is nothing like that of that coupon to undo.', 'Everything stayed as it was.'],
  ),
  linkedSince: (operacion: string, cupones: readonly Place[]) =>
    toWords(
      [
        `No se puede deshacer: volvería un vínculo, y la operación ${operacion} se vinculó después con ${placesInWords(cupones, 'es')}.`,
        'Todo quedó como estaba. Deshacé primero ese vínculo.',
      ],
      [
        `It cannot be undone: a link would come back, and operation ${operacion} was linked with ${placesInWords(cupones, 'en')} since.`,
        'Everything stayed as it was. Undo that link first.',
      ],
    ),
  nothingToUnlink: toWords(
    ['Ese cupón no está vinculado ni tiene ninguna operación propuesta.', 'No se guardó nada: no hay qué desvincular.'],
    [
      'That coupon is not linked and no operation is proposed for it.',
      'Nothing was saved: there is nothing to unlink.',
    ],
  ),
  numberUnknown: (total: number, n: number, upload: string) =>
    toWords(
      [
        `Ese envío tiene ${String(total)} cupones y ninguno es el ${String(n)}.`,
        `No se guardó nada. Mirá los números con «explicar ${upload} --json».`,
      ],
      [
        `That upload has ${String(total)} coupons and none is number ${String(n)}.`,
        'Nothing was saved. See their numbers in Unmatched.',
      ],
    ),
  cuponNotOpen: (which: Which) =>
    toWords(
      [
        `El cupón ${nameWhichInSpanish(which)} no está entre los que quedaron sin conciliar en esta PC.`,
        'No se guardó nada. Si el resultado no se leyó acá, leelo con «conciliaciones resultado» y probá de nuevo.',
      ],
      [
        `Coupon ${nameWhichInEnglish(which)} is not among those unmatched on this PC.`,
        'Nothing was saved. If the result was not read here, open it in Reconciliations and try again.',
      ],
    ),
  cuponMatched: (which: Which) =>
    toWords(
      [`El cupón ${nameWhichInSpanish(which)} ya concilió: no hay nada que decidir.`, 'No se guardó nada.'],
      [`Coupon ${nameWhichInEnglish(which)} matched already: there is nothing to decide.`, 'Nothing was saved.'],
    ),
  operationNotHere: (operacion: string) =>
    toWords(
      [
        `La operación ${operacion} no está entre las que se bajaron a esta PC.`,
        'No se guardó nada. Revisá el número, o bajá sus días con «sincronizar» y probá de nuevo.',
      ],
      [
        `Operation ${operacion} is not among those downloaded to this PC.`,
        'Nothing was saved. Check the number, or update its days and try again.',
      ],
    ),
} as const;
