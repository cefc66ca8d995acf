/**
 * What the core says of an upload besides its errors: why it waits, what it asks, what each answer means. Every sentence has a code and what it
 * names beside its Spanish, so that a screen says it in its own language without reading it.
 */
interface PhraseData {
  readonly ids: readonly string[];
  readonly n: number;
}

const joinIds = ({ ids }: PhraseData): string => ids.join(', ');
const hasSeveral = ({ ids }: PhraseData): boolean => ids.length > 1;
const conciliaciones = (datos: PhraseData): string =>
  `${hasSeveral(datos) ? 'las conciliaciones' : 'la conciliación'} ${joinIds(datos)}`;
const describeRecovered = (datos: PhraseData): string =>
  `El registro de envíos se recuperó de una copia, y el servicio tiene ${conciliaciones(datos)} que ${hasSeveral(datos) ? 'faltan' : 'falta'} en él.`;

const STILL_TRYING = 'Seguimos intentando; no hace falta que hagas nada';
const describeCount = (n: number): string => (n === 1 ? '1 cupón' : `${String(n)} cupones`);

const SENTENCES = {
  candidatas: (datos) =>
    `El primer envío quedó sin respuesta y apareció una conciliación que puede ser la nuestra (${joinIds(datos)}), pero no hay prueba.`,
  crecio: (datos) =>
    `La conciliación ${joinIds(datos)} creció con el último envío, pero sigue abierta: el servicio no la cerró.`,
  de_mas: (datos) => `El servicio tiene cupones de más en la conciliación ${joinIds(datos)}: ${String(datos.n)}.`,
  desaparecida: (datos) =>
    `La conciliación ${joinIds(datos)} ya no está en el servicio: alguien la borró después de cerrarla.`,
  distinta: (datos) =>
    `La conciliación ${joinIds(datos)} volvió a quedar distinta de lo enviado, después de dos comienzos nuevos.`,
  esperar: ({ n }) => `esperamos ${String(n)} s a saber si llegó lo último`,
  huerfana: (datos) =>
    `Hay una conciliación que puede ser un envío nuestro de más (${joinIds(datos)}), pero no se pudo probar o borrar.`,
  mirar: ({ n }) => `esperamos ${String(n)} s y miramos de nuevo`,
  mudo: () =>
    'El primer envío quedó sin respuesta. En la lista del servicio falta, pero puede que ahí se vean solo las terminadas: no se puede saber si lo tomó.',
  no_borrable: (datos) =>
    `La conciliación ${joinIds(datos)} no quedó como se esperaba. La tomaste como propia sin prueba, así que no se borra sola.`,
  no_responde: ({ n }) => `el servicio no responde, probamos de nuevo en ${String(n)} s. ${STILL_TRYING}`,
  op_abandonar: () => 'Abandonar: no se envía nada más y se muestra lo que tiene el servicio.',
  op_adoptar: (datos) => `La ${joinIds(datos)} es la nuestra: seguir en ella. No se va a borrar nunca sola.`,
  op_borrar: (datos) => `Es la nuestra: borrar la ${joinIds(datos)} y seguir.`,
  op_continuar: () => 'Seguir probando con los demás cupones.',
  op_dejar: (datos) => `Dejar la ${joinIds(datos)} como está y seguir con el envío.`,
  op_dejar_doble: () => 'Dejarla como está y tomar este resultado.',
  op_dejar_recuperada: () =>
    'Dejar lo que tiene el servicio y seguir con este envío desde donde dice el registro. Si es el mismo, queda dos veces.',
  op_dejar_sin_lista: () =>
    'Seguir con este envío desde donde dice el registro. Si después de la copia se había mandado algo más, queda dos veces.',
  op_esperar_cierre: () => 'Esperar: volver a mirar si el servicio la cerró.',
  op_mirar_filas: () => 'Volver a mirar si ahora se ven sus filas.',
  op_no_es: () => 'Es de otro envío, o la voy a borrar a mano: seguir.',
  op_enviar_todos: ({ n }) => `Mandarlos otra vez: se envían los ${describeCount(n)} del archivo.`,
  op_nueva: () => 'Mandarlos otra vez, en un envío nuevo.',
  op_omitir_enviados: ({ n }) =>
    `Omitirlos: se ${n === 1 ? 'envía solo el otro' : `envían solo los otros ${String(n)}`}.`,
  op_reenviar: () =>
    'Mandarlo otra vez. Si el primero había llegado, queda una conciliación de un cupón para borrar a mano.',
  op_rehacer: (datos) => `Borrar ${conciliaciones(datos)} y terminar el envío desde acá.`,
  op_reiniciar: (datos) => `Borrar la ${joinIds(datos)} y empezar de nuevo.`,
  op_reiniciar_entera: (datos) => `Borrar la ${joinIds(datos)} entera y empezar de nuevo.`,
  op_reiniciar_mas: (datos) => `Borrar la ${joinIds(datos)} y empezar de nuevo una vez más.`,
  op_releer: (datos) =>
    `Volver a leerla y seguir si ahora coincide, o empezar de nuevo si la borraste con «conciliaciones borrar ${joinIds(datos)}».`,
  op_retomar: () => 'Seguir con el que quedó sin terminar, desde donde estaba.',
  op_todo: () => 'Enviar todo de nuevo, en una conciliación nueva.',
  pendiente: (datos) => `El envío ${joinIds(datos)} tiene estos mismos cupones y está sin terminar.`,
  propiedad: (datos) =>
    `Hay que borrar la conciliación ${joinIds(datos)} para empezar de nuevo, pero el servicio no muestra sus filas y no se puede probar que siga siendo la nuestra.`,
  rechazo: () => 'El servicio rechazó uno por uno los primeros cupones. Puede ser un problema de todo el archivo.',
  recuperada: (datos) =>
    `${describeRecovered(datos)} ${hasSeveral(datos) ? 'Pueden' : 'Puede'} ser de este mismo envío.`,
  recuperada_propia: (datos) =>
    `${describeRecovered(datos)} ${hasSeveral(datos) ? 'Son de este mismo envío, mandadas' : 'Es de este mismo envío, mandada'} después de la copia.`,
  recuperada_sin_lista: () =>
    'El registro de envíos se recuperó de una copia, y el servicio dice que no tiene lista de conciliaciones: no se puede saber si este envío siguió después de la copia.',
  responde_mal: ({ n }) => `el servicio responde mal, probamos de nuevo en ${String(n)} s. ${STILL_TRYING}`,
  ya_enviada: (datos) => `El envío ${joinIds(datos)} ya tiene estos mismos cupones.`,
  ya_enviados: (datos) =>
    `${datos.n === 1 ? 'Un cupón de este archivo ya se envió' : `De este archivo ya se enviaron ${describeCount(datos.n)}`}: ${joinIds(datos)}.`,
  ya_enviada_borrada: (datos) =>
    `El envío ${joinIds(datos)} tenía estos mismos cupones y su conciliación se borró después: si los mandás de nuevo quedan una sola vez.`,
} as const satisfies Record<string, (datos: PhraseData) => string>;

export type SentenceCode = keyof typeof SENTENCES;

/** Which sentence, with the uploads or reconciliations and the number it names (seconds, coupons); none is an empty list, or 0. */
export interface Sentence extends PhraseData {
  readonly codigo: SentenceCode;
}

export const phrase = (codigo: SentenceCode, { ids = [], n = 0 }: Partial<PhraseData> = {}): Sentence => ({
  codigo,
  ids,
  n,
});

/** The sentence in Spanish of Argentina, with its full stop where it is one by itself. */
export const toSpanish = ({ codigo, ids, n }: Sentence): string => SENTENCES[codigo]({ ids, n });
