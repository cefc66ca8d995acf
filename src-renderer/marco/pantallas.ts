import type { Component } from 'svelte';
import type { SeccionSimple } from './rutas.ts';

type Cargar = () => Promise<{ default: Component<Record<string, never>> }>;

/** The screens that take nothing from their address, read when first shown: `inicio: () => import('../features/inicio/Inicio.svelte')`. */
export const PANTALLAS: Readonly<Partial<Record<SeccionSimple, Cargar>>> = {
  inicio: () => import('../features/inicio/Inicio.svelte'),
  calendario: () => import('../features/calendario/Calendario.svelte'),
  controles: () => import('../features/controles/Controles.svelte'),
};
