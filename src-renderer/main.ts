import './ui/tokens.css';
import './ui/base.css';
import './ui/layout.css';
import './ui/controls.css';
import './ui/print.css';
import { mount } from 'svelte';
import { entry } from './shared/early.ts';
import { NoSession } from './api/failure.ts';
import App from './frame/App.svelte';
import NoEntry from './frame/NoEntry.svelte';
import { keepFocus } from './ui/keep-focus.ts';
import { getLocale, overwriteGetLocale } from './paraglide/runtime.js';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has the element');
// The language is read once, because every text needs it; `App.svelte` changes it later.
const language = getLocale();
overwriteGetLocale(() => language);
document.documentElement.lang = language;
keepFocus(target); // keeps the focus for the whole life of the page

try {
  mount(App, { target, props: await entry });
} catch (error) {
  if (!(error instanceof NoSession)) throw error;
  mount(NoEntry, { target });
}
