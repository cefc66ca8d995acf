import { m } from '../../paraglide/messages.js';
import { baseLocale, getLocale } from '../../paraglide/runtime.js';

interface Datos {
  readonly ids: string;
  readonly n: string;
}
type Frase = (datos: Datos, opciones?: { locale: typeof baseLocale }) => string;

/** What the core says of an upload while it goes on and when it asks; those that another could be taken for come first. */
const FRASES: readonly Frase[] = [
  m.nucleo_op_reiniciar_mas,
  m.nucleo_op_reiniciar_entera,
  m.nucleo_candidatas,
  m.nucleo_crecio,
  m.nucleo_de_mas,
  m.nucleo_desaparecida,
  m.nucleo_distinta,
  m.nucleo_esperar,
  m.nucleo_huerfana,
  m.nucleo_mirar,
  m.nucleo_mudo,
  m.nucleo_no_borrable,
  m.nucleo_no_responde,
  m.nucleo_op_abandonar,
  m.nucleo_op_adoptar,
  m.nucleo_op_borrar,
  m.nucleo_op_continuar,
  m.nucleo_op_dejar,
  m.nucleo_op_dejar_doble,
  m.nucleo_op_dejar_recuperada,
  m.nucleo_op_esperar_cierre,
  m.nucleo_op_mirar_filas,
  m.nucleo_op_no_es,
  m.nucleo_op_nueva,
  m.nucleo_op_reenviar,
  m.nucleo_op_rehacer,
  m.nucleo_op_rehacer_varias,
  m.nucleo_op_reiniciar,
  m.nucleo_op_retomar,
  m.nucleo_op_todo,
  m.nucleo_pendiente,
  m.nucleo_propiedad,
  m.nucleo_rechazo,
  m.nucleo_recuperada,
  m.nucleo_recuperada_propia,
  m.nucleo_recuperadas,
  m.nucleo_recuperadas_propias,
  m.nucleo_responde_mal,
  m.nucleo_ya_enviada,
];

/** The one that names a command: screens have a button for that, in every language. */
const CON_COMANDO = /^Volver a leerla y seguir .* si la borraste con «conciliaciones borrar (?<ids>.+)»\.$/su;

const IDS = '\u0001';
const N = '\u0002';
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The Spanish sentence as a pattern: the catalogue has it word by word as the core does. */
const patronDe = (frase: Frase): RegExp =>
  new RegExp(
    `^${literal(frase({ ids: IDS, n: N }, { locale: baseLocale }))
      .replace(IDS, '(?<ids>.+)')
      .replace(N, '(?<n>\\d+)')}$`,
    'su',
  );

/**
 * A sentence of the core in the language of the screens. The core writes in Spanish with all that it knows (the command line says the same);
 * in another language it is recognised and said again. One that is not known stays as it came.
 */
export function traducir(texto: string): string {
  const conComando = CON_COMANDO.exec(texto)?.groups?.['ids'];
  if (conComando !== undefined) return m.nucleo_op_releer({ ids: conComando });
  if (getLocale() === baseLocale) return texto;
  for (const frase of FRASES) {
    const found = patronDe(frase).exec(texto);
    if (found !== null) return frase({ ids: found.groups?.['ids'] ?? '', n: found.groups?.['n'] ?? '' });
  }
  return texto;
}
