import { m } from '../paraglide/messages.js';
import type { NombreIcono } from '../ui/iconos.ts';
import type { Ruta } from './rutas.ts';

export interface Seccion {
  readonly ruta: Ruta;
  readonly icono: NombreIcono;
  readonly palabra: () => string;
  /** Which part of the rail. */
  readonly grupo: 'trabajo' | 'fin';
}

/** The rail, in order. A section is here when its screen is. */
export const SECCIONES: readonly Seccion[] = [
  { ruta: { seccion: 'conciliar' }, icono: 'file-up', palabra: m.seccion_conciliar, grupo: 'trabajo' },
  { ruta: { seccion: 'conciliaciones' }, icono: 'list-checks', palabra: m.seccion_conciliaciones, grupo: 'trabajo' },
  { ruta: { seccion: 'ajustes', parte: 'cuentas' }, icono: 'settings', palabra: m.seccion_ajustes, grupo: 'fin' },
];
