/**
 * What an account's server was seen to want, so that it is found out once (docs/gaps.md). Text by key; the caller persists it per
 * account. An unknown or damaged value counts as not learnt: it is found out again.
 */
export interface LearnedStore {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

/** Where GET parameters are read from. */
export type ParametrosModo = 'cuerpo' | 'consulta' | 'ambos';

export interface Learned {
  parametros(): ParametrosModo | undefined;
  setParametros(modo: ParametrosModo): void;
  /** The number of the first page: 0 or 1. */
  paginaBase(): 0 | 1 | undefined;
  setPaginaBase(base: 0 | 1): void;
  /** The largest page that a method was seen to give when asked for more. */
  paginaMaxima(metodo: string): number | undefined;
  setPaginaMaxima(metodo: string, filas: number): void;
  /** The longest window, in days, that a method was seen to take after refusing a longer one. */
  maxDias(metodo: string): number | undefined;
  setMaxDias(metodo: string, dias: number): void;
  /** Windows of a method are compared with another date than the one that its rows carry. */
  filtersByOtherDate(metodo: string): boolean;
  setFiltersByOtherDate(metodo: string): void;
}

const OTHER_DATE = 'otra';

function positive(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

export function createLearned(store: LearnedStore): Learned {
  return {
    parametros() {
      const value = store.get('parametros');
      return value === 'cuerpo' || value === 'consulta' || value === 'ambos' ? value : undefined;
    },
    setParametros: (modo) => store.set('parametros', modo),
    paginaBase() {
      const value = store.get('pagina_base');
      return value === '0' ? 0 : value === '1' ? 1 : undefined;
    },
    setPaginaBase: (base) => store.set('pagina_base', String(base)),
    paginaMaxima: (metodo) => positive(store.get(`pagina_maxima:${metodo}`)),
    setPaginaMaxima: (metodo, filas) => store.set(`pagina_maxima:${metodo}`, String(filas)),
    maxDias: (metodo) => positive(store.get(`max_dias:${metodo}`)),
    setMaxDias: (metodo, dias) => store.set(`max_dias:${metodo}`, String(dias)),
    filtersByOtherDate: (metodo) => store.get(`fecha_filtro:${metodo}`) === OTHER_DATE,
    setFiltersByOtherDate: (metodo) => store.set(`fecha_filtro:${metodo}`, OTHER_DATE),
  };
}
