import './ui/tokens.css';
import './ui/base.css';
import './ui/imprimir.css';
import { mount } from 'svelte';
import { entrada } from './adelanto.ts';
import { SinSesion } from './api/falla.ts';
import { DOOR, TABS } from './api/tabs.ts';
import App from './marco/App.svelte';
import SinEntrada from './marco/SinEntrada.svelte';
import { guardarFoco } from './ui/guardar-foco.ts';
import { getLocale, overwriteGetLocale } from './paraglide/runtime.js';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has the element');
// Every text asks for the language: it is looked for once. Another one loads the page again.
const idioma = getLocale();
overwriteGetLocale(() => idioma);
document.documentElement.lang = idioma;
guardarFoco(target); // for as long as the page lives

try {
  mount(App, { target, props: await entrada });
} catch (error) {
  if (!(error instanceof SinSesion)) throw error;
  mount(SinEntrada, { target, props: { channel: new BroadcastChannel(TABS), door: localStorage.getItem(DOOR) } });
}
