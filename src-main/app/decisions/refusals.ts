/** Why a decision was not taken, in words: what happened, what was kept, what to do. */
import { fileName } from '#domain/texts/language.ts';
import { AppError, type ErrorCode, type ErrorDetail } from '#contract/errors.ts';
import type { DecisionProblem } from '#domain/decisions/check.ts';
import type { DecidedCupon } from '#domain/decisions/events.ts';
import type { Taken } from '#domain/decisions/fold.ts';
import { centavos, formatPesos, formatPlain } from '#domain/money.ts';
import type { CouponPlace } from '../explanations/questions.ts';

export const refuse = (code: ErrorCode, message: string, detail: ErrorDetail = {}): AppError =>
  new AppError(code, { mensaje: message, detail });

/** "la fila 12 de caja.xlsx". */
export function placeInWords({ archivo, fila, conciliacion }: Omit<CouponPlace, 'n' | 'seq'>): string {
  const of = conciliacion === null ? '' : ` (conciliación ${conciliacion})`;
  if (fila === null) return `un cupón${of}`;
  return `la fila ${String(fila)}${archivo === null ? '' : ` de ${fileName(archivo)}`}${of}`;
}

const idsIn = ({ decision }: Taken<'vinculo'>): string => decision.operaciones.map(({ id }) => id).join(', ');
const cuponesIn = ({ decision }: Taken<'vinculo'>): string =>
  decision.cupones.map((cupon: DecidedCupon) => placeInWords(cupon)).join(' y ');

/** The error for a problem that `problemOf` found. */
export function toError(problem: DecisionProblem): AppError {
  switch (problem.problema) {
    case 'VARIOS_CON_VARIAS':
      return refuse(
        'ENTRADA_INVALIDA',
        'Se puede vincular un cupón con varias operaciones, o varios cupones con una; no varios con varias. No se guardó nada. Vinculalos de a uno.',
      );
    case 'REPETIDOS':
      return refuse(
        'ENTRADA_INVALIDA',
        'Hay un cupón o una operación dos veces en lo pedido. No se guardó nada. Decilo una sola vez.',
      );
    case 'CUPON_VINCULADO':
      return refuse(
        'CUPON_VINCULADO',
        `El cupón de ${placeInWords(problem.cupon)} ya está vinculado con la operación ${idsIn(problem.con)}. No se guardó nada. Deshacé primero ese vínculo.`,
        { operacion: idsIn(problem.con), n: problem.con.n },
      );
    case 'OPERACION_TOMADA':
      return refuse(
        'OPERACION_TOMADA',
        `La operación ${problem.operacion} ya está vinculada con ${cuponesIn(problem.por)}. No se guardó nada. Deshacé primero ese vínculo, o elegí otra.`,
        { operacion: problem.operacion, n: problem.por.n },
      );
    case 'IMPORTES_DISTINTOS': {
      const { cupones, operaciones, diferencia, tolerancia } = problem;
      const allowed =
        tolerancia === 0 ? 'no se dijo ninguna tolerancia' : `la tolerancia es de ${formatPesos(tolerancia)}`;
      return refuse(
        'IMPORTES_DISTINTOS',
        `Los cupones suman ${formatPesos(cupones)} y las operaciones ${formatPesos(operaciones)}: difieren en ${formatPesos(centavos(Math.abs(diferencia)))}, y ${allowed}. No se guardó nada. Si igual son la misma venta, decí una tolerancia que alcance.`,
        {
          cupones: formatPlain(cupones),
          operaciones: formatPlain(operaciones),
          diferencia: formatPlain(diferencia),
          tolerancia: formatPlain(tolerancia),
        },
      );
    }
    case 'NADA_QUE_DESHACER':
      return refuse('NADA_QUE_DESHACER', 'Esa decisión no está, o ya se deshizo. Todo quedó como estaba.', {
        n: problem.n,
      });
    case 'VUELTO_A_VINCULAR':
      return refuse(
        'OPERACION_TOMADA',
        `No se puede deshacer: volvería un vínculo, y la operación ${idsIn(problem.por)} se vinculó después con ${cuponesIn(problem.por)}. Todo quedó como estaba. Deshacé primero ese vínculo.`,
        { operacion: idsIn(problem.por), n: problem.por.n },
      );
  }
}
