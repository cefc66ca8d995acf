import type {
  CargaDetenida,
  CargaDocumento,
  CargaListada,
  CargaTerminada,
  Decision,
  LugarDeFila,
} from '#contract/documents.ts';
import { cantidad, contados, pesos, tabla } from './formato.ts';
import { bridgeLines } from './puente-texto.ts';
import { validacionEnLineas } from './validacion-texto.ts';

/** The command that gives an answer: what was sent before is a question of the file, and the file is named where it was given. */
function comandoDe(carga: string | null, clave: string): string {
  if (clave === 'nueva' || clave === 'enviar-todos') return 'el mismo comando con --repetir';
  if (carga === null) return `el mismo comando con --decidir ${clave}`;
  if (clave === `retomar:${carga}`) return `conciliador conciliaciones retomar ${carga}`;
  return `conciliador conciliaciones retomar ${carga} --decidir ${clave}`;
}

const decisionEnLineas = (carga: string | null, { pregunta, opciones }: Decision): string[] => [
  pregunta,
  ...opciones.flatMap(({ clave, texto }) => [`  ${clave}: ${texto}`, `      ${comandoDe(carga, clave)}`]),
];

/** The rows of the coupons that were not accepted, file by file, and what to do with them. */
function dondeEstan(filas: readonly LugarDeFila[], cuantos: number): string {
  if (filas.length === 0) return 'El informe dice en qué fila.';
  const partes = [...Map.groupBy(filas, ({ archivo }) => archivo)].map(
    ([archivo, suyas]) =>
      `${suyas.length === 1 ? 'fila' : 'filas'} ${suyas.map(({ fila }) => String(fila)).join(', ')} de ${archivo}`,
  );
  const resto = cuantos - filas.length;
  const donde = [...partes, ...(resto > 0 ? [`y ${cantidad(resto)} más, que el informe nombra`] : [])].join('; ');
  const una = cuantos === 1;
  return `${una ? 'Es la' : 'Son:'} ${donde}. Revisá ${una ? 'sus datos' : 'los datos'} en la planilla y enviá ${una ? 'esa fila' : 'esas filas'} en un archivo aparte.`;
}

/** What the service does not report: it may well be of what it says that it had, and it does not say which those are. */
function noInformado({ noInformados, existen }: CargaTerminada): string {
  if (existen === 0) return 'El servicio no informó todos los cupones: el informe dice cuáles faltan.';
  const pueden = noInformados === 1 ? 'Puede ser uno' : 'Pueden ser';
  return `El servicio no informó ${contados(noInformados, ['cupón', 'cupones'])}: el informe dice cuáles. ${pueden} de los ${cantidad(existen)} que dice que ya existían.`;
}

/** Why it is not complete: what was not taken never arrived, what was not reported may have, and what the service had is in another one. */
function loQueFalta(documento: CargaTerminada): string[] {
  const { completo, noAceptados = 0, filasNoAceptadas = [], noInformados, existen } = documento;
  if (completo) return [];
  const fuera = `El servicio no aceptó ${contados(noAceptados, ['cupón', 'cupones'])}: no ${noAceptados === 1 ? 'está' : 'están'} en la conciliación. ${dondeEstan(filasNoAceptadas, noAceptados)}`;
  const yaEstaban = existen > 0 && noInformados === 0;
  return [
    ...(noAceptados > 0 ? [fuera] : []),
    ...(noInformados > 0 ? [noInformado(documento)] : []),
    ...(yaEstaban ? ['Los que ya existían son de otra conciliación: ahí está si conciliaron.'] : []),
  ];
}

function terminadaEnLineas(documento: CargaTerminada): string[] {
  const rows: [string, number, string][] = [
    ['Conciliados', documento.conciliados, pesos(documento.importeConciliado)],
    ['Sin conciliar', documento.sinConciliar, pesos(documento.importeSinConciliar)],
    ['No informados', documento.noInformados, ''],
    ['Ya existían', documento.existen, ''],
    ['Rechazados por el servicio', documento.error, ''],
  ];
  return [
    `Conciliación ${documento.id ?? '—'} · ${documento.estado} · carga ${documento.carga}`,
    `Se enviaron ${cantidad(documento.enviados)} de ${contados(documento.filas, ['cupón', 'cupones'])} en ${contados(documento.tandas, ['tanda', 'tandas'])}.`,
    ...tabla(
      rows
        .filter(([, count], i) => i < 2 || count > 0)
        .map(([word, count, sum]) => [`  ${word}`, cantidad(count), sum]),
      [1, 2],
    ),
    ...loQueFalta(documento),
    ...(documento.puente === undefined ? [] : bridgeLines(documento.puente)),
    ...(documento.informe === null ? [] : [`Informe: ${documento.informe}`]),
    ...(documento.mensaje === undefined ? [] : [documento.mensaje]),
    ...(documento.decision === undefined ? [] : decisionEnLineas(documento.carga, documento.decision)),
  ];
}

/** Asked before anything of this file is sent: there is no progress to tell. */
const PREGUNTAS_DEL_ARCHIVO: ReadonlySet<string> = new Set(['CARGA_PENDIENTE', 'YA_ENVIADO']);

function detenidaEnLineas(documento: CargaDetenida): string[] {
  const { carga, decision, validacion = [], enviados, pendientes } = documento;
  const files = 'archivo' in validacion ? [validacion] : validacion;
  return [
    ...files.flatMap((file) => validacionEnLineas(file)),
    documento.mensaje,
    ...(carga === null || PREGUNTAS_DEL_ARCHIVO.has(documento.codigo)
      ? []
      : [
          `Carga ${carga}: ${contados(enviados, ['cupón confirmado', 'cupones confirmados'])}, ${contados(pendientes, ['pendiente', 'pendientes'])}.`,
        ]),
    ...(decision === undefined ? [] : decisionEnLineas(carga, decision)),
  ];
}

/** What became of an upload, as lines for people. */
export const cargaEnLineas = (documento: CargaDocumento): string[] =>
  'informe' in documento ? terminadaEnLineas(documento) : detenidaEnLineas(documento);

/** An upload in the list of this PC: what the service has no more is not told as ended. */
export const uploadRow = ({
  carga,
  estado,
  borrada,
  ausente,
  enviados,
  filas,
  id,
  nombre,
  archivo,
}: CargaListada): string[] => [
  `  ${carga}`,
  borrada === true ? 'BORRADA' : ausente === true ? 'YA NO ESTÁ' : estado,
  `${cantidad(enviados)} de ${cantidad(filas)}`,
  id ?? '—',
  nombre === undefined ? archivo : `${nombre} (${archivo})`,
];
