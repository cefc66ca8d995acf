import { createContext } from 'svelte';
import type { Api } from '../api/api.ts';
import type { Tostadas } from '../ui/tostadas.svelte.ts';
import type { Conexion } from './conexion.svelte.ts';
import type { Enrutador } from './enrutador.svelte.ts';
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
}

export const [getComun, setComun] = createContext<Comun>();
