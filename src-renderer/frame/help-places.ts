import type { WizardStep } from '../features/wizard/conciliar.svelte.ts';
import type { HelpPlace } from '../ui/manual-address.ts';
import type { Route, SettingsPart } from '../shared/routes.ts';

const placeAt = (page: string, anchor = ''): HelpPlace => ({ page, anchor });

/** The place of the manual that explains a route. `step`: the step of the wizard, which is not always in the address. */
export function helpPlaceOf(route: Route, step: WizardStep): HelpPlace {
  switch (route.seccion) {
    case 'conciliar':
      return STEPS[step];
    case 'ajustes':
      return SETTINGS[route.parte] ?? placeAt('instalar', 'los-demás-ajustes');
    case 'inicio':
    case 'calendario':
      return placeAt('contador', 'mirar-el-mes');
    case 'conciliaciones':
      return route.sinConciliar === undefined
        ? placeAt('contador', 'las-conciliaciones')
        : placeAt('contador', 'sin-conciliar-y-por-qué');
    case 'sin-conciliar':
      return placeAt('contador', 'sin-conciliar-y-por-qué');
    case 'sin-cupon':
      return placeAt('contador', 'ventas-sin-cupón');
    case 'caja':
      return placeAt('contador', 'la-caja-contra-el-procesador');
    case 'controles':
      return placeAt('contador', 'los-controles');
    case 'cierre':
      return placeAt('contador', 'al-cerrar-el-mes');
    case 'operaciones':
    case 'liquidaciones':
    case 'impuestos':
    case 'movimientos':
    case 'rechazos':
    case 'comercios':
      return placeAt('contador', 'las-pantallas-de-datos');
  }
}

const STEPS: Readonly<Record<WizardStep, HelpPlace>> = {
  archivo: placeAt('cajero', '1-archivo'),
  columnas: placeAt('cajero', '2-columnas'),
  revision: placeAt('cajero', '3-revisión'),
  previa: placeAt('cajero', '4-previa'),
  envio: placeAt('cajero', '5-envío'),
  resultado: placeAt('cajero', '6-resultado'),
};

/** The parts of the settings that have a section of their own in the manual. */
const SETTINGS: Partial<Readonly<Record<SettingsPart, HelpPlace>>> = {
  cuentas: placeAt('instalar', 'las-cuentas'),
  respaldos: placeAt('instalar', 'los-respaldos'),
  actualizaciones: placeAt('instalar', 'las-versiones-nuevas'),
  soporte: placeAt('instalar', 'pedir-ayuda'),
  privacidad: placeAt('instalar', 'la-pc'),
  acerca: placeAt('indice'),
};
