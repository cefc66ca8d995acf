import type { CargaDetenida, EnviadosAntes, ValidacionDocumento } from '#contract/documents.ts';
import { diaCorto, nombreCorto } from '#domain/cupones/avisos.ts';
import { ERROR_CATALOGUE, type ErrorCode } from '#contract/errors.ts';
import { frase } from '#domain/frase.ts';
import type { ArchivoCodigo } from '#domain/hallazgo.ts';
import { descripcion, opcion } from '#domain/upload/index.ts';
import type { Iguales, Libro } from '#storage/ledger/index.ts';
import type { Borrador } from './borrador.ts';

/** Nothing was sent, and why: what `conciliar` answers with exit 1. */
function rechazada(
  { importacion, validacion }: Borrador,
  codigo: ErrorCode | ArchivoCodigo,
  mensaje: string,
): CargaDetenida {
  const [only] = validacion;
  const shown: ValidacionDocumento | readonly ValidacionDocumento[] =
    validacion.length === 1 && only !== undefined ? only : validacion;
  return {
    carga: null,
    estado: 'RECHAZADA',
    codigo,
    mensaje,
    enviados: 0,
    pendientes: importacion.validas,
    validacion: shown,
  };
}

/** Why a draft cannot be sent; undefined when it can. An unreadable file refuses all of them, whatever is asked. */
export function motivoParaNoEnviar(
  libro: Pick<Libro, 'cuponesDe'>,
  borrador: Borrador,
  omitirErrores: boolean,
): CargaDetenida | undefined {
  for (const documento of borrador.validacion) {
    if ('codigo' in documento) return rechazada(borrador, documento.codigo, documento.mensaje);
  }
  const refuse = (codigo: ErrorCode): CargaDetenida => rechazada(borrador, codigo, ERROR_CATALOGUE[codigo].mensaje);
  if (!borrador.importacion.sinErrores && !omitirErrores) return refuse('VALIDACION_RECHAZADA');
  if (borrador.importacion.validas === 0) return refuse('SIN_CUPONES');
  // What is in the draft is what goes: all of them may have been left out.
  if (libro.cuponesDe(borrador.carga) === 0) return rechazada(borrador, 'SIN_CUPONES', TODOS_ENVIADOS);
  return undefined;
}

const TODOS_ENVIADOS =
  'Todos los cupones del archivo ya se habían enviado. No se envió nada. Si querés mandarlos otra vez: el mismo comando con --repetir.';
const SE_BORRO = 'Su conciliación se borró después: una nueva no repite los cupones.';
const PARA_NUEVA = 'Para mandarlo otra vez: el mismo comando con --repetir.';

/** Uploads of the same coupons, and whether the reconciliation of the finished one was deleted from here since. */
type Anteriores = Iguales & { readonly borrada: boolean };

/** What a person is asked when the same coupons were uploaded before (docs/upload.md, "Sending the same again"). */
export function preguntaPorIguales(
  libro: Pick<Libro, 'upload'>,
  { pendiente, terminada, borrada }: Anteriores,
  pendientes: number,
): CargaDetenida | undefined {
  const carga = pendiente ?? terminada;
  if (carga === null) return undefined;
  const nueva = opcion('nueva', frase('op_nueva'));
  const upload = libro.upload(carga);
  const anterior = upload === undefined ? {} : { anterior: { carga, archivos: upload.archivos, at: upload.congelado } };
  const base = { carga, estado: 'DECISION', enviados: 0, pendientes };
  if (pendiente !== null) {
    const retomar = opcion(`retomar:${pendiente}`, frase('op_retomar'));
    return {
      ...base,
      codigo: 'CARGA_PENDIENTE',
      mensaje: `${ERROR_CATALOGUE.CARGA_PENDIENTE.mensaje} Para retomarlo: conciliador conciliaciones retomar ${pendiente}. ${PARA_NUEVA}`,
      decision: { ...descripcion(frase('pendiente', { ids: [pendiente] }), [retomar, nueva]), ...anterior },
    };
  }
  const pregunta = frase(borrada ? 'ya_enviada_borrada' : 'ya_enviada', { ids: [carga] });
  return {
    ...base,
    codigo: 'YA_ENVIADO',
    mensaje: `${ERROR_CATALOGUE.YA_ENVIADO.mensaje} ${borrada ? `${SE_BORRO} ` : ''}${PARA_NUEVA}`,
    decision: { ...descripcion(pregunta, [nueva]), ...anterior },
  };
}

/** Uploads that a question names one by one. */
const NOMBRADAS = 3;
const PARA_OMITIR = 'Para omitirlos: el mismo comando con --decidir omitir-enviados.';
const PARA_TODOS = 'Para mandarlos otra vez: el mismo comando con --repetir.';

/** More than half: then it is the file that was sent before, with something else in it. */
export const areMost = ({ cupones, de }: EnviadosAntes): boolean => cupones * 2 > de;

/** "372 el 22/11 en «A-listado-pos»", the first uploads. */
function whereTheyWent({ cargas }: EnviadosAntes, hoy: string): readonly string[] {
  const named = cargas
    .slice(0, NOMBRADAS)
    .map(({ archivo, dia, cupones }) => `${String(cupones)} el ${diaCorto(dia, hoy)} en «${nombreCorto(archivo)}»`);
  const rest = cargas.slice(NOMBRADAS).reduce((sum, { cupones }) => sum + cupones, 0);
  return rest === 0 ? named : [...named, `${String(rest)} en otros envíos`];
}

/** What a person is asked when most coupons of a file were sent before, in other files (docs/upload.md, "Sending the same again"). */
export function askAboutSent(enviados: EnviadosAntes, hoy: string): CargaDetenida {
  const { cupones, de } = enviados;
  const pregunta = frase('ya_enviados', { n: cupones, ids: whereTheyWent(enviados, hoy) });
  const todos = opcion('enviar-todos', frase('op_enviar_todos', { n: de }));
  const omitir = opcion('omitir-enviados', frase('op_omitir_enviados', { n: de - cupones }));
  const opciones = cupones === de ? [todos] : [omitir, todos];
  const decision = descripcion(pregunta, opciones);
  return {
    carga: null,
    estado: 'DECISION',
    codigo: 'YA_ENVIADO',
    mensaje: [decision.pregunta, 'No se envió nada.', ...(cupones === de ? [] : [PARA_OMITIR]), PARA_TODOS].join(' '),
    enviados: 0,
    pendientes: de,
    decision: { ...decision, yaEnviados: enviados },
  };
}
