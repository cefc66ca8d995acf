import { Random } from './random.ts';

/** The fate of one send. Times: from the send until the server applies it. */
export type Luck =
  | { readonly que: 'nunca'; readonly como: 'silencio' | '500' | 'estado_falso' }
  | {
      readonly que: 'sin_respuesta';
      readonly ms: number;
      readonly como: 'silencio' | 'html' | 'estado_falso' | 'otro_id';
    }
  | { readonly que: 'doble'; readonly ms: number; readonly isAnswered: boolean }
  | { readonly que: 'mitad' }
  | { readonly que: 'rechazo'; readonly status: 401 | 403 | 413 | 422 | 429 | 400 };

export interface ServerTraits {
  readonly lista: boolean;
  readonly filas: 'si' | 'vacio' | 'error';
  readonly contadores: 'lote' | 'acumulado' | 'mal';
  readonly total: 'todos' | 'nuevos' | 'sin_error';
  readonly demoraMs: number;
  readonly demoraForma: 'vacio' | 'sin_conciliar' | 'gradual' | 'nunca';
  readonly eco: 'igual' | 'normalizado';
  /** Hostile: a new reconciliation may get the id of a deleted one. */
  readonly reusesIds: boolean;
  readonly slowDeletionMs: number;
  readonly postToImported: 'error' | 'ignora' | 'agrega';
  /** A POST to a deleted id is refused, or makes a new reconciliation. */
  readonly postToDeleted: 'error' | 'crea';
  readonly maxLote: number;
  readonly sizeStatus: 400 | 413;
  readonly numeros: 'texto' | 'numero';
  /** The account has uploaded before: the client knows whether the server lists open reconciliations. */
  readonly known: boolean;
  /** Hostile: at a bad coupon the server fails (500) instead of refusing the coupon. */
  readonly badBreak: boolean;
  /** Hostile where `barajado`: the rows of a result have another order each time. */
  readonly orden: 'id' | 'barajado';
  /** Hostile: the header counts are 0 until the reconciliation is closed. */
  readonly countsAtClose: boolean;
  /** Hostile where false: the header of an open reconciliation is answered as not found. */
  readonly showsPending: boolean;
  /** Hostile where `ausente`: an empty list is answered as not found. */
  readonly emptyList: 'lista' | 'ausente';
}

export interface Crash {
  /** A boundary of the driver, or a commit of the ledger; `k` counts them over the whole run. */
  readonly en: 'limite' | 'commit';
  readonly k: number;
  readonly despues: boolean;
  readonly pauseMs: number;
}

export interface Foreign {
  /** The action comes before the client's k-th request. */
  readonly k: number;
  /** `borra`: the other PC deletes its newest reconciliation, whose id may be given again. */
  readonly que: 'otra' | 'mismo_cupon' | 'mismo_sin_marca' | 'borra';
  readonly abierta: boolean;
}

/** One schedule: everything that will go wrong, drawn beforehand so that shrink.ts can take parts away. */
export interface Program {
  readonly semilla: number;
  readonly family: Family;
  readonly cupones: number;
  readonly porTanda: number;
  readonly iguales: boolean;
  readonly marcador: boolean;
  readonly patienceMs: number;
  readonly rasgos: ServerTraits;
  readonly bad: readonly number[];
  readonly existentes: readonly number[];
  readonly wrong: readonly number[];
  readonly sendings: readonly { readonly k: number; readonly luck: Luck }[];
  readonly readings: readonly { readonly k: number; readonly falla: 'error' | 'parcial' | 'cuarentena' }[];
  readonly deletions: readonly { readonly k: number; readonly ms: number; readonly nunca: boolean }[];
  readonly crashes: readonly Crash[];
  readonly foreign: readonly Foreign[];
  readonly dead: readonly { readonly k: number; readonly ms: number }[];
  readonly leaps: readonly { readonly k: number; readonly ms: number }[];
  readonly fullDisk: readonly number[];
  readonly tokenExpires: readonly number[];
}

/**
 * True for traits outside the description and its open points (docs/gaps.md): such an upload may be refused, but must not lose, double or touch anything
 * unreported.
 */
export const isHostile = ({ rasgos, bad }: Pick<Program, 'rasgos' | 'bad'>): boolean =>
  (rasgos.badBreak && bad.length > 0) ||
  rasgos.countsAtClose ||
  !rasgos.showsPending ||
  rasgos.emptyList === 'ausente' ||
  rasgos.reusesIds ||
  rasgos.orden === 'barajado';

/** `dentro`: the server applies a request within D or never. `tarde`: some are applied later. */
export type Family = 'dentro' | 'tarde';

