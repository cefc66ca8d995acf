/** Roles for coupons that have a mistake of their till. */
import { fromDayNumber } from '#domain/civil-date.ts';
import type { Cupon } from '#domain/cupon.ts';
import { isVisible, type FaultKind } from './fault.ts';
import { FAULT_MOTIVOS, motivoOfTwo } from './faults.ts';
import { NOT_RECENT, type Pool } from './pool.ts';
import { shuffle, type Random } from './random.ts';
import { isWallet, type Sale } from './sales.ts';

/** The fewest coupons with a shared cause in a file. */
const SYSTEMATIC = 12;

/** Faults by another author, applied unchanged. */
export interface OtherFault {
  readonly name: string;
  apply(cupon: Cupon, random: () => number): Cupon | undefined;
}

/** True for sixty of a hundred coupons, which should come from tills that export few columns, if the fault is possible there. */
const isPlainWanted = (random: Random): boolean => random.chance(0.6);

export function injectFault(pool: Pool, motivo: string, kinds: readonly FaultKind[]): void {
  const { random, shop, isReported, isPlain, clean, take, write, drawCount, oneOf } = pool;
  const needsColumns = [
    'ESTABLECIMIENTO_DISTINTO',
    'LOTE_O_TERMINAL_DISTINTO',
    'CUOTAS_DISTINTAS',
    'AUTORIZACION_DISTINTA',
    'COMERCIO_AJENO',
  ].includes(motivo);
  let plain = !needsColumns && isPlainWanted(random);
  take(drawCount(), (sale) => {
    if (!isReported(sale) || isPlain(sale) !== plain) return false;
    const kind = oneOf(kinds);
    const cupon = clean(sale);
    if (kind === undefined || !isVisible(kind, sale)) return false;
    const change = kind.apply(cupon, sale, random, shop);
    if (change === undefined) return false;
    write(sale, { ...cupon, ...change }, { motivo, truth: [sale.id], faults: [kind.name] });
    plain = !needsColumns && isPlainWanted(random);
    return true;
  });
}

export function addTwoFaults(pool: Pool): void {
  const { random, shop, isReported, isPlain, clean, take, write, drawCount, oneOf } = pool;
  const motivos = [...FAULT_MOTIVOS].filter(([motivo]) => motivo !== 'CAMPOS_CAMBIADOS').map(([, kinds]) => kinds);
  let plain = isPlainWanted(random);
  take(drawCount(6), (sale) => {
    if (!isReported(sale) || isPlain(sale) !== plain) return false;
    const [a, b] = [oneOf(random.pick(motivos)), oneOf(random.pick(motivos))];
    if (a === undefined || b === undefined || a.groups.some((group) => b.groups.includes(group))) return false;
    if (!isVisible(a, sale) || !isVisible(b, sale)) return false;
    const cupon = clean(sale);
    const [first, second] = [a.apply(cupon, sale, random, shop), b.apply(cupon, sale, random, shop)];
    if (first === undefined || second === undefined) return false;
    write(
      sale,
      { ...cupon, ...first, ...second },
      { motivo: motivoOfTwo(a, b), truth: [sale.id], faults: [a.name, b.name] },
    );
    plain = isPlainWanted(random);
    return true;
  });
}

export function addAmbiguous(pool: Pool): void {
  const { random, shop, sales, used, isReported, isPlain, clean, take, write, drawCount } = pool;
  const twins = new Map(sales.flatMap((sale) => (sale.twinOf === undefined ? [] : [[sale.twinOf, sale]])));
  const kinds = FAULT_MOTIVOS.get('COMPROBANTE_DISTINTO')?.filter(({ name }) => name === 'otro número') ?? [];
  take(drawCount(), (sale) => {
    const twin = twins.get(sale.id);
    if (
      twin === undefined ||
      used.has(twin.id) ||
      !isPlain(sale) ||
      isWallet(sale) ||
      !isReported(sale) ||
      !isReported(twin)
    )
      return false;
    // Takes one of the two sales at random, because the coupon may be of either.
    const its = random.chance(0.5) ? sale : twin;
    const cupon = clean(its);
    const change = kinds[0]?.apply(cupon, its, random, shop);
    if (change === undefined) return false;
    write(its, { ...cupon, ...change }, { motivo: 'AMBIGUO', truth: [its.id], faults: ['otro número'] });
    used.add(sale.id);
    used.add(twin.id);
    return true;
  });
}

/** Adds files in which all coupons have the same mistake. */
export function addSystematic(pool: Pool): void {
  const { random, sales, used, isReported, uploadOf } = pool;
  const files = shuffle(
    [
      ...Map.groupBy(
        sales.filter((sale) => isReported(sale) && !isWallet(sale)),
        uploadOf,
      ),
    ],
    random,
  );
  for (const name of ['por 100', 'día siguiente', 'día y mes', 'comercio ajeno', 'local ajeno', 'lote que falta']) {
    const file = files.find(([, theirs]) => fits(pool, name, theirs));
    if (file === undefined) continue;
    files.splice(files.indexOf(file), 1);
    for (const sale of file[1].filter(({ id }) => !used.has(id)).slice(0, 60)) spoil(pool, name, sale);
  }
}

export function addOtherAuthor(pool: Pool, faults: readonly OtherFault[], each: number): void {
  const { random, isReported, isPlain, clean, take, write } = pool;
  for (const fault of faults) {
    let plain = random.chance(0.5);
    take(each, (sale) => {
      if (!isReported(sale) || isPlain(sale) !== plain) return false;
      const spoilt = fault.apply(clean(sale), () => random.next());
      if (spoilt === undefined) return false;
      write(sale, spoilt, { motivo: fault.name, truth: [sale.id], faults: [fault.name] });
      plain = random.chance(0.5);
      return true;
    });
  }
}

function fits({ today, tillOf }: Pool, name: string, sales: readonly Sale[]): boolean {
  if (sales.length < SYSTEMATIC) return false;
  const [sale] = sales;
  if (sale === undefined) return false;
  const { columns } = tillOf(sale.store);
  if (name === 'comercio ajeno' || name === 'local ajeno') return columns.has('establecimiento');
  if (name === 'lote que falta')
    return columns.has('lote') && columns.has('terminal') && today - sale.day >= NOT_RECENT;
  if (name === 'día y mes')
    return (
      Number(fromDayNumber(sale.day).slice(8)) <= 12 &&
      fromDayNumber(sale.day).slice(8) !== fromDayNumber(sale.day).slice(5, 7)
    );
  return true;
}

function spoil({ random, shop, removed, clean, write }: Pool, name: string, sale: Sale): void {
  const cupon = clean(sale);
  const kind = [...FAULT_MOTIVOS.values()].flat().find((k) => k.name === name);
  const foreign = { 'comercio ajeno': '39955555', 'local ajeno': '39910000' }[name];
  const change =
    foreign === undefined
      ? kind?.apply(cupon, sale, random, shop)
      : cupon.establecimiento === undefined
        ? undefined
        : { establecimiento: foreign };
  if (name === 'comercio ajeno' || name === 'lote que falta') {
    if (name === 'comercio ajeno' && change === undefined) return;
    removed.add(sale.id);
    const motivo = name === 'comercio ajeno' ? 'COMERCIO_AJENO' : 'SIN_OPERACION';
    write(sale, { ...cupon, ...change }, { motivo });
  } else if (kind !== undefined && change !== undefined) {
    write(sale, { ...cupon, ...change }, { motivo: kind.motivo, truth: [sale.id], faults: [kind.name] });
  }
}
