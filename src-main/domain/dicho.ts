import { civilDateTimeAt } from './civil-date.ts';
import type { Conciliacion } from './conciliacion.ts';

/**
 * What the core says that nobody asked for: what it set aside, what it could not keep. As `frase.ts`: each sentence has a code and what it names beside its
 * Spanish, so that a screen says it in its own language without reading it.
 */
interface Datos {
  /** The file that was set aside, the copy, the spreadsheet, or the method. */
  readonly nombre: string;
  /** Why, where it is a row (`forma.ts`). */
  readonly motivo: string;
  /** What was damaged and is kept under another name, beside the copy that took its place. */
  readonly aparte: string;
  /** Coupons. */
  readonly n: number;
  /** Uploads. */
  readonly cargas: number;
  /** Epoch ms: the last that is known. */
  readonly at: number | null;
  readonly conciliaciones: readonly ConciliacionDicha[];
}

/** A reconciliation as a notice names it. */
type ConciliacionDicha = Pick<Conciliacion, 'id' | 'fecha' | 'total' | 'estado'>;

const SIN_DATOS: Datos = { nombre: '', motivo: '', aparte: '', n: 0, cargas: 0, at: null, conciliaciones: [] };

/** Reconciliations that are named one by one: more would not fit a screen. */
const NOMBRADAS = 12;

const dmy = (fecha: string): string => fecha.split('-').reverse().join('/');

/** "21/11/2026 a las 04:32". */
function enPalabras(instante: number): string {
  const [fecha = '', hora = ''] = civilDateTimeAt(instante).split(' ');
  return `${dmy(fecha)} a las ${hora.slice(0, 5)}`;
}

/** What happened, what was kept, what to do: in one screenful. */
function libroRecuperado({ nombre, aparte, cargas, at }: Datos): string {
  const cuantas = cargas === 1 ? 'con un envío' : `con ${String(cargas)} envíos`;
  const contenido = at === null ? 'sin ningún envío' : `${cuantas}, hasta el ${enPalabras(at)}`;
  return (
    `El registro de envíos ${aparte === '' ? 'no estaba' : 'estaba dañado'}. Se recuperó la copia ${nombre}, ${contenido}` +
    `${aparte === '' ? '' : `; el dañado quedó guardado como ${aparte}`}. Lo enviado después falta acá: ` +
    'antes del próximo envío se compara con el servicio y te decimos qué hay de más.'
  );
}

/** "5001 (21/11/2026, 30 cupones, IMPORTADO)". */
function nombrada({ id, fecha, total, estado }: ConciliacionDicha): string {
  const cupones = total === 1 ? 'un cupón' : `${String(total)} cupones`;
  return `${id} (${fecha === null ? 'sin fecha' : dmy(fecha)}, ${cupones}, ${estado})`;
}

function recuperadoComparado({ conciliaciones }: Datos): string {
  const [primera] = conciliaciones;
  if (primera === undefined) {
    return 'Se comparó el registro recuperado con el servicio: tiene todas sus conciliaciones. Podés seguir.';
  }
  const resto = conciliaciones.length - NOMBRADAS;
  const lista = `${conciliaciones.slice(0, NOMBRADAS).map(nombrada).join('; ')}${resto > 0 ? `; y ${String(resto)} más` : ''}`;
  return conciliaciones.length === 1
    ? `El servicio tiene una conciliación que el registro recuperado no conoce: ${lista}. Puede ser de otra PC, o enviada desde acá después de ` +
        `la copia. Antes de enviar otra vez un archivo, mirala con «conciliaciones resultado ${primera.id}».`
    : `El servicio tiene ${String(conciliaciones.length)} conciliaciones que el registro recuperado no conoce: ${lista}. Pueden ser de otra PC, o ` +
        'enviadas desde acá después de la copia. Antes de enviar otra vez un archivo, miralas con «conciliaciones resultado ID».';
}

function conciliadosDespues({ n, cargas, nombre }: Datos): string {
  const que = n === 1 ? 'Se concilió 1 cupón' : `Se conciliaron ${String(n)} cupones`;
  const deUna = nombre === '' ? 'un envío anterior' : nombre;
  const de = cargas > 1 ? `${String(cargas)} envíos anteriores` : deUna;
  return `${que} de ${de} que no estaba${n === 1 ? '' : 'n'} en el resultado. No se envió nada. Miralo en Conciliaciones.`;
}

const DICHOS = {
  ajustes_danados: ({ nombre }) =>
    `Los ajustes estaban dañados. El archivo quedó guardado como ${nombre} y todo volvió a los valores de fábrica. Revisá Ajustes antes de enviar.`,
  aprendido_sin_guardar: () =>
    'No se pudo guardar lo que se aprendió del servicio. El resultado no cambia. Revisá el lugar en el disco.',
  cache_danada: ({ nombre }) =>
    `Los datos bajados del servicio estaban dañados. El archivo quedó guardado como ${nombre} y se empezó uno vacío. Volvé a bajarlos con «sincronizar».`,
  conciliados_despues: conciliadosDespues,
  cuenta_es_otra: ({ nombre }) =>
    `La dirección de la cuenta «${nombre}», o quién entra, no es la de cuando se agregó: ahora es otra cuenta y su clave se pide de nuevo. Los datos ` +
    'de la anterior siguen en esta PC. Si no la cambiaste vos, revisá la dirección antes de poner la clave.',
  cuentas_danadas: ({ nombre }) =>
    `La lista de cuentas estaba dañada. Quedó guardada aparte en ${nombre}. Volvé a agregar tus cuentas.`,
  fila_apartada: ({ nombre, motivo }) =>
    `Una fila que mandó el servicio no se entiende y quedó apartada (${nombre}): ${motivo}. Si hay más como esa, se avisa de una sola.`,
  libro_recuperado: libroRecuperado,
  llavero_sin_borrar: () =>
    'El llavero del sistema no respondió, y quedaron en él las claves de antes. Ninguna cuenta de las que trajiste las usa: la clave de cada una se pide de nuevo.',
  recuperado_comparado: recuperadoComparado,
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
} as const satisfies Record<string, (datos: Datos) => string>;

export interface Dicho extends Datos {
  readonly codigo: keyof typeof DICHOS;
}

const enCastellano = (dicho: Dicho): string => DICHOS[dicho.codigo](dicho);

/** Every code. */
export const DICHOS_CODIGOS = Object.keys(DICHOS).filter((codigo): codigo is Dicho['codigo'] => codigo in DICHOS);

/** Says it: the sentence, and what it is made of. */
export function decirA(
  onAviso: (texto: string, dicho: Dicho) => void,
  codigo: Dicho['codigo'],
  datos: Partial<Datos> = {},
): void {
  const dicho = { ...SIN_DATOS, ...datos, codigo };
  onAviso(enCastellano(dicho), dicho);
}
