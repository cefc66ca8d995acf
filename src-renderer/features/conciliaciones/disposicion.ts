import type { CuponLeido } from '#contract/conciliaciones.ts';
import { baseLocale, getLocale } from '../../paraglide/runtime.js';
import { m } from '../../paraglide/messages.js';
import type { NombreEstado } from '../../ui/estados.ts';
import { mensajeDe } from '../revision/mensajes.ts';

type Disposicion = CuponLeido['disposicion'];
const PALABRAS: Readonly<Record<Disposicion, { readonly estado: NombreEstado; readonly palabra: () => string }>> = {
  conciliado: { estado: 'conciliado', palabra: m.estado_conciliado },
  sin_conciliar: { estado: 'sin-conciliar', palabra: m.estado_sin_conciliar },
  no_informado: { estado: 'sin-datos', palabra: m.disposicion_no_informado },
  existente: { estado: 'sin-datos', palabra: m.disposicion_existente },
  no_enviado: { estado: 'espera', palabra: m.disposicion_no_enviado },
  rechazado: { estado: 'error', palabra: m.disposicion_rechazado },
  error: { estado: 'error', palabra: m.disposicion_error },
};
const EXPLICACION: Readonly<Record<Disposicion, () => string>> = {
  conciliado: m.disposicion_conciliado_texto,
  sin_conciliar: m.panel_sin_conciliar,
  no_informado: m.disposicion_no_informado_texto,
  existente: m.disposicion_existente_texto,
  no_enviado: m.disposicion_no_enviado_texto,
  rechazado: m.disposicion_rechazado_texto,
  error: m.disposicion_error_texto,
};

/** Where a coupon ended, as icon and word. */
export function palabraDeDisposicion(disposicion: Disposicion): { estado: NombreEstado; palabra: string } {
  const { estado, palabra } = PALABRAS[disposicion];
  return { estado, palabra: palabra() };
}
/** The same in a sentence. */
const explicacionDe = (disposicion: Disposicion): string => EXPLICACION[disposicion]();
/** What was wrong with a row that was not sent, or else where it ended, in a sentence; in the language of the screen as far as it was kept. */
export function dichoDe({
  mensaje,
  problema,
  problemas = problema === undefined ? [] : [problema],
  disposicion,
}: Pick<CuponLeido, 'mensaje' | 'problema' | 'problemas' | 'disposicion'>): string {
  if (mensaje === null) return explicacionDe(disposicion);
  if (problemas.length === 0 || getLocale() === baseLocale) return mensaje;
  return problemas
    .map((one) => {
      const dicho = mensajeDe({ ...one, mensaje });
      return one.columna === null ? dicho : `${one.columna}: ${dicho}`;
    })
    .join(' ');
}
