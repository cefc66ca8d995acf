import type { StoppedUpload } from '#contract/documents.ts';
import type { ErrorDetail } from '#contract/errors.ts';
import type { PageProblem } from '../api/failure.ts';
import { m } from '../paraglide/messages.js';

/** Every code of a failure: of the closed list, and of a file that cannot be used. */
type FailureCode = StoppedUpload['codigo'];

/** What a screen says of a failure, in the order of docs/visual-language.md §9. */
interface ErrorWords {
  /** What happened. */
  readonly que: string;
  /** What was kept, and what to do. */
  readonly resto: string;
}

/**
 * The words of every code. The core's own sentence speaks to whoever uses the command line, and in Spanish only: here it goes in the
 * detail. Complete by its type: a new code does not compile without words.
 */
const WORDS: Record<FailureCode, readonly [que: () => string, resto: () => string]> = {
  USO: [m.falla_uso, m.falla_uso_resto],
  ENTRADA_INVALIDA: [m.falla_entrada_invalida, m.falla_entrada_invalida_resto],
  CONFIRMACION_NECESARIA: [m.falla_confirmacion_necesaria, m.falla_confirmacion_necesaria_resto],
  CUENTA_INEXISTENTE: [m.falla_cuenta_inexistente, m.falla_cuenta_inexistente_resto],
  CUENTA_AMBIGUA: [m.falla_cuenta_ambigua, m.falla_cuenta_ambigua_resto],
  CUENTA_REPETIDA: [m.falla_cuenta_repetida, m.falla_cuenta_repetida_resto],
  SIN_CUENTA: [m.falla_sin_cuenta, m.falla_sin_cuenta_resto],
  URL_INSEGURA: [m.falla_url_insegura, m.falla_url_insegura_resto],
  PLANTILLA_INEXISTENTE: [m.falla_plantilla_inexistente, m.falla_plantilla_inexistente_resto],
  PLANTILLA_REPETIDA: [m.falla_plantilla_repetida, m.falla_plantilla_repetida_resto],
  PLANTILLAS_INVALIDAS: [m.falla_plantillas_invalidas, m.falla_plantillas_invalidas_resto],
  CARGA_INEXISTENTE: [m.falla_carga_inexistente, m.falla_carga_inexistente_resto],
  CONCILIACION_INEXISTENTE: [m.falla_conciliacion_inexistente, m.falla_conciliacion_inexistente_resto],
  DECISION_INVALIDA: [m.falla_decision_invalida, m.falla_decision_invalida_resto],
  VALIDACION_RECHAZADA: [m.falla_validacion_rechazada, m.falla_validacion_rechazada_resto],
  SIN_CUPONES: [m.falla_sin_cupones, m.falla_sin_cupones_resto],
  ARCHIVO_ILEGIBLE: [m.falla_archivo_ilegible, m.falla_archivo_ilegible_resto],
  MARCADOR_OCUPADO: [m.falla_marcador_ocupado, m.falla_marcador_ocupado_resto],
  REVISION_INEXISTENTE: [m.falla_revision_inexistente, m.falla_revision_inexistente_resto],
  REVISION_CAMBIADA: [m.falla_revision_cambiada, m.falla_revision_cambiada_resto],
  SALIDA_EXISTENTE: [m.falla_salida_existente, m.falla_salida_existente_resto],
  EN_USO: [m.falla_en_uso, m.falla_en_uso_resto],
  DISCO_LLENO: [m.falla_disco_lleno, m.falla_disco_lleno_resto],
  CARPETA_SIN_PERMISO: [m.falla_carpeta_sin_permiso, m.falla_carpeta_sin_permiso_resto],
  DATOS_MAS_NUEVOS: [m.falla_datos_mas_nuevos, m.falla_datos_mas_nuevos_resto],
  CARGA_MAS_NUEVA: [m.falla_carga_mas_nueva, m.falla_carga_mas_nueva_resto],
  COPIA_INEXISTENTE: [m.falla_copia_inexistente, m.falla_copia_inexistente_resto],
  COPIA_DANADA: [m.falla_copia_danada, m.falla_copia_danada_resto],
  COPIA_DE_OTRA_CUENTA: [m.falla_copia_de_otra_cuenta, m.falla_copia_de_otra_cuenta_resto],
  SEGUNDA_COPIA_SIN_ELEGIR: [m.falla_segunda_copia_sin_elegir, m.falla_segunda_copia_sin_elegir_resto],
  SEGUNDA_COPIA_ADENTRO: [m.falla_segunda_copia_adentro, m.falla_segunda_copia_adentro_resto],
  SEGUNDA_COPIA_AUSENTE: [m.falla_segunda_copia_ausente, m.falla_segunda_copia_ausente_resto],
  SEGUNDA_COPIA_DANADA: [m.falla_segunda_copia_danada, m.falla_segunda_copia_danada_resto],
  PAQUETE_INVALIDO: [m.falla_paquete_invalido, m.falla_paquete_invalido_resto],
  LIBRO_DANADO: [m.falla_libro_danado, m.falla_libro_danado_resto],
  GUARDADO_ILEGIBLE: [m.falla_guardado_ilegible, m.falla_guardado_ilegible_resto],
  LLAVERO_NO_DISPONIBLE: [m.falla_llavero_no_disponible, m.falla_llavero_no_disponible_resto],
  CLAVE_AUSENTE: [m.falla_clave_ausente, m.falla_clave_ausente_resto],
  CANCELADO: [m.falla_cancelado, m.falla_cancelado_resto],
  SIN_CONEXION: [m.falla_sin_conexion, m.falla_sin_conexion_resto],
  TIEMPO_AGOTADO: [m.falla_tiempo_agotado, m.falla_tiempo_agotado_resto],
  SERVICIO_FALLA: [m.falla_servicio_falla, m.falla_servicio_falla_resto],
  RESPUESTA_INVALIDA: [m.falla_respuesta_invalida, m.falla_respuesta_invalida_resto],
  RESPUESTA_ENORME: [m.falla_respuesta_enorme, m.falla_respuesta_enorme_resto],
  REDIRECCION: [m.falla_redireccion, m.falla_redireccion_resto],
  CREDENCIALES_RECHAZADAS: [m.falla_credenciales_rechazadas, m.falla_credenciales_rechazadas_resto],
  TOKEN_RECHAZADO: [m.falla_token_rechazado, m.falla_token_rechazado_resto],
  SESION_VENCIDA: [m.falla_sesion_vencida, m.falla_sesion_vencida_resto],
  PEDIDO_RECHAZADO: [m.falla_pedido_rechazado, m.falla_pedido_rechazado_resto],
  DEMASIADOS_PEDIDOS: [m.falla_demasiados_pedidos, m.falla_demasiados_pedidos_resto],
  FILTRO_IGNORADO: [m.falla_filtro_ignorado, m.falla_filtro_ignorado_resto],
  LECTURA_INESTABLE: [m.falla_lectura_inestable, m.falla_lectura_inestable_resto],
  FILAS_DESAPARECIDAS: [m.falla_filas_desaparecidas, m.falla_filas_desaparecidas_resto],
  HORA_SIN_SENTIDO: [m.falla_hora_sin_sentido, m.falla_hora_sin_sentido_resto],
  CARGA_PENDIENTE: [m.falla_carga_pendiente, m.falla_carga_pendiente_resto],
  YA_ENVIADO: [m.falla_ya_enviado, m.falla_ya_enviado_resto],
  DECISION_NECESARIA: [m.falla_decision_necesaria, m.falla_decision_necesaria_resto],
  DUPLICACION_DETECTADA: [m.falla_duplicacion_detectada, m.falla_duplicacion_detectada_resto],
  ESPERA_AGOTADA: [m.falla_espera_agotada, m.falla_espera_agotada_resto],
  CARGA_INTERRUMPIDA: [m.falla_carga_interrumpida, m.falla_carga_interrumpida_resto],
  INTERNO: [m.falla_interno, m.falla_interno_resto],
  FORMATO_DESCONOCIDO: [m.falla_formato_desconocido, m.falla_formato_desconocido_resto],
  ARCHIVO_DANADO: [m.falla_archivo_danado, m.falla_archivo_danado_resto],
  ARCHIVO_PROTEGIDO: [m.falla_archivo_protegido, m.falla_archivo_protegido_resto],
  ARCHIVO_DEMASIADO_GRANDE: [m.falla_archivo_demasiado_grande, m.falla_archivo_demasiado_grande_resto],
  HOJA_INEXISTENTE: [m.falla_hoja_inexistente, m.falla_hoja_inexistente_resto],
  SIN_TABLA: [m.falla_sin_tabla, m.falla_sin_tabla_resto],
  COLUMNAS_SIN_MAPEAR: [m.falla_columnas_sin_mapear, m.falla_columnas_sin_mapear_resto],
  ARCHIVO_INEXISTENTE: [m.falla_archivo_inexistente, m.falla_archivo_inexistente_resto],
};

