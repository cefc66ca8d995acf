import type { WizardStep } from '../features/wizard/conciliar.svelte.ts';
import { getLanguage } from '../ui/language.ts';
import type { HelpPlace } from '../ui/manual-address.ts';
import type { Route, SettingsPart } from '../shared/routes.ts';
import { wordIn, type Words } from '#domain/texts/language.ts';

/** A page of the manual and a heading in it, by the heading's anchor in each language. */
interface Heading {
  readonly page: string;
  readonly anchors: Words;
}
const placeAt = (page: string, ...[es = '', en = '']: Words | []): Heading => ({ page, anchors: [es, en] });

/** Gives the page and heading of the manual about a route. `step`: the wizard's current step, which the address may not name. */
export function helpPlaceOf(route: Route, step: WizardStep): HelpPlace {
  const { page, anchors } = headingOf(route, step);
  return { page, anchor: wordIn(anchors, getLanguage()) };
}

function headingOf(route: Route, step: WizardStep): Heading {
  if (route.seccion === 'conciliar') return STEPS[step];
  if (route.seccion === 'ajustes')
    return SETTINGS[route.parte] ?? placeAt('instalar', 'los-demás-ajustes', 'other-settings');
  const isQueue = route.seccion === 'conciliaciones' && route.sinConciliar !== undefined;
  return (
    OF_ACCOUNTANT[isQueue ? 'sin-conciliar' : route.seccion] ??
    placeAt('contador', 'las-pantallas-de-datos', 'the-data-screens')
  );
}

/** The screens whose heading is on the accountant's page of the manual. */
const OF_ACCOUNTANT: Readonly<Partial<Record<Route['seccion'], Heading>>> = {
  inicio: placeAt('contador', 'mirar-el-mes', 'looking-at-the-month'),
  calendario: placeAt('contador', 'mirar-el-mes', 'looking-at-the-month'),
  conciliaciones: placeAt('contador', 'las-conciliaciones', 'reconciliations'),
  'sin-conciliar': placeAt('contador', 'sin-conciliar-y-por-qué', 'unmatched-and-why'),
  'sin-cupon': placeAt('contador', 'ventas-sin-cupón', 'sales-without-a-coupon'),
  caja: placeAt('contador', 'la-caja-contra-el-procesador', 'till-against-processor'),
  controles: placeAt('contador', 'los-controles', 'checks'),
  cierre: placeAt('contador', 'al-cerrar-el-mes', 'closing-the-month'),
};

const STEPS: Readonly<Record<WizardStep, Heading>> = {
  archivo: placeAt('cajero', '1-archivo', '1-file'),
  columnas: placeAt('cajero', '2-columnas', '2-columns'),
  revision: placeAt('cajero', '3-revisión', '3-review'),
  previa: placeAt('cajero', '4-previa', '4-preview'),
  envio: placeAt('cajero', '5-envío', '5-sending'),
  resultado: placeAt('cajero', '6-resultado', '6-result'),
};

const SETTINGS: Partial<Readonly<Record<SettingsPart, Heading>>> = {
  cuentas: placeAt('instalar', 'las-cuentas', 'accounts'),
  respaldos: placeAt('instalar', 'los-respaldos', 'backups'),
  actualizaciones: placeAt('instalar', 'las-versiones-nuevas', 'new-versions'),
  soporte: placeAt('instalar', 'pedir-ayuda', 'getting-help'),
  privacidad: placeAt('instalar', 'la-pc', 'the-pc'),
  acerca: placeAt('indice'),
};
