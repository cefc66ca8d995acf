import type { Decision } from '#contract/documents.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber, formatDay, formatShortTime, fileName } from '../../ui/format.ts';

type Sentence = Decision['frase'];
type Message = (datos: { readonly ids: string; readonly n: number }) => string;

/** The words of every sentence of the core, or those for one and for several. Complete by its type: a new code does not compile without words. */
const WORDS: Record<Sentence['codigo'], Message | readonly [una: Message, varias: Message]> = {
  candidatas: m.nucleo_candidatas,
  crecio: m.nucleo_crecio,
  de_mas: m.nucleo_de_mas,
  desaparecida: m.nucleo_desaparecida,
  distinta: m.nucleo_distinta,
  esperar: m.nucleo_esperar,
  huerfana: m.nucleo_huerfana,
  mirar: m.nucleo_mirar,
  mudo: m.nucleo_mudo,
  no_borrable: m.nucleo_no_borrable,
  no_responde: m.nucleo_no_responde,
  op_abandonar: m.nucleo_op_abandonar,
  op_adoptar: m.nucleo_op_adoptar,
  op_borrar: m.nucleo_op_borrar,
  op_continuar: m.nucleo_op_continuar,
  op_dejar: m.nucleo_op_dejar,
  op_dejar_doble: m.nucleo_op_dejar_doble,
  op_dejar_recuperada: m.nucleo_op_dejar_recuperada,
  op_dejar_sin_lista: m.nucleo_op_dejar_sin_lista,
  op_enviar_todos: m.nucleo_op_enviar_todos,
  op_esperar_cierre: m.nucleo_op_esperar_cierre,
  op_mirar_filas: m.nucleo_op_mirar_filas,
  op_no_es: m.nucleo_op_no_es,
  op_nueva: m.nucleo_op_nueva,
  op_omitir_enviados: m.nucleo_op_omitir_enviados,
  op_reenviar: m.nucleo_op_reenviar,
  op_rehacer: [m.nucleo_op_rehacer, m.nucleo_op_rehacer_varias],
  op_reiniciar: m.nucleo_op_reiniciar,
  op_reiniciar_entera: m.nucleo_op_reiniciar_entera,
  op_reiniciar_mas: m.nucleo_op_reiniciar_mas,
  op_releer: m.nucleo_op_releer,
  op_retomar: m.nucleo_op_retomar,
  op_todo: m.nucleo_op_todo,
  pendiente: m.nucleo_pendiente,
  propiedad: m.nucleo_propiedad,
  rechazo: m.nucleo_rechazo,
  recuperada: [m.nucleo_recuperada, m.nucleo_recuperadas],
  recuperada_propia: [m.nucleo_recuperada_propia, m.nucleo_recuperadas_propias],
  recuperada_sin_lista: m.nucleo_recuperada_sin_lista,
  responde_mal: m.nucleo_responde_mal,
  ya_enviada: m.nucleo_ya_enviada,
  ya_enviada_borrada: m.nucleo_ya_enviada_borrada,
  ya_enviados: m.nucleo_ya_enviados,
};

/** What the core says of an upload while it goes on and when it asks, in the language of the screens. */
export function say({ codigo, ids, n }: Sentence): string {
  const words = WORDS[codigo];
  const mensaje = typeof words === 'function' ? words : words[ids.length > 1 ? 1 : 0];
  return mensaje({ ids: ids.join(', '), n });
}

/** Why an upload waits, where it stands by itself: a sentence. */
export function describeAlone(frase: Sentence): string {
  const dicho = say(frase);
  return `${dicho.charAt(0).toLocaleUpperCase()}${dicho.slice(1)}${dicho.endsWith('.') ? '' : '.'}`;
}

/** The files of an upload, as a person knows them. */
export function describeFiles(archivos: readonly string[]): string {
  const [item = '', ...otros] = archivos.map(fileName);
  return otros.length === 0 ? item : m.recientes_y_otros({ nombre: item, cuantos: formatNumber(otros.length) });
}

/** What is asked. An earlier upload is named by what a person knows of it, its file and when it was sent, and not by its number. */
export function describeQuestion({ frase, anterior }: Decision): string {
  if (anterior === undefined) return say(frase);
  const archivo = describeFiles(anterior.archivos);
  const ids = m.nucleo_anterior({ archivo, dia: formatDay(anterior.at), hora: formatShortTime(anterior.at) });
  return say({ ...frase, ids: [ids] });
}
