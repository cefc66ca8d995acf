import {
  addAmbiguous,
  addOtherAuthor,
  addSystematic,
  addTwoFaults,
  injectFault,
  type OtherFault,
} from './faulty-roles.ts';
import { FAULT_MOTIVOS } from './faults.ts';
import { addReturned, addStructural, addWithNeighbour, split } from './other-roles.ts';
import { createPool, type Pool, type Setting } from './pool.ts';
import { shuffle } from './random.ts';

/**
 * The kinds of unmatched coupons of a world. `reasons`: some for every reason. `neighbours`: the same, and one in five without an operation beside a
 * free one of the same terminal, day and amount. Or coupons with the faults of another author.
 */
export type Roles = 'reasons' | 'neighbours' | { readonly faults: readonly OtherFault[]; readonly each: number };

/** The share of sales without a coupon on the uploaded days, for a careful shop and for a careless one. */
const WITHOUT_CUPON = [0.03, 0.2] as const;
/** The chance that a shop has a till that was never uploaded. */
const FORGOTTEN_TILL = 0.5;

/** Gives roles to the sales of the uploaded days: some become coupons with a mistake, most are matched, a few have no coupon. */
export function writeCases(setting: Setting, roles: Roles): Pool {
  const pool = createPool(setting);
  const { random, shop, sales, used, matched, isReported, uploadOf, keyIn, clean } = pool;
  if (roles === 'reasons' || roles === 'neighbours') {
    if (roles === 'neighbours') addWithNeighbour(pool);
    addStructural(pool);
    addAmbiguous(pool);
    addSystematic(pool);
    addReturned(pool);
    split(pool);
    for (const [motivo, kinds] of FAULT_MOTIVOS) injectFault(pool, motivo, kinds);
    addTwoFaults(pool);
  } else {
    addStructural(pool);
    addOtherAuthor(pool, roles.faults, roles.each);
  }
  const without = WITHOUT_CUPON[0] + (WITHOUT_CUPON[1] - WITHOUT_CUPON[0]) * random.next();
  const forgotten = random.chance(FORGOTTEN_TILL) ? random.pick(shop.terminals) : undefined;
  for (const sale of sales) {
    if (
      used.has(sale.id) ||
      !isReported(sale) ||
      random.chance(without) ||
      sale.terminal.slice(0, 5) === forgotten?.slice(0, 5)
    )
      continue;
    const upload = uploadOf(sale);
    matched.push({
      key: keyIn(upload),
      carga: upload,
      cupon: clean(sale),
      liquidacionesId: `${sale.card.processor.marca}-${sale.establecimiento}-${String(sale.presentation)}`,
      operacion: sale.id,
    });
  }
  addRepeated(pool);
  return pool;
}

/** Matched coupons that came again: in the same file, or in another one. */
function addRepeated({ random, cases, matched, keyIn, drawCount }: Pool): void {
  const [twice, elsewhere] = [drawCount(), drawCount()];
  for (const [i, { carga, cupon, operacion }] of shuffle(matched, random)
    .slice(0, twice + elsewhere)
    .entries()) {
    const same = i < twice;
    const name = same ? carga : `${carga}-bis`;
    cases.push({
      key: keyIn(name),
      carga: name,
      cupon,
      sale: undefined,
      truth: [],
      motivo: same ? 'DUPLICADO_EN_CARGA' : 'YA_USADA',
      faults: [operacion],
      plain: cupon.terminal === undefined && cupon.establecimiento === undefined && cupon.autorizacion === undefined,
    });
  }
}
