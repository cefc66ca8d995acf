/** Coupons that were not sent, as the thread reads them. */
import { parseCanonicalText } from '#domain/cupon.ts';
import { fileAndRowOf, type ReviewCupones } from '#storage/review/index.ts';
import type { FileCupon, CuponSource } from './questions.ts';

const PIECE = 2000;

/** The coupons of files, or of the rows under review; undefined when the coupons of the account are meant. */
export function listCuponesBefore(
  source: CuponSource,
  review: ReviewCupones | undefined,
): Iterable<readonly FileCupon[]> | undefined {
  switch (source.kind) {
    case 'account':
      return undefined;
    case 'files':
      return [source.cupones];
    case 'review':
      return review === undefined ? [] : readReview(review, source.archivos);
  }
}

function* readReview(review: ReviewCupones, files: readonly string[]): Generator<readonly FileCupon[]> {
  for (const piece of review.cuponesOf(PIECE)) {
    yield piece.map(({ id, texto }) => {
      const { archivo, fila } = fileAndRowOf(id);
      return { archivo: files[archivo] ?? '', fila, id, cupon: parseCanonicalText(texto) };
    });
  }
}
