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

/** The page and heading of the manual about a route. `step`: the wizard's step, which the address may not have. */
export function helpPlaceOf(route: Route, step: WizardStep): HelpPlace {
  const { page, anchors } = headingOf(route, step);
  return { page, anchor: wordIn(anchors, getLanguage()) };
}

function headingOf(route: Route, step: WizardStep): Heading {
  switch (route.seccion) {
    case 'conciliar':
      return STEPS[step];
    case 'ajustes':
      return SETTINGS[route.parte] ?? placeAt('instalar', 'los-demás-ajustes', 'other-settings');
    case 'inicio':
    case 'calendario':
      return placeAt('contador', 'mirar-el-mes', 'looking-at-the-month');
    case 'conciliaciones':
      return route.sinConciliar === undefined
        ? placeAt('contador', 'las-conciliaciones', 'reconciliations')
        : placeAt('contador', 'sin-conciliar-y-por-qué', 'unmatched-and-why');
    case 'sin-conciliar':
      return placeAt('contador', 'sin-conciliar-y-por-qué', 'unmatched-and-why');
    case 'sin-cupon':
      return placeAt('contador', 'ventas-sin-cupón', 'sales-without-a-coupon');
    case 'caja':
      return placeAt('contador', 'la-caja-contra-el-procesador', 'till-against-processor');
    case 'controles':
      return placeAt('contador', 'los-controles', 'checks');
    case 'cierre':
      return placeAt('contador', 'al-cerrar-el-mes', 'closing-the-month');
    case 'operaciones':
    case 'liquidaciones':
    case 'impuestos':
    case 'movimientos':
    case 'rechazos':
    case 'comercios':
      return placeAt('contador', 'las-pantallas-de-datos', 'the-data-screens');
  }
}

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
