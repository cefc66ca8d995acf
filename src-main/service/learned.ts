/**
 * What an account's server was seen to want: found out once and kept (docs/gaps.md). Text by key; the caller persists it per account. An unknown or
 * damaged value counts as not learnt, and is found out again.
 */
export interface LearnedStore {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

/** Where GET parameters are read from. */
export type ParametersMode = 'cuerpo' | 'consulta' | 'ambos';

export interface Learned {
  readParametersMode(): ParametersMode | undefined;
  setParametersMode(modo: ParametersMode): void;
  /** The number of the first page: 0 or 1. */
  getPageBase(): 0 | 1 | undefined;
  setPageBase(base: 0 | 1): void;
  /** The largest page that a method was seen to give when asked for more. */
  getMaxPageSize(metodo: string): number | undefined;
  setMaxPageSize(metodo: string, filas: number): void;
  /** The longest window, in days, that a method was seen to take after refusing a longer one. */
  maxDays(metodo: string): number | undefined;
  setMaxDays(metodo: string, dias: number): void;
  /** Whether the service compares a method's windows with another date than the one that its rows carry. */
  filtersByOtherDate(metodo: string): boolean;
  setFiltersByOtherDate(metodo: string): void;
}

const OTHER_DATE = 'otra';

function positive(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

export function createLearned(store: LearnedStore): Learned {
  return {
    readParametersMode() {
      const value = store.get('parametros');
      return value === 'cuerpo' || value === 'consulta' || value === 'ambos' ? value : undefined;
    },
    setParametersMode: (modo) => store.set('parametros', modo),
    getPageBase() {
      const value = store.get('pagina_base');
      return value === '0' ? 0 : value === '1' ? 1 : undefined;
    },
    setPageBase: (base) => store.set('pagina_base', String(base)),
    getMaxPageSize: (metodo) => positive(store.get(`pagina_maxima:${metodo}`)),
    setMaxPageSize: (metodo, filas) => store.set(`pagina_maxima:${metodo}`, String(filas)),
    maxDays: (metodo) => positive(store.get(`max_dias:${metodo}`)),
    setMaxDays: (metodo, dias) => store.set(`max_dias:${metodo}`, String(dias)),
    filtersByOtherDate: (metodo) => store.get(`fecha_filtro:${metodo}`) === OTHER_DATE,
    setFiltersByOtherDate: (metodo) => store.set(`fecha_filtro:${metodo}`, OTHER_DATE),
  };
}
