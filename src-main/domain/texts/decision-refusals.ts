/** Why a decision was not taken, in both languages. The Spanish is for the command line and may name commands. */
import { toCentavos, formatPesos, formatPlain, type Money } from '../money.ts';
import { toWords, type FailureWords } from './failures.ts';
import { getFileName, type Language } from './language.ts';

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

function placeInWords({ archivo, fila, conciliacion }: Place, language: Language): string {
  const es = language === 'es';
  const of = conciliacion === null ? '' : ` (${es ? 'conciliación' : 'reconciliation'} ${conciliacion})`;
  if (fila === null) return `${es ? 'un cupón' : 'a coupon'}${of}`;
  const file = archivo === null ? '' : ` ${es ? 'de' : 'of'} ${getFileName(archivo)}`;
  return `${es ? 'la fila' : 'row'} ${String(fila)}${file}${of}`;
}
const placesInWords = (places: readonly Place[], language: Language): string =>
  places.map((one) => placeInWords(one, language)).join(language === 'es' ? ' y ' : ' and ');

/** A coupon given by its number: "12 de ese envío". `of`: the upload or the result that numbers it. */
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
      'A coupon can be linked with several transactions, or several coupons with one; not several with several.',
      'Nothing was saved. Link them one by one.',
    ],
  ),
  repeated: toWords(
    ['Hay un cupón o una operación dos veces en lo pedido.', 'No se guardó nada. Decilo una sola vez.'],
    ['A coupon or a transaction appears twice in the request.', 'Nothing was saved. Name it once.'],
  ),
  cuponLinked: (cupon: Place, operacion: string) =>
    toWords(
      [
        `El cupón de ${placeInWords(cupon, 'es')} ya está vinculado con la operación ${operacion}.`,
        'No se guardó nada. Deshacé primero ese vínculo.',
      ],
      [
        `The coupon of ${placeInWords(cupon, 'en')} is already linked with transaction ${operacion}.`,
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
        `Transaction ${operacion} is already linked with ${placesInWords(cupones, 'en')}.`,
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
        `Another coupon has transaction ${operacion}, and matched: ${placeInWords(cupon, 'en')}.`,
        'Nothing was saved. Choose another transaction.',
      ],
    ),
  amountsDiffer: ({ cupones, operaciones, diferencia, tolerancia }: Differing): FailureWords => {
    const [coupons, operations] = [formatPesos(cupones), formatPesos(operaciones)];
    const difference = formatPesos(toCentavos(Math.abs(diferencia)));
    const allowed = formatPesos(tolerancia);
    const typed = formatPlain(toCentavos(Math.abs(diferencia))).replace('.', ',');
    const what = `Los cupones suman ${coupons} y las operaciones ${operations}: difieren en ${difference}, y ${tolerancia === 0 ? 'no se dijo ninguna tolerancia' : `la tolerancia es de ${allowed}`}.`;
    return {
      ...toWords(
        [what, 'No se guardó nada. Si igual son la misma venta, decí una tolerancia que alcance.'],
        [
          `The coupons add up to ${coupons} and the transactions to ${operations}: they differ by ${difference}, and ${tolerancia === 0 ? 'no tolerance was given' : `the tolerance is ${allowed}`}.`,
          'Nothing was saved. If they are the same sale anyway, allow a big enough tolerance.',
        ],
      ),
      console: {
        es: `Si igual son la misma venta, repetilo con --tolerancia ${typed}.`,
        en: `If they are the same sale anyway, repeat it with --tolerancia ${typed}.`,
      },
    };
  },
  nothingOfItToUndo: toWords(
    ['De ese cupón no hay nada así para deshacer.', 'Todo quedó como estaba.'],
    ['That coupon has nothing like that to undo.', 'Everything stayed as it was.'],
  ),
  linkedSince: (operacion: string, cupones: readonly Place[]) =>
    toWords(
      [
        `No se puede deshacer: volvería un vínculo, y la operación ${operacion} se vinculó después con ${placesInWords(cupones, 'es')}.`,
        'Todo quedó como estaba. Deshacé primero ese vínculo.',
      ],
      [
        `It cannot be undone: a link would come back, and transaction ${operacion} was linked with ${placesInWords(cupones, 'en')} since.`,
        'Everything stayed as it was. Undo that link first.',
      ],
    ),
  nothingToUnlink: toWords(
    ['Ese cupón no está vinculado ni tiene ninguna operación propuesta.', 'No se guardó nada: no hay qué desvincular.'],
    [
      'That coupon is not linked and no transaction is proposed for it.',
      'Nothing was saved: there is nothing to unlink.',
    ],
  ),
  numberUnknown: (total: number, n: number, upload: string) =>
    toWords(
      [
        `Cupones de ese envío: ${String(total)}. Ninguno es el ${String(n)}.`,
        `No se guardó nada. Mirá los números con «explicar ${upload} --json».`,
      ],
      [
        `Coupons of that upload: ${String(total)}. None is number ${String(n)}.`,
        'Nothing was saved. See their numbers in Unmatched.',
      ],
      `See the numbers with “explicar ${upload} --json”.`,
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
      'If the result was not read here, read it with “conciliaciones resultado” and try again.',
    ),
  cuponMatched: (which: Which) =>
    toWords(
      [`El cupón ${nameWhichInSpanish(which)} ya concilió: no hay nada que decidir.`, 'No se guardó nada.'],
      [`Coupon ${nameWhichInEnglish(which)} already matched: there is nothing to decide.`, 'Nothing was saved.'],
    ),
  operationNotHere: (operacion: string) =>
    toWords(
      [
        `La operación ${operacion} no está entre las que se bajaron a esta PC.`,
        'No se guardó nada. Revisá el número, o bajá sus días con «sincronizar» y probá de nuevo.',
      ],
      [
        `Transaction ${operacion} is not among those downloaded to this PC.`,
        'Nothing was saved. Check the number, or update its days and try again.',
      ],
      'Check the number, or download its days with “sincronizar” and try again.',
    ),
  noQueue: toWords(
    [
      'La planilla no tiene las columnas «Decisión», «Motivo» y «N.º de cupón».',
      'No se guardó nada. Traé la que exportaste de Sin conciliar, o un informe con la hoja «Por qué».',
    ],
    [
      'The workbook lacks the columns “Decisión”, “Motivo” and “N.º de cupón”.',
      'Nothing was saved. Import the one that you exported from Unmatched, or a report with the sheet “Por qué”.',
    ],
  ),
  tooManyRows: (rows: number, most: number) =>
    toWords(
      [
        `La planilla decide sobre ${String(rows)} cupones, y van de a ${String(most)} como mucho.`,
        'No se guardó nada.',
      ],
      [
        `The workbook decides about ${String(rows)} coupons, and ${String(most)} at most go at once.`,
        'Nothing was saved.',
      ],
    ),
  rowWithoutCupon: toWords(
    ['La fila no dice de qué cupón es.', 'Exportá la lista de nuevo, y no cambies «N.º de cupón».'],
    ['The row does not say which coupon it is about.', 'Export the list again, and leave “N.º de cupón” as it is.'],
  ),
  unknownWord: (word: string) =>
    toWords(
      [`«${word}» no es una decisión.`, 'Elegí una de la lista de la celda.'],
      [`“${word}” is not a decision.`, "Choose one of the cell's list."],
    ),
  rowChanged: toWords(
    ['El día o el importe de la fila ya no son los de su cupón.', 'Exportá la lista de nuevo.'],
    ['The day or the amount of the row no longer match its coupon.', 'Export the list again.'],
  ),
  rowWithoutOperation: toWords(
    ['La fila no tiene ninguna operación.', 'Vinculalo en la pantalla.'],
    ['The row has no transaction.', 'Link it on the screen.'],
  ),
  rowsOfOneOperation: toWords(
    ['Otra fila tiene «Es esta» con la misma operación, y juntas no dan su importe.', 'Dejá «Es esta» en una sola.'],
    [
      'Another row has “Es esta” with the same transaction, and together they do not give its amount.',
      'Leave “Es esta” in one of them only.',
    ],
  ),
  rowWithoutDifference: toWords(
    ['La fila no tiene ninguna diferencia que ajustar.', 'Elegí otra decisión.'],
    ['The row has no difference to write off.', 'Choose another decision.'],
  ),
  rowWithoutReason: toWords(
    ['Falta el motivo.', 'Escribilo en «Motivo».'],
    ['The reason is missing.', 'Write it in “Motivo”.'],
  ),
  rowNotUnderstood: toWords(
    ['El motivo es demasiado largo, o la fila tiene algo que no se entiende.', 'Acortalo a 2.000 letras.'],
    ['The reason is too long, or something in the row is not understood.', 'Shorten it to 2,000 letters.'],
  ),
} as const;
