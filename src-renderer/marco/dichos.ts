import type { HostEvent } from '#contract/host-events.ts';
import { m } from '../paraglide/messages.js';
import { problemasEnPalabras } from '../ui/formas.ts';

type Aviso = Extract<HostEvent, { tipo: 'aviso' }>;
type Codigo = NonNullable<Aviso['dicho']>['codigo'];

/** Complete by its type: a new code does not compile without words. */
const PALABRAS: Record<Codigo, (datos: { readonly nombre: string; readonly motivo: string }) => string> = {
  ajustes_danados: m.dicho_ajustes_danados,
  aprendido_sin_guardar: m.dicho_aprendido_sin_guardar,
  cache_danada: m.dicho_cache_danada,
  cuentas_danadas: m.dicho_cuentas_danadas,
  fila_apartada: m.dicho_fila_apartada,
  sesion_sin_guardar: m.dicho_sesion_sin_guardar,
  sin_copia: m.dicho_sin_copia,
};

/** What the core wants said, in the language of the screens; as it came where it has no code. */
export function textoDeAviso({ texto, dicho, problemas }: Aviso): string {
  if (dicho === undefined) return texto;
  return PALABRAS[dicho.codigo]({ nombre: dicho.nombre, motivo: problemasEnPalabras(dicho.motivo, problemas) });
}
