import { formatNumber, sayWithCommands, type Language, type Said, type Words } from './language.ts';

/** The data of sentences about an upload: why it waits, what it asks, what each answer does. */
interface PhraseData {
  readonly ids: readonly string[];
  readonly n: number;
}

const joinIds = ({ ids }: PhraseData): string => ids.join(', ');
const hasSeveral = ({ ids }: PhraseData): boolean => ids.length > 1;
const nameConciliaciones = (named: PhraseData): string =>
  `${hasSeveral(named) ? 'las conciliaciones' : 'la conciliación'} ${joinIds(named)}`;
const describeRecovered = (named: PhraseData): string =>
  `El registro de envíos se recuperó de un respaldo, y el servicio tiene ${nameConciliaciones(named)} que ${hasSeveral(named) ? 'faltan' : 'falta'} en él.`;

const IF_NOT_BACK: Words = [
  'Si no vuelve, el envío queda a la espera: nada se pierde ni se repite',
  'If it does not come back, the upload waits: nothing is lost or sent twice',
];
export const describeCount = (n: number): string => (n === 1 ? '1 cupón' : `${formatNumber(n)} cupones`);

const SENTENCES = {
  archivo_repetido: {
    es: (named) => `Un archivo repite todos los cupones de otro del mismo pedido: ${joinIds(named)}.`,
    en: (named) => `A file repeats all the coupons of another one in the same request: ${joinIds(named)}.`,
  },
  archivo_repetido_casi: {
    es: (named) => `Un archivo repite la mayoría de sus cupones de otro del mismo pedido: ${joinIds(named)}.`,
    en: (named) => `Most coupons of a file are also in another one in the same request: ${joinIds(named)}.`,
  },
  candidatas: {
    es: (named) =>
      `El primer envío quedó sin respuesta y apareció una conciliación que puede ser la nuestra (${joinIds(named)}), pero no hay prueba.`,
    en: (named) =>
      `The first send got no answer and a reconciliation appeared that may be ours (${joinIds(named)}), but there is no proof.`,
  },
  crecio: {
    es: (named) =>
      `La conciliación ${joinIds(named)} creció con el último envío, pero sigue abierta: el servicio no la cerró.`,
    en: (named) =>
      `Reconciliation ${joinIds(named)} grew with the last send but is still open: the service did not close it.`,
  },
  cupon_fallido: {
    es: () => 'El servicio falla cada vez que recibe un mismo cupón.',
    en: () => 'The service fails each time it receives one particular coupon.',
  },
  de_mas: {
    es: (named) => `El servicio tiene cupones de más en la conciliación ${joinIds(named)}: ${String(named.n)}.`,
    en: (named) => `The service has extra coupons in reconciliation ${joinIds(named)}: ${String(named.n)}.`,
  },
  desaparecida: {
    es: (named) => `El servicio no encuentra la conciliación ${joinIds(named)}: alguien la borró, o no la muestra.`,
    en: (named) =>
      `The service does not find reconciliation ${joinIds(named)}: somebody deleted it, or it is not shown.`,
  },
  distinta: {
    es: (named) =>
      `No se pudo comprobar que la conciliación ${joinIds(named)} tenga lo enviado, ni después de dos comienzos nuevos.`,
    en: (named) =>
      `Reconciliation ${joinIds(named)} could not be proven to have what was sent, even after starting over twice.`,
  },
  esperar: {
    es: ({ n }) => `esperamos hasta ${String(n)} s a saber si llegó lo último`,
    en: (named) => `waiting up to ${String(named.n)} s to know whether the last one arrived`,
  },
  esperar_de_nuevo: {
    es: ({ n }) =>
      `esperamos hasta ${String(n)} s a saber si llegó lo último: la espera empezó de nuevo porque el envío se había cortado`,
    en: (named) =>
      `waiting up to ${String(named.n)} s to know whether the last one arrived: the wait began again because the upload had been cut off`,
  },
  huerfana: {
    es: (named) =>
      `Hay una conciliación que puede ser un envío nuestro de más (${joinIds(named)}), pero no se pudo probar o borrar.`,
    en: (named) =>
      `There is a reconciliation that may be a duplicate of ours (${joinIds(named)}), but it could not be proven or deleted.`,
  },
  mirar: {
    es: ({ n }) => `esperamos ${String(n)} s y miramos de nuevo`,
    en: (named) => `waiting ${String(named.n)} s, then looking again`,
  },
  mudo: {
    es: () =>
      'El primer envío quedó sin respuesta. En la lista del servicio falta, pero puede que ahí se vean solo las terminadas: no se puede saber si lo tomó.',
    en: () =>
      "The first send got no answer. It is missing from the service's list, where perhaps only finished ones are shown: there is no way to know whether it took it.",
  },
  no_borrable: {
    es: (named) =>
      `La conciliación ${joinIds(named)} no quedó como se esperaba. La tomaste como propia sin prueba, así que no se borra sola.`,
    en: (named) =>
      `Reconciliation ${joinIds(named)} is not as expected. You took it as yours without proof, so it is not deleted by itself.`,
  },
  no_responde: {
    es: ({ n }) => `el servicio no responde, probamos de nuevo en ${String(n)} s. ${IF_NOT_BACK[0]}`,
    en: (named) => `the service does not answer, trying again in ${String(named.n)} s. ${IF_NOT_BACK[1]}`,
  },
  op_abandonar: {
    es: () => 'Abandonar: no se envía nada más y se muestra lo que tiene el servicio.',
    en: () => 'Abandon: nothing more is sent, and what the service has is shown.',
  },
  op_adoptar: {
    es: (named) => `La ${joinIds(named)} es la nuestra: seguir en ella. No se va a borrar nunca sola.`,
    en: (named) => `${joinIds(named)} is ours: go on in it. It will never be deleted by itself.`,
  },
  op_borrar: {
    es: (named) => `Es la nuestra: borrar la ${joinIds(named)} y seguir.`,
    en: (named) => `It is ours: delete ${joinIds(named)} and go on.`,
  },
  op_continuar: {
    es: () => 'Seguir probando con los demás cupones.',
    en: () => 'Go on trying with the other coupons.',
  },
  op_dejar: {
    es: (named) => `Dejar la ${joinIds(named)} como está y seguir con el envío.`,
    en: (named) => `Leave ${joinIds(named)} as it is and go on with the upload.`,
  },
  op_dejar_doble: {
    es: () => 'Dejarla como está y tomar este resultado.',
    en: () => 'Leave it as it is and take this result.',
  },
  op_dejar_recuperada: {
    es: () =>
      'Dejar lo que tiene el servicio y seguir con este envío desde donde dice el registro. Si es el mismo, queda dos veces.',
    en: () =>
      'Leave what the service has and go on with this upload from where the record says. If it is the same one, it is there twice.',
  },
  op_esperar_cierre: {
    es: () => 'Esperar: volver a mirar si el servicio la cerró.',
    en: () => 'Wait: look again whether the service closed it.',
  },
  op_mirar_filas: {
    es: () => 'Volver a mirar si ahora se ven sus filas.',
    en: () => 'Look again whether its rows are shown now.',
  },
  op_excluir: {
    es: () => 'Seguir sin ese cupón: queda en el informe como no aceptado.',
    en: () => 'Go on without that coupon: the report lists it as not accepted.',
  },
  op_no_es: {
    es: () => 'Es de otro envío, o la voy a borrar a mano: seguir.',
    en: () => 'It is from another upload, or I will delete it by hand: go on.',
  },
  op_enviar_iguales: {
    es: () => 'Son ventas distintas: enviar los cupones de todos los archivos.',
    en: () => 'They are different sales: send the coupons of every file.',
  },
  op_enviar_todos: {
    es: ({ n }) => `Mandarlos otra vez: se ${n === 1 ? 'envía el único cupón' : `envían los ${describeCount(n)}`}.`,
    en: (named) => `Send them again: all of them are sent (${String(named.n)}).`,
  },
  op_nueva: {
    es: () => 'Mandarlos otra vez, en un envío nuevo.',
    en: () => 'Send them again, as a new upload.',
  },
  op_omitir_enviados: {
    es: ({ n }) => `Omitirlos: se ${n === 1 ? 'envía solo el otro' : `envían solo los otros ${formatNumber(n)}`}.`,
    en: (named) => `Leave them out: the other ${String(named.n)} are sent.`,
  },
  op_reenviar: {
    es: () => 'Mandarlo otra vez. Si el primero había llegado, queda una conciliación de un cupón para borrar a mano.',
    en: () =>
      'Send it again. If the first one had arrived, a reconciliation of one coupon is left to be deleted by hand.',
  },
  op_rehacer: {
    es: (named) => `Borrar ${nameConciliaciones(named)} y terminar el envío desde acá.`,
    en: (named) =>
      hasSeveral(named)
        ? `Delete reconciliations ${joinIds(named)} and finish the upload from here.`
        : `Delete reconciliation ${joinIds(named)} and finish the upload from here.`,
  },
  op_reiniciar: {
    es: (named) => `Borrar la ${joinIds(named)} y empezar de nuevo.`,
    en: (named) => `Delete ${joinIds(named)} and start over.`,
  },
  op_reiniciar_entera: {
    es: (named) => `Borrar la ${joinIds(named)} entera y empezar de nuevo.`,
    en: (named) => `Delete the whole of ${joinIds(named)} and start over.`,
  },
  op_reiniciar_mas: {
    es: (named) => `Borrar la ${joinIds(named)} y empezar de nuevo una vez más.`,
    en: (named) => `Delete ${joinIds(named)} and start over once more.`,
  },
  op_releer: {
    es: (named) =>
      `Volver a leerla y seguir si ahora coincide, o empezar de nuevo si ya borraste la ${joinIds(named)}.`,
    en: (named) => `Read it again and go on if it agrees now, or start over if you deleted ${joinIds(named)}.`,
    console: {
      es: (named) =>
        `Volver a leerla y seguir si ahora coincide, o empezar de nuevo si la borraste con «conciliaciones borrar ${joinIds(named)}».`,
      en: (named) =>
        `Read it again and go on if it agrees now, or start over if you deleted it with “conciliaciones borrar ${joinIds(named)}”.`,
    },
  },
  op_reintentar: {
    es: () => 'Mandarlo otra vez.',
    en: () => 'Send it again.',
  },
  op_retomar: {
    es: () => 'Seguir con el que quedó sin terminar, desde donde estaba.',
    en: () => 'Go on with the one that was left unfinished, from where it was.',
  },
  op_todo: {
    es: () => 'Enviar todo de nuevo, en una conciliación nueva.',
    en: () => 'Send everything again, in a new reconciliation.',
  },
  pendiente: {
    es: (named) => `El envío ${joinIds(named)} tiene estos mismos cupones y está sin terminar.`,
    en: (named) => `The upload ${joinIds(named)} has these same coupons and is unfinished.`,
  },
  pide_esperar: {
    es: ({ n }) => `el servicio pidió que esperemos, seguimos en ${String(n)} s. No hace falta que hagas nada`,
    en: (named) => `the service asked us to wait, going on in ${String(named.n)} s. There is nothing for you to do`,
  },
  propiedad: {
    es: (named) =>
      `Hay que borrar la conciliación ${joinIds(named)} para empezar de nuevo, pero el servicio no muestra sus filas y no se puede probar que siga siendo la nuestra.`,
    en: (named) =>
      `Reconciliation ${joinIds(named)} has to be deleted to start over, but the service does not show its rows and it cannot be proven that it is still ours.`,
  },
  rechazo: {
    es: () => 'El servicio rechazó uno por uno los primeros cupones. Puede ser un problema de todo el archivo.',
    en: () => 'The service refused the first coupons one by one. It may be a problem with the whole file.',
  },
  recuperada: {
    es: (named) => `${describeRecovered(named)} ${hasSeveral(named) ? 'Pueden' : 'Puede'} ser de este mismo envío.`,
    en: (named) =>
      hasSeveral(named)
        ? `The record of uploads was restored from a backup, and the service has reconciliations ${joinIds(named)}, which are not in it. They may be this same upload.`
        : `The record of uploads was restored from a backup, and the service has reconciliation ${joinIds(named)}, which is not in it. It may be this same upload.`,
  },
  recuperada_propia: {
    es: (named) =>
      `${describeRecovered(named)} ${hasSeveral(named) ? 'Son de este mismo envío, mandadas' : 'Es de este mismo envío, mandada'} después del respaldo.`,
    en: (named) =>
      hasSeveral(named)
        ? `The record of uploads was restored from a backup, and the service has reconciliations ${joinIds(named)}, which are not in it. They are of this same upload, sent after the backup.`
        : `The record of uploads was restored from a backup, and the service has reconciliation ${joinIds(named)}, which is not in it. It is of this same upload, sent after the backup.`,
  },
  responde_mal: {
    es: ({ n }) => `el servicio responde mal, probamos de nuevo en ${String(n)} s. ${IF_NOT_BACK[0]}`,
    en: (named) => `the service answers with errors, trying again in ${String(named.n)} s. ${IF_NOT_BACK[1]}`,
  },
  ya_enviada: {
    es: (named) => `El envío ${joinIds(named)} ya tiene estos mismos cupones.`,
    en: (named) => `The upload ${joinIds(named)} already has these same coupons.`,
  },
  ya_enviados: {
    es: (named) =>
      `${named.n === 1 ? 'Un cupón de este archivo ya se envió' : `De este archivo ya se enviaron ${describeCount(named.n)}`}: ${joinIds(named)}.`,
    en: (named) => `From this file, ${String(named.n)} were already sent.`,
  },
  ya_enviados_varios: {
    es: (named) =>
      `${named.n === 1 ? 'Un cupón de estos archivos ya se envió' : `De estos archivos ya se enviaron ${describeCount(named.n)}`}: ${joinIds(named)}.`,
    en: (named) => `From these files, ${String(named.n)} were already sent.`,
  },
  ya_enviada_borrada: {
    es: (named) =>
      `El envío ${joinIds(named)} tenía estos mismos cupones y su conciliación se borró después: si los mandás de nuevo quedan una sola vez.`,
    en: (named) =>
      `The upload ${joinIds(named)} had these same coupons and its reconciliation was deleted afterwards: if you send them again they are there once.`,
  },
} as const satisfies Record<string, Said<PhraseData>>;

