import { civilDateTimeAt } from './civil-date.ts';
import type { Conciliacion } from './conciliacion.ts';

/**
 * What the core says that nobody asked for: what it set aside, what it could not keep. As `sentence.ts`: each sentence has a code and what it names beside its
 * Spanish, so that a screen says it in its own language without reading it.
 */
interface StatementData {
  /** The file that was set aside, the copy, the spreadsheet, or the method. */
  readonly nombre: string;
  /** Why, where it is a row (`shape.ts`). */
  readonly motivo: string;
  /** What was damaged and is kept under another name, beside the copy that took its place. */
  readonly aparte: string;
  /** Coupons. */
  readonly n: number;
  /** Uploads. */
  readonly cargas: number;
  /** Epoch ms: the last that is known. */
  readonly at: number | null;
  readonly conciliaciones: readonly StatedConciliacion[];
}

/** A reconciliation as a notice names it. */
type StatedConciliacion = Pick<Conciliacion, 'id' | 'fecha' | 'total' | 'estado'>;

const NO_DATA: StatementData = { nombre: '', motivo: '', aparte: '', n: 0, cargas: 0, at: null, conciliaciones: [] };

/** Reconciliations that are named one by one: more would not fit a screen. */
const MAX_NAMED = 12;

const dayMonthYear = (fecha: string): string => fecha.split('-').reverse().join('/');

/** "21/11/2026 a las 04:32". */
function inWords(instant: number): string {
  const [fecha = '', hora = ''] = civilDateTimeAt(instant).split(' ');
  return `${dayMonthYear(fecha)} a las ${hora.slice(0, 5)}`;
}

/** What happened, what was kept, what to do: in one screenful. */
function describeRecoveredLedger({ nombre, aparte, cargas, at }: StatementData): string {
  const howMany = cargas === 1 ? 'con un envío' : `con ${String(cargas)} envíos`;
  const contents = at === null ? 'sin ningún envío' : `${howMany}, hasta el ${inWords(at)}`;
  return (
    `El registro de envíos ${aparte === '' ? 'no estaba' : 'estaba dañado'}. Se recuperó la copia ${nombre}, ${contents}` +
    `${aparte === '' ? '' : `; el dañado quedó guardado como ${aparte}`}. Lo enviado después falta acá: ` +
    'antes del próximo envío se compara con el servicio y te decimos qué hay de más.'
  );
}

/** "5001 (21/11/2026, 30 cupones, IMPORTADO)". */
function describeNamed({ id, fecha, total, estado }: StatedConciliacion): string {
  const cupones = total === 1 ? 'un cupón' : `${String(total)} cupones`;
  return `${id} (${fecha === null ? 'sin fecha' : dayMonthYear(fecha)}, ${cupones}, ${estado})`;
}

function describeRecoveredCompared({ conciliaciones }: StatementData): string {
  const [primera] = conciliaciones;
  if (primera === undefined) {
    return 'Se comparó el registro recuperado con el servicio: tiene todas sus conciliaciones. Podés seguir.';
  }
  const resto = conciliaciones.length - MAX_NAMED;
  const list = `${conciliaciones.slice(0, MAX_NAMED).map(describeNamed).join('; ')}${resto > 0 ? `; y ${String(resto)} más` : ''}`;
  return conciliaciones.length === 1
    ? `El servicio tiene una conciliación que el registro recuperado no conoce: ${list}. Puede ser de otra PC, o enviada desde acá después de ` +
        `la copia. Antes de enviar otra vez un archivo, mirala con «conciliaciones resultado ${primera.id}».`
    : `El servicio tiene ${String(conciliaciones.length)} conciliaciones que el registro recuperado no conoce: ${list}. Pueden ser de otra PC, o ` +
        'enviadas desde acá después de la copia. Antes de enviar otra vez un archivo, miralas con «conciliaciones resultado ID».';
}

function describeReconciledLater({ n, cargas, nombre }: StatementData): string {
  const que = n === 1 ? 'Se concilió 1 cupón' : `Se conciliaron ${String(n)} cupones`;
  const uploadName = nombre === '' ? 'un envío anterior' : nombre;
  const de = cargas > 1 ? `${String(cargas)} envíos anteriores` : uploadName;
  return `${que} de ${de} que no estaba${n === 1 ? '' : 'n'} en el resultado. No se envió nada. Miralo en Conciliaciones.`;
}

