import { fromDayNumber } from '#domain/civil-date.ts';
import type { Cupon } from '#domain/cupon.ts';
import { toCentavos } from '#domain/money.ts';
import type { Rechazo } from '#domain/views/rechazos.ts';
import { formatAmount, isVisible, type FaultKind, type Shop } from './fault.ts';
import { FAULT_MOTIVOS, motivoOfTwo } from './faults.ts';
import { shuffle, type Random } from './random.ts';
import { isWallet, type Sale } from './sales.ts';
import { cuponOf, type Till } from './tills.ts';

// Longer than 300 lines: every role (matched, unmatched, without a coupon) draws from the same pool of sales, and a sale has one role.

/** An unmatched coupon whose truth is known. */
export interface Case {
  readonly key: string;
  readonly carga: string;
  readonly cupon: Cupon;
  /** The coupon's sale, without its faults; undefined where there is no sale of ours behind it. */
  readonly sale: Sale | undefined;
  /** The operations of the cache that belong to it and to no other coupon; empty when there is none. */
  readonly truth: readonly string[];
  readonly motivo: string;
  /** The names of its faults. */
  readonly faults: readonly string[];
  /** The till exports only the required fields. */
  readonly plain: boolean;
}

/** A coupon that the service matched. */
export interface MatchedCupon {
  readonly key: string;
  readonly carga: string;
  readonly cupon: Cupon;
  readonly liquidacionesId: string;
  /** Its operation. Only the judge uses it: the service does not say it. */
  readonly operacion: string;
}

/** Faults that another author wrote, applied unchanged. */
export interface OtherFault {
  readonly name: string;
  apply(cupon: Cupon, random: () => number): Cupon | undefined;
}

/**
 * How the unmatched coupons of a world are made: some for every reason; the same, and one in five without an operation beside a free one of the same terminal,
 * day and amount (`neighbours`); or with the faults of another author.
 */
export type Roles = 'reasons' | 'neighbours' | { readonly faults: readonly OtherFault[]; readonly each: number };

export interface Setting {
  /** Sales of the days that are uploaded, in order. */
  readonly sales: readonly Sale[];
  readonly random: Random;
  readonly shop: Shop;
  readonly today: number;
  /** Days that were not downloaded. */
  readonly missing: ReadonlySet<number>;
  tillOf(store: number): Till;
  readonly roles: Roles;
}

export interface Written {
  readonly cases: readonly Case[];
  readonly matched: readonly MatchedCupon[];
  readonly rechazos: readonly Rechazo[];
  /** Sales that the processor never reported. */
  readonly removed: ReadonlySet<string>;
  /** Operations that are not exactly one sale. */
  readonly added: readonly Sale[];
}

/** About how many coupons of a reason a world has; the number varies between reasons, as in reality. */
const EACH = 140;
/** The share of sales without a coupon on the uploaded days, for a careful shop and for a careless one. */
const WITHOUT_CUPON = [0.03, 0.2] as const;
/** The chance that a shop has a till that was never uploaded. */
const FORGOTTEN_TILL = 0.5;
/** After so many days, ninety-five of a hundred sales were presented by any processor. */
const NOT_RECENT = 5;
/** The fewest coupons of a file that share a cause. */
const SYSTEMATIC = 12;

/** The days within which 95 of 100 sales of the brand are presented. */
function lagOf(sale: Sale): number {
  let left = 0.95;
  const { lag } = sale.card.processor;
  return lag.findIndex((share) => (left -= share) <= 1e-9);
}