export type SentenceCode = keyof typeof SENTENCES;

/** `ids`: what the sentence lists, by number or in words: uploads, reconciliations, repeated files. `n`: a number of seconds or coupons, or 0. */
export interface Sentence extends PhraseData {
  readonly codigo: SentenceCode;
}

export const getPhrase = (code: SentenceCode, { ids = [], n = 0 }: Partial<PhraseData> = {}): Sentence => ({
  codigo: code,
  ids,
  n,
});

/** The text ends in a full stop only if the sentence is meant to stand alone. */
export const say = ({ codigo, ids, n }: Sentence, language: Language): string =>
  SENTENCES[codigo][language]({ ids, n });

export const sayAtConsole = ({ codigo, ids, n }: Sentence, language?: Language): string =>
  sayWithCommands<PhraseData>(SENTENCES[codigo], { ids, n }, language);

/** Why a request counts as lost although its answer was complete; stored in the ledger. */
export const LOST = { otherNumber: 'otro número', falseState: 'estado falso' } as const;
export const LEFT_OUT = 'lo dejó afuera una persona';
/** Why a request was lost. `status`: undefined if there was no answer. */
export const describeServiceAnswer = (status: number | undefined): string =>
  status === undefined ? 'el servicio no respondió' : `el servicio respondió ${String(status)}`;