const STATEMENTS = {
  ajustes_danados: ({ nombre }) =>
    `Los ajustes estaban dañados. El archivo quedó guardado como ${nombre} y todo volvió a los valores de fábrica. Revisá Ajustes antes de enviar.`,
  aprendido_sin_guardar: () =>
    'No se pudo guardar lo que se aprendió del servicio. El resultado no cambia. Revisá el lugar en el disco.',
  cache_danada: ({ nombre }) =>
    `Los datos bajados del servicio estaban dañados. El archivo quedó guardado como ${nombre} y se empezó uno vacío. Volvé a bajarlos con «sincronizar».`,
  conciliados_despues: describeReconciledLater,
  cuenta_es_otra: ({ nombre }) =>
    `La dirección de la cuenta «${nombre}», o quién entra, no es la de cuando se agregó: ahora es otra cuenta y su clave se pide de nuevo. Los datos ` +
    'de la anterior siguen en esta PC. Si no la cambiaste vos, revisá la dirección antes de poner la clave.',
  cuentas_danadas: ({ nombre }) =>
    `La lista de cuentas estaba dañada. Quedó guardada aparte en ${nombre}. Volvé a agregar tus cuentas.`,
  fila_apartada: ({ nombre, motivo }) =>
    `Una fila que mandó el servicio no se entiende y quedó apartada (${nombre}): ${motivo}. Si hay más como esa, se avisa de una sola.`,
  libro_recuperado: describeRecoveredLedger,
  llavero_sin_borrar: () =>
    'El llavero del sistema no respondió, y quedaron en él las claves de antes. Ninguna cuenta de las que trajiste las usa: la clave de cada una se pide de nuevo.',
  recuperado_comparado: describeRecoveredCompared,
  recuperado_sin_lista: () =>
    'El servicio dice que no tiene lista de conciliaciones (algunos lo dicen mientras no hay ninguna), así que el registro recuperado no se pudo ' +
    'comparar con él. Lo que quedó sin terminar pregunta antes de seguir. Antes de enviar otra vez un archivo, fijate si ya estaba enviado.',
  segunda_ausente: ({ nombre }) =>
    `No se pudo hacer la segunda copia del registro de ${nombre}: su carpeta no está o no responde. Lo enviado está bien y guardado en esta PC. ` +
    'Conectá ese disco o esa red y se hace sola, o elegí otra carpeta en Ajustes, Respaldos.',
  segunda_danada: ({ nombre }) =>
    `La segunda copia del registro de ${nombre} no volvió igual al leerla de su carpeta y se descartó. Lo enviado está bien y guardado en esta PC. ` +
    'Revisá ese disco, o elegí otra carpeta en Ajustes, Respaldos.',
  segunda_fallo: ({ nombre }) =>
    `No se pudo hacer la segunda copia del registro de ${nombre}. Lo enviado está bien y guardado en esta PC. Mirá en Ajustes, Respaldos, por qué.`,
  segunda_olvidada: ({ nombre }) =>
    `No se entiende en qué carpeta iba la segunda copia del registro de envíos. Lo que lo decía quedó guardado como ${nombre}. Elegila de nuevo en Ajustes, Respaldos.`,
  segunda_sin_lugar: ({ nombre }) =>
    `No hay lugar para la segunda copia del registro de ${nombre}. Lo enviado está bien y guardado en esta PC. Hacé lugar en la carpeta de la copia, ` +
    'o elegí otra en Ajustes, Respaldos.',
  segunda_sin_permiso: ({ nombre }) =>
    `El sistema no deja escribir la segunda copia del registro de ${nombre}. Lo enviado está bien y guardado en esta PC. Revisá los permisos de su ` +
    'carpeta, o elegí otra en Ajustes, Respaldos.',
  segunda_tarda: () =>
    'La segunda copia del registro de envíos no llegó a terminar. Lo enviado está bien y guardado en esta PC. Se hace de nuevo la próxima vez.',
  sesion_sin_guardar: () =>
    'No se pudo guardar la sesión. Lo pedido sigue. La próxima vez vas a tener que entrar de nuevo.',
  sin_copia: () =>
    'No se pudo hacer la copia diaria del registro de envíos. El registro está bien. Revisá el lugar en el disco.',
} as const satisfies Record<string, (datos: StatementData) => string>;

export interface Statement extends StatementData {
  readonly codigo: keyof typeof STATEMENTS;
}

const toSpanish = (dicho: Statement): string => STATEMENTS[dicho.codigo](dicho);

/** Every code. */
export const STATEMENT_CODES = Object.keys(STATEMENTS).filter(
  (codigo): codigo is Statement['codigo'] => codigo in STATEMENTS,
);

/** Says it: the sentence, and what it is made of. */
export function tellTo(
  onNotice: (texto: string, dicho: Statement) => void,
  codigo: Statement['codigo'],
  datos: Partial<StatementData> = {},
): void {
  const dicho = { ...NO_DATA, ...datos, codigo };
  onNotice(toSpanish(dicho), dicho);
}
