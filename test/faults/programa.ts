import { Azar } from './azar.ts';

/** What becomes of one send. Times are until the server applies it, from when it was sent. */
export type Suerte =
  | { readonly que: 'nunca'; readonly como: 'silencio' | '500' | 'estado_falso' }
  | {
      readonly que: 'sin_respuesta';
      readonly ms: number;
      readonly como: 'silencio' | 'html' | 'estado_falso' | 'otro_id';
    }
  | { readonly que: 'doble'; readonly ms: number; readonly respondida: boolean }
  | { readonly que: 'mitad' }
  | { readonly que: 'rechazo'; readonly status: 401 | 403 | 413 | 419 | 429 | 400 };

export interface Rasgos {
  readonly lista: boolean;
  readonly filas: 'si' | 'vacio' | 'error';
  readonly contadores: 'lote' | 'acumulado' | 'mal';
  readonly total: 'todos' | 'nuevos' | 'sin_error';
  readonly demoraMs: number;
  readonly demoraForma: 'vacio' | 'sin_conciliar' | 'gradual' | 'nunca';
  readonly eco: 'igual' | 'normalizado';
  readonly idsReusados: boolean;
  readonly borradoLentoMs: number;
  readonly postImportado: 'error' | 'ignora' | 'agrega';
  /** A POST to an id that is not there: refused, or it makes a new reconciliation. */
  readonly postBorrado: 'error' | 'crea';
  readonly maxLote: number;
  readonly statusTamano: 400 | 413;
  readonly numeros: 'texto' | 'numero';
  /** The account has uploaded before: what the server lists is known. */
  readonly conocida: boolean;
  /** A bad coupon makes it fail (500) instead of being refused. */
  readonly malosRompen: boolean;
  readonly orden: 'id' | 'barajado';
  /** The header counts nothing until it is closed. */
  readonly cuentaAlCerrar: boolean;
}

export interface Caida {
  /** A boundary of the driver, or a commit of the ledger, counted over the whole run. */
  readonly en: 'limite' | 'commit';
  readonly k: number;
  readonly despues: boolean;
  /** Until it is started again. */
  readonly pausaMs: number;
}

export interface Ajena {
  /** Before the client's k-th request. */
  readonly k: number;
  /** `borra`: it deletes what it had made last, and its id may be given again. */
  readonly que: 'otra' | 'mismo_cupon' | 'mismo_sin_marca' | 'borra';
  readonly abierta: boolean;
}

/** One schedule: everything that will go wrong, decided beforehand, so that a part of it can be taken away. */
export interface Programa {
  readonly semilla: number;
  readonly familia: Familia;
  readonly cupones: number;
  readonly porTanda: number;
  readonly iguales: boolean;
  readonly marcador: boolean;
  readonly tardanzaMs: number;
  readonly rasgos: Rasgos;
  readonly malos: readonly number[];
  readonly existentes: readonly number[];
  readonly errados: readonly number[];
  readonly envios: readonly { readonly k: number; readonly suerte: Suerte }[];
  readonly lecturas: readonly { readonly k: number; readonly falla: 'error' | 'parcial' | 'cuarentena' }[];
  readonly borrados: readonly { readonly k: number; readonly ms: number; readonly nunca: boolean }[];
  readonly caidas: readonly Caida[];
  readonly ajenas: readonly Ajena[];
  readonly muerto: readonly { readonly k: number; readonly ms: number }[];
  readonly saltos: readonly { readonly k: number; readonly ms: number }[];
  readonly discoLleno: readonly number[];
  readonly tokenVence: readonly number[];
}

/** `dentro`: the server applies a request within D or never. `tarde`: some are applied later. */
export type Familia = 'dentro' | 'tarde';

