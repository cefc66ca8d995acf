import type { Component } from 'svelte';
import Inicio from '../features/inicio/Inicio.svelte';
import type { Ruta } from './rutas.ts';

type Cargar<P extends Record<string, unknown> = Record<string, never>> = () => Promise<{ default: Component<P> }>;

/** The screens that take nothing but the session. */
export const SIMPLES = {
  // The page that the program opens with: it is read with the frame.
  inicio: () => Promise.resolve({ default: Inicio }),
  calendario: () => import('../features/calendario/Calendario.svelte'),
  controles: () => import('../features/controles/Controles.svelte'),
} satisfies Readonly<Record<string, Cargar>>;

/** Each screen in a file of its own, read when it is first shown. */
export const PANTALLAS = {
  conciliar: () => import('../features/conciliar/Conciliar.svelte'),
  conciliaciones: () => import('../features/conciliaciones/Conciliaciones.svelte'),
  resultado: () => import('../features/conciliaciones/Resultado.svelte'),
  sinConciliar: () => import('../features/conciliaciones/SinConciliar.svelte'),
  datos: () => import('../features/datos/Datos.svelte'),
  ajustes: () => import('../features/ajustes/Ajustes.svelte'),
  primerInicio: () => import('../features/primer-inicio/PrimerInicio.svelte'),
};

/** Reads the first screen while the core is asked what it is of. */
export function adelantar({ seccion }: Ruta): void {
  const simple = Object.entries(SIMPLES).find(([cual]) => cual === seccion)?.[1];
  simple?.().catch(() => undefined); // whoever shows it asks again, and says why not
}