/** The words of what happened between the page and its program. */
const PAGE_ERRORS: Record<PageProblem, readonly [que: () => string, resto: () => string]> = {
  sin_respuesta: [m.marco_sin_respuesta, m.marco_sin_respuesta_texto],
  pagina_vieja: [m.marco_pagina_vieja, m.marco_pagina_vieja_texto],
  actualizado: [m.marco_pagina_actualizada, m.marco_pagina_actualizada_texto],
};

/** Why a service could not be reached, where somebody can do something about it: the `motivo` of a SIN_CONEXION. */
const OF_THE_NETWORK: ReadonlyMap<unknown, readonly [que: () => string, resto: () => string]> = new Map([
  ['certificado_desconocido', [m.falla_certificado_desconocido, m.falla_certificado_desconocido_resto]],
  ['certificado_vencido', [m.falla_certificado_vencido, m.falla_certificado_vencido_resto]],
  ['certificado_ajeno', [m.falla_certificado_ajeno, m.falla_certificado_ajeno_resto]],
  ['proxy_con_clave', [m.falla_proxy_con_clave, m.falla_proxy_con_clave_resto]],
  ['proxy_no_deja', [m.falla_proxy_no_deja, m.falla_proxy_no_deja_resto]],
  ['proxy_desconocido', [m.falla_proxy_desconocido, m.falla_proxy_desconocido_resto]],
]);

