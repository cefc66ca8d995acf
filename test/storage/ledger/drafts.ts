import { toCanonicalText, type Cupon } from '#domain/cupon.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { CuponRow } from '#storage/ledger/types.ts';

interface DraftOptions {
  readonly cuenta?: string;
  readonly archivos?: readonly string[];
  /** Place of each coupon, by index, or of all. By default: first file, no sheet, rows from 2 on. */
  readonly at?: Partial<CuponRow> | readonly Partial<CuponRow>[];
}
type Drafts = Pick<Ledger, 'createDraft' | 'addCupones'>;

export function addDraft(ledger: Drafts, cupones: readonly Cupon[], options: DraftOptions = {}): string {
  const { cuenta = 'c', archivos = ['a.xlsx'], at = {} } = options;
  const upload = ledger.createDraft({ cuenta, archivos });
  ledger.addCupones(
    upload,
    cupones.map((cupon, i) => ({
      ...{ archivo: 0, hoja: null, fila: i + 2, texto: toCanonicalText(cupon) },
      ...('length' in at ? at[i] : at),
    })),
  );
  return upload;
}

/** An upload of these coupons that has begun, without marker. */
export function addSent(ledger: Drafts & Pick<Ledger, 'freeze'>, cupones: readonly Cupon[], options?: DraftOptions) {
  const upload = addDraft(ledger, cupones, options);
  ledger.freeze(upload, { marcador: 'ninguno', nonce: 'n' });
  return upload;
}
