/** The tie-outs as a sheet. */
import type {
  Control,
  ControlDocumento,
  ControlEstado,
  ControlMotivo,
  ControlesDocumento,
  Papel,
} from '#contract/controles.ts';
import { parseMoney } from '#domain/money.ts';
import type { Celda, HojaTabla } from '#workbook/write/libro.ts';
import { titulo } from '../browse/titulos.ts';

const NOMBRES: Readonly<Record<Control, string>> = {
  liquidaciones_totales: 'Liquidaciones contra los totales del servicio',
  impuestos_totales: 'Impuestos contra los totales del servicio',
  calendario_vendido: 'Operaciones contra lo vendido del calendario',
  calendario_acreditado: 'Liquidaciones pagadas contra lo acreditado del calendario',
  liquidacion_operaciones: 'Lo facturado contra las operaciones de cada liquidación',
  liquidacion_neto: 'Facturado menos descontado es acreditado',
  impuestos_partes: 'Cada total de impuestos contra sus partes',
};
const ESTADOS: Readonly<Record<ControlEstado, string>> = {
  coincide: 'Coincide',
  difiere: 'Difiere',
  sin_datos: 'Sin datos',
};
const MOTIVOS: Readonly<Record<ControlMotivo, string>> = {
  sin_leer: 'No se leyó',
  parcial: 'Faltan días por leer',
  inestable: 'Cambiaba mientras se leía',
  otro_dia: 'Se leyeron en días distintos',
  no_contratado: 'Servicio no contratado',
  rechazado: 'Se pidió, y el servicio no lo dio',
  sin_informar: 'El servicio no informa algún importe',
};
/** Names of rows that fit a cell. */
const EJEMPLOS = 10;

const importe = (texto: string | null): Celda => (texto === null ? null : (parseMoney(texto, 'sin-miles') ?? texto));

/** What each paper is about. */
const esDe = (papel: Papel, { control }: ControlDocumento): boolean =>
  control.startsWith('impuestos_') === (papel === 'impuestos');

/** Those that a paper is about, counted. */
export function controlesDe(papel: Papel, documento: ControlesDocumento): ControlesDocumento {
  const controles = documento.controles.filter((cada) => esDe(papel, cada));
  const cuantos = (estado: ControlEstado): number => controles.filter((cada) => cada.estado === estado).length;
  return {
    ...documento,
    controles,
    coinciden: cuantos('coincide'),
    difieren: cuantos('difiere'),
    sinDatos: cuantos('sin_datos'),
  };
}

function fila(cada: ControlDocumento): readonly Celda[] {
  const nombres = cada.filas.slice(0, EJEMPLOS).map(({ nombre }) => nombre);
  const resto = cada.filasTotal - nombres.length;
  return [
    ESTADOS[cada.estado],
    NOMBRES[cada.control],
    cada.periodo,
    cada.tarjeta,
    titulo(cada.campo),
    importe(cada.esperado),
    importe(cada.calculado),
    importe(cada.diferencia),
    cada.motivo === null ? null : MOTIVOS[cada.motivo],
    [...nombres, ...(resto > 0 ? [`y ${String(resto)} más`] : [])].join(', '),
  ];
}

/** *Controles*: what differs first. */
export function hojaControles(
  { controles }: Pick<ControlesDocumento, 'controles'>,
  sello: readonly string[],
): HojaTabla {
  return {
    forma: 'tabla',
    nombre: 'Controles',
    sello: ['Controles: lo leído contra lo que suma el servicio', ...sello],
    columnas: [
      { titulo: 'Estado', tipo: 'texto', ancho: 12, total: { cuenta: 'controles' } },
      { titulo: 'Control', tipo: 'texto', ancho: 52 },
      { titulo: 'Mes', tipo: 'texto', ancho: 10 },
      { titulo: 'Tarjeta', tipo: 'texto', ancho: 18 },
      { titulo: 'Campo', tipo: 'texto', ancho: 22 },
      { titulo: 'Esperado', tipo: 'importe', ancho: 18 },
      { titulo: 'Calculado', tipo: 'importe', ancho: 18 },
      { titulo: 'Diferencia', tipo: 'importe', ancho: 18 },
      { titulo: 'Por qué', tipo: 'texto', ancho: 26 },
      { titulo: 'Filas', tipo: 'texto', ancho: 60 },
    ],
    vacia: 'Ningún control: no hay nada leído en el período.',
    filas: controles.map(fila),
  };
}
