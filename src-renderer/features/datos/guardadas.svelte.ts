import { OPERADORES, type VistaGuardada } from '#contract/datos.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Vista } from './vista.ts';
import type { Api } from '../../api/api.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';
import type { FiltroDeCampo, FiltroRuta } from '../../marco/filtro-ruta.ts';
import type { ColumnaElegida } from '../../ui/grilla/tipos.ts';
import { columnThatShows } from './columnas.ts';

/** The filters and columns that the person gave a name, of one view. */
export class GuardadasState {
  lista = $state.raw<readonly VistaGuardada[]>([]);
  falla = $state.raw<Falla | undefined>(undefined);
  readonly #api: Api;
  readonly #cuenta: string;

  constructor(api: Api, cuenta: string) {
    this.#api = api;
    this.#cuenta = cuenta;
  }

  leer(vista: Vista): Promise<void> {
    return this.#intentar(() => this.#api.llamar('vistas.listar', { cuenta: this.#cuenta, vista }), vista);
  }

  guardar(nombre: string, vista: Vista, filtro: FiltroRuta, columnas: readonly ColumnaElegida[]): Promise<void> {
    const entrada: MethodInput<'vistas.guardar'> = {
      cuenta: this.#cuenta,
      nombre,
      vista,
      ...loQueDice(filtro),
      ...(columnas.length === 0
        ? {}
        : {
            columnas: columnas
              .filter(({ oculta }) => oculta !== true)
              .map(({ clave, ancho }) => ({ campo: clave, ...(ancho === undefined ? {} : { ancho }) })),
          }),
    };
    return this.#intentar(() => this.#api.llamar('vistas.guardar', entrada), vista);
  }

  borrar(nombre: string, vista: Vista): Promise<void> {
    return this.#intentar(() => this.#api.llamar('vistas.borrar', { cuenta: this.#cuenta, nombre, vista }), vista);
  }

  async #intentar(llamar: () => Promise<readonly VistaGuardada[]>, vista: Vista): Promise<void> {
    try {
      const lista = await llamar();
      this.lista = lista.filter((una) => una.vista === vista);
      this.falla = undefined;
    } catch (error) {
      this.falla = comoFalla(error);
    }
  }
}

/** Which days a saved view is of: those of the screens on the day that it is opened, the ones of now, or all. */
export type PeriodoDeVista = 'sigue' | 'fijo' | 'siempre';

export const periodoDeVista = ({ desde, hasta, siempre }: FiltroRuta | VistaGuardada): PeriodoDeVista =>
  siempre === true ? 'siempre' : (desde ?? hasta) === undefined ? 'sigue' : 'fijo';

/** A filter with the days that a saved view of it is to have; `vigente`: those that are shown. */
export function conPeriodo(
  { desde: _desde, hasta: _hasta, siempre: _siempre, ...filtro }: FiltroRuta,
  cual: PeriodoDeVista,
  vigente: { readonly desde?: string | undefined; readonly hasta?: string | undefined },
): FiltroRuta {
  switch (cual) {
    case 'sigue':
      return filtro;
    case 'siempre':
      return { ...filtro, siempre: true };
    case 'fijo':
      return {
        ...filtro,
        ...(vigente.desde === undefined ? {} : { desde: vigente.desde }),
        ...(vigente.hasta === undefined ? {} : { hasta: vigente.hasta }),
      };
  }
}

function loQueDice({ desde, hasta, siempre, campoFecha, filtros, texto, retiradas, orden }: FiltroRuta) {
  return {
    ...(siempre === true ? { siempre } : {}),
    ...(desde === undefined ? {} : { desde }),
    ...(hasta === undefined ? {} : { hasta }),
    ...(campoFecha === undefined ? {} : { campoFecha }),
    ...(filtros === undefined ? {} : { filtros: filtros.map((uno) => ({ ...uno })) }),
    ...(texto === undefined ? {} : { texto }),
    ...(retiradas === undefined ? {} : { retiradas }),
    ...(orden === undefined ? {} : { orden: { ...orden } }),
  };
}

function filtroDe({ campo, op, valor }: NonNullable<VistaGuardada['filtros']>[number]): FiltroDeCampo {
  const conocido = OPERADORES.find((cada) => cada === op);
  return conocido === undefined || conocido === 'igual' ? { campo, valor } : { campo, op: conocido, valor };
}

/** A saved view as an address. */
export function filtroDeVista(guardada: VistaGuardada, porDefecto: Vista): FiltroRuta {
  const { desde, hasta, siempre, campoFecha, filtros, texto, retiradas, orden, vista } = guardada;
  return {
    ...(vista === porDefecto ? {} : { vista }),
    ...loQueDice({
      ...(desde === undefined ? {} : { desde }),
      ...(hasta === undefined ? {} : { hasta }),
      ...(siempre === undefined ? {} : { siempre }),
      ...(campoFecha === undefined ? {} : { campoFecha }),
      ...(filtros === undefined ? {} : { filtros: filtros.map(filtroDe) }),
      ...(texto === undefined ? {} : { texto }),
      ...(retiradas === undefined ? {} : { retiradas }),
      ...(orden === undefined ? {} : { orden }),
    }),
  } as FiltroRuta;
}

/** The columns of a saved view: the ones it names, in its order, and no other. */
export function columnasDeVista(
  { columnas, vista }: VistaGuardada,
  todas: readonly string[],
): readonly ColumnaElegida[] | undefined {
  if (columnas === undefined) return undefined;
  const nombradas = columnas.map(({ campo, ancho }) => ({
    clave: columnThatShows(vista, campo),
    ...(ancho === undefined ? {} : { ancho }),
  }));
  const vistas = nombradas.map(({ clave }) => clave);
  return [...nombradas, ...todas.filter((clave) => !vistas.includes(clave)).map((clave) => ({ clave, oculta: true }))];
}
