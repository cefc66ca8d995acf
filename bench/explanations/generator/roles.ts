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
 * Which unmatched coupons a world has. `reasons`: some for every reason. `neighbours`: the same, and for one in five no operation of its own, but a free one
 * of the same terminal, day and amount. Or coupons with the faults of another author.
 */
export type Roles = 'reasons' | 'neighbours' | { readonly faults: readonly OtherFault[]; readonly each: number };

/** The share of sales of the uploaded days without a coupon: in a careful shop, and in a careless one. */
const WITHOUT_CUPON = [0.03, 0.2] as const;
/** The probability that a shop has a till whose coupons were never uploaded. */
const FORGOTTEN_TILL = 0.5;

/** Gives the sales of the uploaded days roles: some become coupons with a mistake, most match, a few have no coupon. */
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

/** Adds matched coupons a second time, in the same file or in another. */
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
