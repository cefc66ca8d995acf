import type { RevisionFila } from '#contract/revision.ts';
import { m } from '../../paraglide/messages.js';
import { cantidad } from '../../ui/format.ts';
import type { ColumnaDatos, Valor } from '../../ui/grilla/tipos.ts';
import { nombreDeCampo } from './campos.ts';
import { partesDe, problemaDe, type Campo } from './celda.ts';
import type { Renglon } from './filas.svelte.ts';
import { mensajeDe, tituloDe } from './mensajes.ts';

type Columna = ColumnaDatos<Renglon>;

/** What a row says, and a heading does not. */
const deFila =
  <T>(leer: (fila: RevisionFila) => T) =>
  (renglon: Renglon): T | undefined =>
    renglon.estado === 'grupo' ? undefined : leer(renglon);
const valorDeFila =
  (leer: (fila: RevisionFila) => Valor) =>
  (renglon: Renglon): Valor =>
    renglon.estado === 'grupo' ? '' : leer(renglon);

const TIPOS: Partial<Readonly<Record<Campo, Columna['tipo']>>> = {
  fecha_venta: 'fecha',
  fecha_pres: 'fecha',
  fecha_pago: 'fecha',
  cuotas: 'entero',
  importe: 'importe',
};

/** What becomes of a row, as icon and word; undefined when it is ready. */
function estadoDe({ estado, problemas }: RevisionFila): ReturnType<NonNullable<Columna['estado']>> {
  if (estado === 'error') return { estado: 'error', palabra: m.estado_error() };
  if (estado === 'omitida') return { estado: 'sin-datos', palabra: m.filas_omitida() };
  if (estado === 'ignorada') return { estado: 'sin-datos', palabra: m.filas_ignorada() };
  return problemas.length > 0 ? { estado: 'aviso', palabra: m.estado_aviso() } : undefined;
}

/** Without them a person does not recognise a coupon: they stay, however narrow the window. The others go in this order, the last one first. */
const PRINCIPALES: readonly Campo[] = ['fecha_venta', 'tarjeta_desc', 'tarjeta_nro', 'comprobante', 'importe'];
const SECUNDARIAS: readonly Campo[] = [
  'wallet_referencia',
  'cuotas',
  'lote',
  'terminal',
  'autorizacion',
  'establecimiento',
  'wallet_tipo_operacion',
];

/** When the column goes for want of room: 1 first, 0 never. */
function turnoDe(campo: Campo): number {
  if (PRINCIPALES.includes(campo)) return 0;
  const lugar = SECUNDARIAS.indexOf(campo);
  return lugar === -1 ? 1 : 1 + SECUNDARIAS.length - lugar;
}

function columnaDe(campo: Campo, conProblema: boolean): Columna {
  return {
    clave: campo,
    titulo: nombreDeCampo(campo),
    tipo: TIPOS[campo] ?? 'texto',
    secundaria: conProblema ? 0 : turnoDe(campo),
    ordenable: false,
    fija: campo === 'importe',
    valor: valorDeFila(({ valores }) => valores[campo]),
    problema: deFila((fila) => {
      const problema = problemaDe(fila, campo);
      return problema === undefined ? undefined : { clase: problema.clase, mensaje: mensajeDe(problema) };
    }),
  };
}

/** What is wrong with a row, in words: its first error, else its first notice, and how many more. */
function problemaEnPalabras({ problemas }: RevisionFila): string {
  const [first] = [...problemas].sort((a, b) => Number(b.clase === 'error') - Number(a.clase === 'error'));
  if (first === undefined) return '';
  const { que } = partesDe(mensajeDe(first));
  return problemas.length === 1 ? que : m.filas_problema_y_mas({ que, n: problemas.length - 1 });
}

/** What the rows under a heading have, and how many they are. */
const titulo = (renglon: Renglon): string =>
  renglon.estado === 'grupo'
    ? m.filas_grupo({
        n: renglon.filas,
        texto: cantidad(renglon.filas),
        titulo: renglon.problema === null ? m.filas_sin_problema() : tituloDe(renglon.problema),
      })
    : problemaEnPalabras(renglon);

/** What becomes of a line and why, in words; undefined when it is ready. */
function queTiene(renglon: Renglon): ReturnType<NonNullable<Columna['estado']>> {
  if (renglon.estado === 'grupo')
    return renglon.problema === null
      ? { estado: 'conciliado', palabra: titulo(renglon) }
      : { estado: renglon.problema.clase, palabra: titulo(renglon) };
  const estado = estadoDe(renglon);
  const palabras = renglon.estado === 'omitida' ? '' : problemaEnPalabras(renglon);
  return estado === undefined || palabras === '' ? estado : { ...estado, palabra: palabras };
}

/** Everything that is wrong with the row, whole; of a heading, what it says. */
const explicacion = (renglon: Renglon): string | undefined => {
  const todo = renglon.estado === 'grupo' ? titulo(renglon) : renglon.problemas.map(mensajeDe).join('\n');
  return todo === '' ? undefined : todo;
};

interface DeQue {
  readonly campos: readonly Campo[];
  /** Fields with something to look at in some row. */
  readonly conProblema: readonly Campo[];
  /** Some row had something to look at when they were read. */
  readonly hayProblemas: boolean;
  /** The names of the files, told apart when there are several. */
  readonly archivos: readonly string[];
}

/** The columns of the grid of rows. */
export function columnasDeFilas({ campos, conProblema, hayProblemas, archivos }: DeQue): readonly Columna[] {
  return [
    {
      clave: 'fila',
      titulo: m.col_fila(),
      tipo: 'entero',
      ordenable: false,
      clase: 'g-numero-de-fila',
      valor: valorDeFila(({ fila }) => fila),
    },
    {
      clave: 'estado',
      titulo: hayProblemas ? m.filas_problema() : m.col_estado(),
      tipo: 'estado',
      ordenable: false,
      estado: queTiene,
      sinEstado: m.filas_lista(),
      explica: explicacion,
    },
    ...(archivos.length > 1
      ? [
          {
            clave: 'archivo',
            titulo: m.col_archivo(),
            tipo: 'texto' as const,
            ordenable: false,
            valor: valorDeFila(({ archivo }) => archivos[archivo]),
          },
        ]
      : []),
    ...campos.map((campo) => columnaDe(campo, conProblema.includes(campo))),
  ];
}