/** Hands out the sales of the uploaded days: some become coupons with something wrong, most are matched, a few have no coupon. */
export function writeCases(setting: Setting): Written {
  const { random, shop, today, missing, tillOf } = setting;
  const cases: Case[] = [];
  const matched: MatchedCupon[] = [];
  const rechazos: Rechazo[] = [];
  const removed = new Set<string>();
  const added: Sale[] = [];
  const used = new Set<string>();
  let row = 0;

  const uploadOf = (sale: Sale): string =>
    `${sale.terminal.slice(-3)}-${sale.terminal.slice(0, 5)}-${fromDayNumber(sale.day)}`;
  const keyIn = (upload: string): string => `${upload}/${String(++row).padStart(6, '0')}`;
  const isPlain = (sale: Sale): boolean => tillOf(sale.store).columns.size === 0;
  const clean = (sale: Sale): Cupon => cuponOf(sale, tillOf(sale.store), random);
  const isReported = (sale: Sale): boolean => sale.presentation <= today && !missing.has(sale.day);

  const write = (
    sale: Sale,
    cupon: Cupon,
    said: {
      readonly motivo: string;
      readonly truth?: readonly string[];
      readonly faults?: readonly string[];
    },
  ): void => {
    used.add(sale.id);
    const upload = uploadOf(sale);
    cases.push({
      key: keyIn(upload),
      carga: upload,
      cupon,
      sale,
      truth: said.truth ?? [],
      motivo: said.motivo,
      faults: said.faults ?? [],
      plain: isPlain(sale),
    });
  };

  const pool = shuffle(setting.sales, random);
  const twins = new Map<string, Sale>();
  for (const sale of setting.sales) if (sale.twinOf !== undefined) twins.set(sale.twinOf, sale);

  /** Goes through the sales that nobody took until enough of them became a coupon. */
  const take = (count: number, become: (sale: Sale) => boolean): void => {
    let left = count;
    for (const sale of pool) {
      if (left <= 0) return;
      if (!used.has(sale.id) && become(sale)) left -= 1;
    }
  };
  const drawAbout = (count: number): number =>
    Math.max(Math.round(count * 0.75), Math.round(count * Math.exp(0.35 * random.normal())));
  const oneOf = (kinds: readonly FaultKind[]): FaultKind | undefined =>
    kinds[random.weighted(kinds.map(({ weight }) => weight))];

  /** Sixty of a hundred coupons come from tills that export few columns, where the fault is possible there. */
  const isPlainWanted = (): boolean => random.chance(0.6);

  const injectFault = (motivo: string, kinds: readonly FaultKind[]): void => {
    const needsColumns = [
      'ESTABLECIMIENTO_DISTINTO',
      'LOTE_O_TERMINAL_DISTINTO',
      'CUOTAS_DISTINTAS',
      'AUTORIZACION_DISTINTA',
      'COMERCIO_AJENO',
    ].includes(motivo);
    let plain = !needsColumns && isPlainWanted();
    take(drawAbout(EACH), (sale) => {
      if (!isReported(sale) || isPlain(sale) !== plain) return false;
      const kind = oneOf(kinds);
      const cupon = clean(sale);
      if (kind === undefined || !isVisible(kind, sale)) return false;
      const change = kind.apply(cupon, sale, random, shop);
      if (change === undefined) return false;
      write(sale, { ...cupon, ...change }, { motivo, truth: [sale.id], faults: [kind.name] });
      plain = !needsColumns && isPlainWanted();
      return true;
    });
  };

  const addTwoFaults = (): void => {
    const motivos = [...FAULT_MOTIVOS].filter(([motivo]) => motivo !== 'CAMPOS_CAMBIADOS').map(([, kinds]) => kinds);
    let plain = isPlainWanted();
    take(drawAbout(EACH * 6), (sale) => {
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
      plain = isPlainWanted();
      return true;
    });
  };

  const addAmbiguous = (): void => {
    const kinds = FAULT_MOTIVOS.get('COMPROBANTE_DISTINTO')?.filter(({ name }) => name === 'otro número') ?? [];
    take(drawAbout(EACH), (sale) => {
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
      // The coupon may belong to either of the two sales.
      const its = random.chance(0.5) ? sale : twin;
      const cupon = clean(its);
      const change = kinds[0]?.apply(cupon, its, random, shop);
      if (change === undefined) return false;
      write(its, { ...cupon, ...change }, { motivo: 'AMBIGUO', truth: [its.id], faults: ['otro número'] });
      used.add(sale.id);
      used.add(twin.id);
      return true;
    });
  };

  /**
   * Returned sales. Mostly the sale is gone from the operations. Where it is still there, something else is wrong too, or the coupon would simply be
   * found.
   */
  const addReturned = (): void => {
    const kinds = FAULT_MOTIVOS.get('COMPROBANTE_DISTINTO') ?? [];
    take(drawAbout(EACH), (sale) => {
      if (!isReported(sale) || isWallet(sale) || sale.importe < 0 || sale.presentation > today - 3) return false;
      const there = random.chance(0.4);
      const cupon = clean(sale);
      const kind = oneOf(kinds);
      const change = there ? kind?.apply(cupon, sale, random, shop) : {};
      if (change === undefined) return false;
      if (!there) removed.add(sale.id);
      rechazos.push(rechazoOf(sale, Math.min(today, sale.presentation + 2 + random.int(25)), rechazos.length));
      write(
        sale,
        { ...cupon, ...change },
        { motivo: 'DEVUELTA', truth: there ? [sale.id] : [], faults: there ? [kind?.name ?? ''] : [] },
      );
      return true;
    });
  };

  const split = (): void => {
    let oneCupon = true;
    take(drawAbout(EACH * 0.7), (sale) => {
      if (!isReported(sale) || isWallet(sale) || sale.importe < 20_000) return false;
      const cut = Math.round((sale.importe * (0.2 + 0.6 * random.next())) / 100) * 100;
      const other = String(Number(sale.comprobante) + 1).padStart(sale.comprobante.length, '0');
      const cupon = clean(sale);
      if (oneCupon) {
        removed.add(sale.id);
        const parts = [cut, sale.importe - cut].map((importe, i): Sale => ({
          ...sale,
          id: `${sale.id}${String(i + 1)}`,
          importe,
          comprobante: i === 0 ? sale.comprobante : other,
          autorizacion: i === 0 ? sale.autorizacion : String(random.int(900_000) + 100_000),
          arancel: Math.round((sale.arancel * importe) / sale.importe),
          costoFin: Math.round((sale.costoFin * importe) / sale.importe),
        }));
        added.push(...parts);
        write(sale, cupon, { motivo: 'DIVIDIDA', truth: parts.map(({ id }) => id) });
      } else {
        write(sale, { ...cupon, importe: formatAmount(cut) }, { motivo: 'DIVIDIDA', truth: [sale.id] });
        const second = { ...cupon, importe: formatAmount(sale.importe - cut), comprobante: other };
        write(sale, second, { motivo: 'DIVIDIDA', truth: [sale.id] });
      }
      oneCupon = !oneCupon;
      return true;
    });
  };

  const addStructural = (): void => {
    take(drawAbout(EACH * 4), (sale) => {
      if (!isReported(sale) || today - sale.day < NOT_RECENT) return false;
      removed.add(sale.id);
      write(sale, clean(sale), { motivo: 'SIN_OPERACION' });
      return true;
    });
    take(drawAbout(EACH), (sale) => {
      // For a coupon that does not say its brand, only what holds for every brand is sure.
      const cupon = clean(sale);
      const usual = lagOf(sale);
      const age = today - sale.day;
      const young = isPlain(sale) ? age <= 1 && usual > 1 : age < usual && cupon.tarjeta_desc !== undefined;
      if (!young || isReported(sale)) return false;
      write(sale, cupon, { motivo: 'MUY_RECIENTE' });
      return true;
    });
    take(drawAbout(EACH), (sale) => {
      if (!missing.has(sale.day)) return false;
      write(sale, clean(sale), { motivo: 'FUERA_DE_COBERTURA' });
      return true;
    });
    take(drawAbout(EACH), (sale) => {
      const cupon = clean(sale);
      if (!isReported(sale) || cupon.establecimiento === undefined) return false;
      removed.add(sale.id);
      const establecimiento = `399${String(10_000 + random.int(40))}`;
      write(sale, { ...cupon, establecimiento }, { motivo: 'COMERCIO_AJENO' });
      return true;
    });
    take(drawAbout(EACH), (sale) => {
      if (!isReported(sale)) return false;
      write(sale, clean(sale), { motivo: 'COINCIDE_SIN_CONCILIAR', truth: [sale.id] });
      return true;
    });
  };

  /** Sales that the processor never reported, while the free operation of their neighbour is there. */
  const addWithNeighbour = (): void => {
    const neighbourOf = new Map<string, Sale>();
    for (const sale of setting.sales) {
      if (sale.neighbourOf !== undefined) neighbourOf.set(sale.neighbourOf, sale);
    }
    take(EACH * 10, (sale) => {
      const neighbour = neighbourOf.get(sale.id);
      if (neighbour === undefined || used.has(neighbour.id) || isWallet(sale) || isWallet(neighbour)) return false;
      if (!isReported(sale) || !isReported(neighbour) || today - sale.day < NOT_RECENT) return false;
      // Either of the two may be the one that is missing.
      const [lost, there] = random.chance(0.5) ? [sale, neighbour] : [neighbour, sale];
      removed.add(lost.id);
      used.add(there.id);
      write(lost, clean(lost), { motivo: 'SIN_OPERACION' });
      used.add(sale.id);
      return true;
    });
  };

  /** Matched coupons that came again: in the same file, or in another one. */
  const addRepeated = (): void => {
    const [twice, elsewhere] = [drawAbout(EACH), drawAbout(EACH)];
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
  };

  /** Files in which every coupon has the same mistake. */
  const addSystematic = (): void => {
    const files = shuffle(
      [
        ...Map.groupBy(
          setting.sales.filter((sale) => isReported(sale) && !isWallet(sale)),
          uploadOf,
        ),
      ],
      random,
    );
    for (const name of ['por 100', 'día siguiente', 'día y mes', 'comercio ajeno', 'local ajeno', 'lote que falta']) {
      const file = files.find(([, sales]) => fits(name, sales));
      if (file === undefined) continue;
      files.splice(files.indexOf(file), 1);
      for (const sale of file[1].filter(({ id }) => !used.has(id)).slice(0, 60)) spoil(name, sale);
    }
  };
  const fits = (name: string, sales: readonly Sale[]): boolean => {
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
  };
  const spoil = (name: string, sale: Sale): void => {
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
  };

  const addOtherAuthor = (faults: readonly OtherFault[], each: number): void => {
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
  };

  if (setting.roles === 'reasons' || setting.roles === 'neighbours') {
    if (setting.roles === 'neighbours') addWithNeighbour();
    addStructural();
    addAmbiguous();
    addSystematic();
    addReturned();
    split();
    for (const [motivo, kinds] of FAULT_MOTIVOS) injectFault(motivo, kinds);
    addTwoFaults();
  } else {
    addStructural();
    addOtherAuthor(setting.roles.faults, setting.roles.each);
  }
  const without = WITHOUT_CUPON[0] + (WITHOUT_CUPON[1] - WITHOUT_CUPON[0]) * random.next();
  const forgotten = random.chance(FORGOTTEN_TILL) ? random.pick(shop.terminals) : undefined;
  for (const sale of setting.sales) {
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
  addRepeated();
  return { cases, matched, rechazos, removed, added };
}

function rechazoOf(sale: Sale, day: number, number: number): Rechazo {
  const { reports } = sale.card.processor;
  return {
    id: String(900_000 + number),
    fecha: { fecha: fromDayNumber(day), hora: null },
    marca: sale.card.processor.marca,
    tarjeta: sale.card.tarjeta,
    establecimiento: sale.establecimiento,
    motivo: 'CONTRACARGO',
    descripcion: 'DESCONOCE LA COMPRA',
    importe: toCentavos(sale.importe),
    comercio: `Local ${String(sale.store + 1)}`,
    estado: 'APLICADO',
    lote: reports.lote ? sale.lote : '',
    comprobante: sale.comprobante,
    tarjeta_nro: sale.lastFour,
    rechazo: '',
    autorizacion: reports.authorisation ? sale.autorizacion : '',
    fecha_transferencia: null,
    fecha_presentacion: { fecha: fromDayNumber(sale.presentation), hora: null },
    extra: null,
  };
}
