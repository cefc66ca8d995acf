import type { WizardStep } from '../features/wizard/conciliar.svelte.ts';
import type { HelpPlace } from '../ui/manual-address.ts';
import type { Route, SettingsPart } from '../shared/routes.ts';

const placeAt = (page: string, anchor = ''): HelpPlace => ({ page, anchor });

/** The place of the manual that explains a route. `step`: the step of the wizard, which the address does not always name. */
export function helpPlaceOf(route: Route, step: WizardStep): HelpPlace {
  switch (route.seccion) {
    case 'conciliar':
      return placeOfStep(step);
    case 'ajustes':
      return placeOfSettings(route.parte);
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
    case 'controles':
      return placeAt('contador', 'los-controles');
    case 'operaciones':
    case 'liquidaciones':
    case 'impuestos':
    case 'movimientos':
    case 'rechazos':
    case 'comercios':
      return placeAt('contador', 'las-pantallas-de-datos');
  }
}

function placeOfStep(step: WizardStep): HelpPlace {
  switch (step) {
    case 'archivo':
      return placeAt('cajero', '1-archivo');
    case 'columnas':
      return placeAt('cajero', '2-columnas');
    case 'revision':
      return placeAt('cajero', '3-revisión');
    case 'previa':
      return placeAt('cajero', '4-previa');
    case 'envio':
      return placeAt('cajero', '5-envío');
    case 'resultado':
      return placeAt('cajero', '6-resultado');
  }
}

function placeOfSettings(part: SettingsPart): HelpPlace {
  switch (part) {
    case 'cuentas':
      return placeAt('instalar', 'las-cuentas');
    case 'plantillas':
    case 'carpetas':
    case 'envio':
    case 'apariencia':
    case 'datos':
      return placeAt('instalar', 'los-demás-ajustes');
    case 'respaldos':
      return placeAt('instalar', 'la-segunda-copia');
    case 'traslado':
      return placeAt('instalar', 'pasar-a-otra-pc');
    case 'actualizaciones':
      return placeAt('instalar', 'las-versiones-nuevas');
    case 'soporte':
      return placeAt('instalar', 'pedir-ayuda');
    case 'privacidad':
      return placeAt('instalar', 'la-pc');
    case 'acerca':
      return placeAt('indice');
  }
}