export function programaDe(semilla: number, familia: Familia = 'dentro', forzar: Partial<Programa> = {}): Programa {
  const azar = new Azar(semilla);
  const tardanzaMs = 120_000;
  const cupones = azar.si(0.08) ? 1 : azar.si(0.06) ? 2 : azar.entero(3, 16);
  const veces = <T>(media: number, hacer: () => T): T[] => {
    const lista: T[] = [];
    while (azar.si(media / (1 + media)) && lista.length < 8) lista.push(hacer());
    return lista;
  };
  const posiciones = (prob: number): number[] =>
    azar.si(prob) ? [...new Set([azar.entero(1, cupones), azar.entero(1, cupones)])] : [];
  // Of opening and closing sends that fail nothing but the row can be said.
  const malosRompen = semilla % 3 === 0;
  const malos = posiciones(0.06).filter((n) => !malosRompen || (n > 1 && n < cupones));
  const demora = (): number => {
    const corta = azar.si(0.6) ? azar.entero(0, 3_000) : azar.entero(0, tardanzaMs - 2_000);
    return familia === 'tarde' && azar.si(0.5) ? tardanzaMs + azar.entero(1_000, 3 * tardanzaMs) : corta;
  };
  const suerte = (): Suerte => {
    const r = azar.real();
    if (r < 0.3) return { que: 'nunca', como: azar.uno(['silencio', 'silencio', '500', 'estado_falso']) };
    if (r < 0.72) {
      return {
        que: 'sin_respuesta',
        ms: demora(),
        como: azar.uno(['silencio', 'silencio', 'html', 'estado_falso', 'otro_id']),
      };
    }
    if (r < 0.82) return { que: 'doble', ms: azar.si(0.5) ? azar.entero(0, 400) : demora(), respondida: azar.si(0.6) };
    if (r < 0.86) return { que: 'mitad' };
    return { que: 'rechazo', status: azar.uno([401, 403, 413, 419, 429, 400] as const) };
  };
  const pedidos = cupones * 3 + 12;
  return {
    semilla,
    familia,
    cupones,
    porTanda: azar.entero(1, 5),
    iguales: azar.si(0.25),
    marcador: true,
    tardanzaMs,
    rasgos: {
      lista: azar.si(0.9),
      filas: azar.si(0.93) ? 'si' : azar.uno(['vacio', 'error'] as const),
      contadores: azar.uno(['lote', 'acumulado', 'mal'] as const),
      total: azar.uno(['todos', 'todos', 'nuevos', 'sin_error'] as const),
      demoraMs: azar.si(0.5) ? 0 : azar.entero(0, 40_000),
      demoraForma: azar.si(0.01) ? 'nunca' : azar.uno(['vacio', 'sin_conciliar', 'gradual'] as const),
      eco: azar.si(0.3) ? 'normalizado' : 'igual',
      idsReusados: azar.si(0.3),
      borradoLentoMs: azar.si(0.3) ? azar.entero(0, 8_000) : 0,
      postImportado: azar.uno(['error', 'ignora', 'agrega'] as const),
      postBorrado: semilla % 10 === 0 ? 'crea' : 'error',
      maxLote: azar.si(0.1) ? azar.entero(1, 3) : 0,
      statusTamano: azar.uno([400, 413] as const),
      numeros: azar.si(0.05) ? 'numero' : 'texto',
      conocida: azar.si(0.85),
      malosRompen,
      orden: azar.si(0.1) ? 'barajado' : 'id',
      cuentaAlCerrar: semilla % 41 === 0,
    },
    malos,
    existentes: posiciones(0.15),
    errados: posiciones(0.05).filter((n) => !malos.includes(n)),
    envios: veces(0.8, () => ({ k: azar.entero(0, Math.ceil(cupones / 2) + 3), suerte: suerte() })),
    lecturas: veces(0.8, () => ({
      k: azar.entero(0, pedidos),
      falla: azar.uno(['error', 'error', 'parcial', 'cuarentena'] as const),
    })),
    borrados: veces(0.4, () => ({ k: azar.entero(0, 3), ms: azar.entero(0, tardanzaMs - 2_000), nunca: azar.si(0.4) })),
    caidas: veces(0.7, () => ({
      en: azar.uno(['limite', 'commit'] as const),
      k: azar.entero(0, pedidos),
      despues: azar.si(0.5),
      pausaMs: azar.si(0.5) ? azar.entero(0, 5_000) : azar.entero(0, 400_000),
    })),
    ajenas: veces(0.8, () => ({
      k: azar.entero(0, pedidos),
      que: azar.uno([
        'otra',
        'otra',
        'mismo_cupon',
        'mismo_cupon',
        'mismo_sin_marca',
        'mismo_sin_marca',
        'borra',
      ] as const),
      abierta: azar.si(0.5),
    })),
    muerto: azar.si(0.05) ? [{ k: azar.entero(0, pedidos), ms: azar.entero(1_000, 400_000) }] : [],
    saltos: azar.si(0.1) ? [{ k: azar.entero(0, pedidos), ms: azar.entero(-100_000_000, 100_000_000) }] : [],
    discoLleno: azar.si(0.05) ? [azar.entero(0, cupones + 4)] : [],
    tokenVence: azar.si(0.1) ? [azar.entero(0, pedidos)] : [],
    ...forzar,
  };
}
