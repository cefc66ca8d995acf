import type { Component } from 'svelte';
import Home from '../features/home/Home.svelte';
import type { Route } from '../shared/routes.ts';

type LoadScreen<P extends Record<string, unknown> = Record<string, never>> = () => Promise<{ default: Component<P> }>;

export const SIMPLE = {
  // Loaded together with the frame, because the program opens with *Inicio*.
  inicio: () => Promise.resolve({ default: Home }),
  calendario: () => import('../features/calendario/Calendario.svelte'),
  controles: () => import('../features/checks/Checks.svelte'),
  'sin-conciliar': () => import('../features/conciliaciones/Unmatched.svelte'),
  caja: () => import('../features/till-bridge/Till.svelte'),
  'sin-cupon': () => import('../features/without-cupon/WithoutCupon.svelte'),
} satisfies Readonly<Record<string, LoadScreen>>;

export const SCREENS = {
  conciliar: () => import('../features/wizard/Conciliar.svelte'),
  conciliaciones: () => import('../features/conciliaciones/Conciliaciones.svelte'),
  resultado: () => import('../features/conciliaciones/Result.svelte'),
  sinConciliar: () => import('../features/conciliaciones/Unmatched.svelte'),
  datos: () => import('../features/data/Data.svelte'),
  cierre: () => import('../features/cierre/Cierre.svelte'),
  ajustes: () => import('../features/settings/Settings.svelte'),
  firstStart: () => import('../features/first-run/FirstRun.svelte'),
};

/** Loads the code of the first screen, if it is in `SIMPLE`, while the core answers the first calls. */
export function preload({ seccion }: Route): void {
  const simple = Object.entries(SIMPLE).find(([which]) => which === seccion)?.[1];
  simple?.().catch(() => undefined); // ignored here: showing the screen loads it again and shows the failure
}
