import type { Cupon } from '#domain/cupon.ts';
import type { Operacion } from '#domain/views/operaciones.ts';
import { centavosOf, dayOf, strip, type Answer, type Baseline, type Question } from './baseline.ts';

/**
 * The rules with which India Compliance reconciles purchases with the documents that suppliers filed (`purchase_reconciliation_tool`, `GSTIN_RULES`).
 * They are tried one after the other over all the documents, and each document is matched once. Here the supplier is the last four digits of the
 * card, the bill number the voucher, the company the establishment, the taxable value the amount, and the fiscal year that of the sale. Two bill
 * numbers are alike when one contains the other, or when nine tenths of their characters agree, within ten days. A rounding difference is one peso.
 * The rules by PAN are left out: they need a coarser identity of the supplier, which coupons do not have.
 */
type Test = 'E' | 'F' | 'N';
interface Rule {
  readonly bill: Test;
  readonly company: boolean;
  /** The largest difference in centavos; undefined: any amount. */
  readonly amount: number | undefined;
  readonly residual?: boolean;
}

const RULES: readonly Rule[] = [
  { bill: 'E', company: true, amount: 0 },
  { bill: 'F', company: true, amount: 0 },
  { bill: 'E', company: true, amount: 100 },
  { bill: 'F', company: true, amount: 100 },
  { bill: 'E', company: false, amount: undefined },
  { bill: 'F', company: false, amount: undefined },
  { bill: 'N', company: true, amount: 100, residual: true },
];
const DAYS = 10;
const ALIKE = 0.9;

/** The share of characters that two texts have in the same order (the rest are insertions and deletions). */
function compareTexts(a: string, b: string): number {
  let row = Array<number>(b.length + 1).fill(0);
  for (const x of a) {
    const next = [0];
    for (let j = 0; j < b.length; j++)
      next.push(x === b[j] ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    row = next;
  }
  return (2 * (row[b.length] ?? 0)) / Math.max(1, a.length + b.length);
}

const countDaysBetween = (cupon: Cupon, operacion: Operacion): number =>
  Math.abs(dayOf(cupon.fecha_venta ?? '') - dayOf(operacion.fecha_venta.fecha));

function isSameBill(test: Test, cupon: Cupon, operacion: Operacion): boolean {
  const [mine, its] = [
    strip(cupon.comprobante ?? cupon.wallet_referencia),
    strip(cupon.comprobante === undefined ? operacion.referencia : operacion.comprobante),
  ];
  if (test === 'N') return true;
  if (test === 'E') return mine === its;
  if (mine === '' || its === '' || countDaysBetween(cupon, operacion) > DAYS) return false;
  return mine.includes(its) || its.includes(mine) || compareTexts(mine, its) >= ALIKE;
}

function matches({ bill, company, amount, residual }: Rule, cupon: Cupon, operacion: Operacion): boolean {
  const sameYear = cupon.fecha_venta?.slice(0, 4) === operacion.fecha_venta.fecha.slice(0, 4);
  const sameSupplier = strip(cupon.tarjeta_nro) === strip(operacion.tarjeta_nro);
  const sameCompany =
    cupon.establecimiento === undefined || strip(cupon.establecimiento) === strip(operacion.establecimiento);
  const near = amount === undefined || Math.abs(centavosOf(cupon) - operacion.importe) <= amount;
  const soon = residual !== true || countDaysBetween(cupon, operacion) <= DAYS;
  return sameYear && sameSupplier && near && soon && (!company || sameCompany) && isSameBill(bill, cupon, operacion);
}

function answer(questions: readonly Question[]): ReadonlyMap<string, Answer> {
  const answers = new Map<string, Answer>(questions.map(({ key }) => [key, { ranked: [], taken: false }]));
  const taken = new Set<string>();
  for (const rule of RULES) {
    for (const { key, cupon, candidates } of questions) {
      if (answers.get(key)?.taken === true) continue;
      const found = candidates.find((operacion) => !taken.has(operacion.id) && matches(rule, cupon, operacion));
      if (found === undefined) continue;
      taken.add(found.id);
      answers.set(key, { ranked: [found.id], taken: true });
    }
  }
  return answers;
}

export const india: Baseline = { name: 'India Compliance', answer };
