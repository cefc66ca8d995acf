import type { WizardStep } from '../features/wizard/conciliar.svelte.ts';
import type { HelpPlace } from '../ui/manual-address.ts';
import type { Route, SettingsPart } from '../shared/routes.ts';

const at = (page: string, anchor = ''): HelpPlace => ({ page, anchor });

/** The place of the manual that explains a route. `step`: the step of the wizard, which is not in the address. */
export function helpPlaceOf(route: Route, step: WizardStep): HelpPlace {
  switch (route.seccion) {
    case 'conciliar':
      return placeOfStep(step);
    case 'ajustes':
      return placeOfSettings(route.parte);
    case 'inicio':
    case 'calendario':
      return at('contador', 'mirar-el-mes');
    case 'conciliaciones':
      return route.sinConciliar === undefined
        ? at('contador', 'las-conciliaciones')
        : at('contador', 'sin-conciliar-y-por-qué');
    case 'sin-conciliar':
      return at('contador', 'sin-conciliar-y-por-qué');
    case 'sin-cupon':
      return at('contador', 'ventas-sin-cupón');
    case 'controles':
      return at('contador', 'los-controles');
    case 'operaciones':
    case 'liquidaciones':
    case 'impuestos':
    case 'movimientos':
    case 'rechazos':
    case 'comercios':
      return at('contador', 'las-pantallas-de-datos');
  }
}

function placeOfStep(step: WizardStep): HelpPlace {
  switch (step) {
    case 'archivo':
      return at('cajero', '1-archivo');
    case 'columnas':
      return at('cajero', '2-columnas');
    case 'revision':
      return at('cajero', '3-revisión');
    case 'previa':
      return at('cajero', '4-previa');
    case 'envio':
      return at('cajero', '5-envío');
    case 'resultado':
      return at('cajero', '6-resultado');
  }
}

function placeOfSettings(part: SettingsPart): HelpPlace {
  switch (part) {
    case 'cuentas':
      return at('instalar', 'las-cuentas');
    case 'plantillas':
    case 'carpetas':
    case 'envio':
    case 'apariencia':
    case 'datos':
      return at('instalar', 'los-demás-ajustes');
    case 'respaldos':
      return at('instalar', 'la-segunda-copia');
    case 'traslado':
      return at('instalar', 'pasar-a-otra-pc');
    case 'actualizaciones':
      return at('instalar', 'las-versiones-nuevas');
    case 'soporte':
      return at('instalar', 'pedir-ayuda');
    case 'privacidad':
      return at('instalar', 'la-pc');
    case 'acerca':
      return at('indice');
  }
}
