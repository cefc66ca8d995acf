import { m } from '../paraglide/messages.js';
import type { NombreIcono } from '../ui/iconos.ts';
import type { Ruta } from './rutas.ts';

export interface Seccion {
  readonly ruta: Ruta;
  readonly icono: NombreIcono;
  readonly palabra: () => string;
  /** Which part of the rail: the day's work, the books, the end. */
  readonly grupo: (typeof GRUPOS)[number];
}

export const GRUPOS = ['trabajo', 'datos', 'fin'] as const;

const sinFiltro = {};

/** The rail, in order (docs/screens.md, Frame). A section is here when its screen is. */
export const SECCIONES: readonly Seccion[] = [
  { ruta: { seccion: 'inicio' }, icono: 'house', palabra: m.seccion_inicio, grupo: 'trabajo' },
  { ruta: { seccion: 'conciliar' }, icono: 'file-up', palabra: m.seccion_conciliar, grupo: 'trabajo' },
  { ruta: { seccion: 'conciliaciones' }, icono: 'list-checks', palabra: m.seccion_conciliaciones, grupo: 'trabajo' },
  {
    ruta: { seccion: 'operaciones', filtro: sinFiltro },
    icono: 'credit-card',
    palabra: m.seccion_operaciones,
    grupo: 'datos',
  },
  {
    ruta: { seccion: 'liquidaciones', filtro: sinFiltro },
    icono: 'receipt-text',
    palabra: m.seccion_liquidaciones,
    grupo: 'datos',
  },
  {
    ruta: { seccion: 'impuestos', filtro: sinFiltro },
    icono: 'percent',
    palabra: m.seccion_impuestos,
    grupo: 'datos',
  },
  {
    ruta: { seccion: 'movimientos', filtro: sinFiltro },
    icono: 'landmark',
    palabra: m.seccion_movimientos,
    grupo: 'datos',
  },
  { ruta: { seccion: 'rechazos', filtro: sinFiltro }, icono: 'undo-2', palabra: m.seccion_rechazos, grupo: 'datos' },
  { ruta: { seccion: 'calendario' }, icono: 'calendar-days', palabra: m.seccion_calendario, grupo: 'datos' },
  { ruta: { seccion: 'comercios', filtro: sinFiltro }, icono: 'store', palabra: m.seccion_comercios, grupo: 'datos' },
  { ruta: { seccion: 'controles' }, icono: 'scale', palabra: m.seccion_controles, grupo: 'datos' },
  { ruta: { seccion: 'ajustes', parte: 'cuentas' }, icono: 'settings', palabra: m.seccion_ajustes, grupo: 'fin' },
];

/** What the tab, the history and the voice call the page: its screen, and which one where the person knows it by its number. */
export function tituloDePagina(ruta: Ruta): string {
  const pantalla = SECCIONES.find((una) => una.ruta.seccion === ruta.seccion)?.palabra() ?? '';
  const cual = ruta.seccion === 'conciliaciones' ? ruta.id : undefined;
  return m.marco_titulo({ pantalla: cual === undefined ? pantalla : `${pantalla} ${cual}` });
}
