import type { RevisionFila } from '#contract/revision.ts';
import { m } from '../../paraglide/messages.js';
import type { ColumnaDatos } from '../../ui/grilla/tipos.ts';
import { nombreDeCampo } from './campos.ts';
import { problemaDe, problemaDeFila, type Campo } from './celda.ts';
import { mensajeDe } from './mensajes.ts';

type Columna = ColumnaDatos<RevisionFila>;

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
    valor: (fila) => fila.valores[campo],
    problema: (fila) => {
      const problema = problemaDe(fila, campo);
      return problema === undefined ? undefined : { clase: problema.clase, mensaje: mensajeDe(problema) };
    },
  };
}

interface DeQue {
  readonly campos: readonly Campo[];
  /** Fields with something to look at in some row. */
  readonly conProblema: readonly Campo[];
  /** The names of the files, told apart when there are several. */
  readonly archivos: readonly string[];
}

/** The columns of the grid of rows. */
export function columnasDeFilas({ campos, conProblema, archivos }: DeQue): readonly Columna[] {
  return [
    { clave: 'fila', titulo: m.col_fila(), tipo: 'entero', ordenable: false, clase: 'g-numero-de-fila' },
    {
      clave: 'estado',
      titulo: m.col_estado(),
      tipo: 'estado',
      ordenable: false,
      estado: estadoDe,
      sinEstado: m.filas_lista(),
      explica: (fila) => {
        const general = problemaDeFila(fila);
        return general === undefined ? undefined : mensajeDe(general);
      },
    },
    ...(archivos.length > 1
      ? [
          {
            clave: 'archivo',
            titulo: m.col_archivo(),
            tipo: 'texto' as const,
            ordenable: false,
            valor: ({ archivo }: RevisionFila) => archivos[archivo],
          },
        ]
      : []),
    ...campos.map((campo) => columnaDe(campo, conProblema.includes(campo))),
  ];
}