interface Failed {
  readonly code: FailureCode;
  readonly detail?: ErrorDetail;
  readonly deLaPagina?: PageProblem | undefined;
}
const ofTheNetwork = ({ code, detail }: Failed) =>
  code === 'SIN_CONEXION' ? OF_THE_NETWORK.get(detail?.['motivo']) : undefined;

/** Tokens end as soon as they are given: signing in again would only go on with it. */
const isOfAnotherPc = ({ code, detail }: Failed): boolean =>
  code === 'TOKEN_RECHAZADO' && detail?.['motivo'] === 'otra_pc';
const OF_ANOTHER_PC = [m.falla_otra_pc, m.falla_otra_pc_resto] as const;

/** The words of a failure; of its code, where no more is known of it. */
export function palabrasDeFalla(falla: Failed): ErrorWords {
  const ofTheService = isOfAnotherPc(falla) ? OF_ANOTHER_PC : ofTheNetwork(falla);
  const words = falla.deLaPagina === undefined ? ofTheService : PAGE_ERRORS[falla.deLaPagina];
  const [que, resto] = words ?? WORDS[falla.code];
  return { que: que(), resto: resto() };
}
export const getErrorWords = (code: FailureCode): ErrorWords => palabrasDeFalla({ code });

/** True for a failure on the way to the service that has words of its own. */
export const saysWhyNotReached = (falla: Failed): boolean => ofTheNetwork(falla) !== undefined;

const DE_RED: readonly FailureCode[] = ['SIN_CONEXION', 'TIEMPO_AGOTADO'];
/** True for a failure that only says that the service cannot be reached: the top bar says so, once, for every screen. */
export const esDeRed = (falla: Failed): boolean => DE_RED.includes(falla.code) && !saysWhyNotReached(falla);

const NO_SECRET: readonly FailureCode[] = ['CLAVE_AUSENTE', 'SESION_VENCIDA', 'LLAVERO_NO_DISPONIBLE'];
/** True for what a screen is answered when it asks by itself (`sinPreguntar`) and a person would have to give the secret. */
export const isSecretMissing = ({ code }: { readonly code: FailureCode }): boolean => NO_SECRET.includes(code);

const SIGN_IN_CODES: readonly FailureCode[] = [
  'CREDENCIALES_RECHAZADAS',
  'TOKEN_RECHAZADO',
  'SESION_VENCIDA',
  'CLAVE_AUSENTE',
  'LLAVERO_NO_DISPONIBLE',
];
/** True for a failure that another secret cures. */
export const needsSignIn = (falla: Failed): boolean => SIGN_IN_CODES.includes(falla.code) && !isOfAnotherPc(falla);
