import './ui/tokens.css';
import './ui/base.css';
import { mount } from 'svelte';
import type { Puente } from '#contract/bridge.ts';
import { crearApi } from './api/api.ts';
import { entrarPorHttp, SinSesion, transporteHttp } from './api/http.ts';
import { transportePuente } from './api/puente.ts';
import type { Transporte } from './api/transporte.ts';
import { aplicarTema } from './marco/tema.ts';
import App from './marco/App.svelte';
import SinEntrada from './marco/SinEntrada.svelte';
import { descargar } from './marco/descargar.ts';
import { guardarFoco } from './ui/guardar-foco.ts';
import { getLocale } from './paraglide/runtime.js';

declare global {
  interface Window {
    /** What the window's preload exposes; absent in the browser. */
    readonly conciliador?: Puente;
  }
}

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has the element');
document.documentElement.lang = getLocale();
aplicarTema(document.documentElement, localStorage);
guardarFoco(target); // for as long as the page lives

async function transporte(): Promise<Transporte> {
  if (window.conciliador !== undefined) return transportePuente(window.conciliador);
  return transporteHttp(await entrarPorHttp(location, history, sessionStorage), descargar);
}

try {
  const api = crearApi(await transporte(), () => crypto.randomUUID());
  mount(App, { target, props: { api } });
} catch (error) {
  if (!(error instanceof SinSesion)) throw error;
  mount(SinEntrada, { target });
}