export function programOf(seed: number, family: Family = 'dentro', force: Partial<Program> = {}): Program {
  const random = new Random(seed);
  const patienceMs = 120_000;
  const cupones = random.si(0.08) ? 1 : random.si(0.06) ? 2 : random.randomInteger(3, 16);
  const repeatRandomly = <T>(media: number, work: () => T): T[] => {
    const list: T[] = [];
    while (random.si(media / (1 + media)) && list.length < 8) list.push(work());
    return list;
  };
  const positions = (prob: number): number[] =>
    random.si(prob) ? [...new Set([random.randomInteger(1, cupones), random.randomInteger(1, cupones)])] : [];
  // Where a bad coupon makes the server fail, the opening and closing sends have no bad coupon: there the program could name only the row.
  const badBreaks = seed % 3 === 0;
  const bad = positions(0.06).filter((n) => !badBreaks || (n > 1 && n < cupones));
  const drawDelay = (): number => {
    const cut = random.si(0.6) ? random.randomInteger(0, 3_000) : random.randomInteger(0, patienceMs - 2_000);
    return family === 'tarde' && random.si(0.5) ? patienceMs + random.randomInteger(1_000, 3 * patienceMs) : cut;
  };
  const luck = (): Luck => {
    const r = random.real();
    if (r < 0.3) return { que: 'nunca', como: random.pickOne(['silencio', 'silencio', '500', 'estado_falso']) };
    if (r < 0.72) {
      return {
        que: 'sin_respuesta',
        ms: drawDelay(),
        como: random.pickOne(['silencio', 'silencio', 'html', 'estado_falso', 'otro_id']),
      };
    }
    if (r < 0.82)
      return {
        que: 'doble',
        ms: random.si(0.5) ? random.randomInteger(0, 400) : drawDelay(),
        isAnswered: random.si(0.6),
      };
    if (r < 0.86) return { que: 'mitad' };
    return { que: 'rechazo', status: random.pickOne([401, 403, 413, 422, 429, 400] as const) };
  };
  const requests = cupones * 3 + 12;
  return {
    semilla: seed,
    family,
    cupones,
    porTanda: random.randomInteger(1, 5),
    iguales: random.si(0.25),
    marcador: true,
    patienceMs,
    rasgos: {
      lista: random.si(0.9),
      filas: random.si(0.93) ? 'si' : random.pickOne(['vacio', 'error'] as const),
      contadores: random.pickOne(['lote', 'acumulado', 'mal'] as const),
      total: random.pickOne(['todos', 'todos', 'nuevos', 'sin_error'] as const),
      demoraMs: random.si(0.5) ? 0 : random.randomInteger(0, 40_000),
      demoraForma: random.si(0.01) ? 'nunca' : random.pickOne(['vacio', 'sin_conciliar', 'gradual'] as const),
      eco: random.si(0.3) ? 'normalizado' : 'igual',
      reusesIds: random.si(0.3),
      slowDeletionMs: random.si(0.3) ? random.randomInteger(0, 8_000) : 0,
      postToImported: random.pickOne(['error', 'ignora', 'agrega'] as const),
      postToDeleted: seed % 10 === 0 ? 'crea' : 'error',
      maxLote: random.si(0.1) ? random.randomInteger(1, 3) : 0,
      sizeStatus: random.pickOne([400, 413] as const),
      numeros: random.si(0.05) ? 'numero' : 'texto',
      known: random.si(0.85),
      badBreak: badBreaks,
      orden: random.si(0.1) ? 'barajado' : 'id',
      countsAtClose: seed % 41 === 0,
      showsPending: seed % 19 !== 7,
      emptyList: seed % 11 === 4 ? 'ausente' : 'lista',
    },
    bad,
    existentes: positions(0.15),
    wrong: positions(0.05).filter((n) => !bad.includes(n)),
    sendings: repeatRandomly(0.8, () => ({ k: random.randomInteger(0, Math.ceil(cupones / 2) + 3), luck: luck() })),
    readings: repeatRandomly(0.8, () => ({
      k: random.randomInteger(0, requests),
      falla: random.pickOne(['error', 'error', 'parcial', 'cuarentena'] as const),
    })),
    deletions: repeatRandomly(0.4, () => ({
      k: random.randomInteger(0, 3),
      ms: random.randomInteger(0, patienceMs - 2_000),
      nunca: random.si(0.4),
    })),
    crashes: repeatRandomly(0.7, () => ({
      en: random.pickOne(['limite', 'commit'] as const),
      k: random.randomInteger(0, requests),
      despues: random.si(0.5),
      pauseMs: random.si(0.5) ? random.randomInteger(0, 5_000) : random.randomInteger(0, 400_000),
    })),
    foreign: repeatRandomly(0.8, () => ({
      k: random.randomInteger(0, requests),
      que: random.pickOne([
        'otra',
        'otra',
        'mismo_cupon',
        'mismo_cupon',
        'mismo_sin_marca',
        'mismo_sin_marca',
        'borra',
      ] as const),
      abierta: random.si(0.5),
    })),
    dead: random.si(0.05) ? [{ k: random.randomInteger(0, requests), ms: random.randomInteger(1_000, 400_000) }] : [],
    leaps: random.si(0.1)
      ? [{ k: random.randomInteger(0, requests), ms: random.randomInteger(-100_000_000, 100_000_000) }]
      : [],
    fullDisk: random.si(0.05) ? [random.randomInteger(0, cupones + 4)] : [],
    tokenExpires: random.si(0.1) ? [random.randomInteger(0, requests)] : [],
    ...force,
  };
}
