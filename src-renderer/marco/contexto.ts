import { createContext } from 'svelte';
import type { Api } from '../api/api.ts';
import type { Tostadas } from '../ui/tostadas.svelte.ts';
import type { Ajustes } from './ajustes.svelte.ts';
import type { Conexion } from './conexion.svelte.ts';
import type { Enrutador } from './enrutador.svelte.ts';
import type { Frescura } from './frescura.svelte.ts';
import type { Ordenes } from './ordenes.svelte.ts';
import type { Periodo } from './periodo.svelte.ts';
import type { SecondCopyState } from './second-copy.svelte.ts';
import type { Sesion } from './sesion.svelte.ts';
import type { Trabajos } from './trabajos.svelte.ts';

/** What every screen shares, made once by `App.svelte`. */
export interface Comun {
  readonly api: Api;
  readonly sesion: Sesion;
  readonly trabajos: Trabajos;
  readonly tostadas: Tostadas;
  readonly enrutador: Enrutador;
  readonly conexion: Conexion;
  readonly ajustes: Ajustes;
  /** The period that the data screens share. */
  readonly periodo: Periodo;
  readonly frescura: Frescura;
  readonly segunda: SecondCopyState;
  /** What the screen offers to the search of the top bar. */
  readonly ordenes: Ordenes;
}

export const [getComun, setComun] = createContext<Comun>();
