/** What the client learnt about how a service behaves (docs/gaps.md); the caller stores it. An unknown or damaged value counts as not learnt. */
export interface LearnedStore {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

export type ParametersMode = 'cuerpo' | 'consulta' | 'ambos';

export type Learned = ReturnType<typeof createLearned>;

const OTHER_DATE = 'otra';

const parsePositive = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;

export const createLearned = (store: LearnedStore) => ({
  readParametersMode(): ParametersMode | undefined {
    const value = store.get('parametros');
    return value === 'cuerpo' || value === 'consulta' || value === 'ambos' ? value : undefined;
  },
  setParametersMode: (mode: ParametersMode): void => store.set('parametros', mode),
  getPageBase(): 0 | 1 | undefined {
    const value = store.get('pagina_base');
    return value === '0' ? 0 : value === '1' ? 1 : undefined;
  },
  setPageBase: (base: 0 | 1): void => store.set('pagina_base', String(base)),
  getMaxPageSize: (method: string): number | undefined => parsePositive(store.get(`pagina_maxima:${method}`)),
  setMaxPageSize: (method: string, rows: number): void => store.set(`pagina_maxima:${method}`, String(rows)),
  /** The longest window, in days, that a method accepted after refusing a longer one. */
  maxDays: (method: string): number | undefined => parsePositive(store.get(`max_dias:${method}`)),
  setMaxDays: (method: string, days: number): void => store.set(`max_dias:${method}`, String(days)),
  /** Whether the service compares a method's windows with another date than the one that its rows show. */
  filtersByOtherDate: (method: string): boolean => store.get(`fecha_filtro:${method}`) === OTHER_DATE,
  setFiltersByOtherDate: (method: string): void => store.set(`fecha_filtro:${method}`, OTHER_DATE),
});
