import type {
  Agrupacion,
  CuponLeido,
  FilaDeResultado,
  GrupoDeCupones,
  GrupoResultado,
} from '#contract/conciliaciones.ts';
import { m } from '../../paraglide/messages.js';
import { cantidad, fecha } from '../../ui/format.ts';
import { icono, llenarCelda } from '../../ui/grilla/celdas.ts';
import type { ColumnaDatos, Valor } from '../../ui/grilla/tipos.ts';
import { nombreDeCampo } from '../revision/campos.ts';
import type { Campo } from '../revision/celda.ts';
import { dichoDe, palabraDeDisposicion } from './disposicion.ts';
import { esOrden } from './resultado.svelte.ts';

type Columna = ColumnaDatos<FilaDeResultado>;

const deCupon =
  (leer: (cupon: CuponLeido) => Valor) =>
  (fila: FilaDeResultado): Valor =>
    fila.tipo === 'cupon' ? leer(fila) : '';

const FECHAS: readonly Campo[] = ['fecha_venta', 'fecha_pres', 'fecha_pago'];
/** Who gives up room first comes last. */
const SECUNDARIAS: readonly Campo[] = ['lote', 'tarjeta_nro', 'cuotas'];
const A_LA_VISTA: readonly Campo[] = ['fecha_venta', 'tarjeta_desc', 'tarjeta_nro', 'comprobante', 'lote'];
/** Of a row that was not sent. */
const DE_LA_CAJA: readonly string[] = ['fecha_venta', 'tarjeta_desc'] satisfies readonly Campo[];
const ESCONDIDAS: readonly Campo[] = [
  'establecimiento',
  'terminal',
  'autorizacion',
  'cuotas',
  'bin',
  'fecha_pres',
  'fecha_pago',
  'referencia',
  'wallet_referencia',
];
const CORTO: Partial<Record<Campo, () => string>> = {
  fecha_venta: m.col_fecha,
  tarjeta_desc: m.col_tarjeta,
  tarjeta_nro: m.col_ultimos,
};

const campo = (nombre: Campo, oculta = false): Columna => ({
  clave: nombre,
  titulo: (CORTO[nombre] ?? (() => nombreDeCampo(nombre)))(),
  tipo: FECHAS.includes(nombre) ? 'fecha' : 'texto',
  secundaria: SECUNDARIAS.includes(nombre),
  oculta,
  ordenable: esOrden(nombre),
  valor: deCupon(({ operacion }) =>
    nombre === 'tarjeta_desc'
      ? (operacion.tarjeta_desc ?? operacion.wallet_tipo_operacion ?? operacion.tarjeta_id ?? null)
      : nombre === 'comprobante'
        ? (operacion.comprobante ?? operacion.wallet_referencia ?? null)
        : (operacion[nombre] ?? null),
  ),
});

const una = (clave: string, titulo: string, resto: Partial<Columna> = {}): Columna => ({
  clave,
  titulo,
  tipo: 'texto',
  ordenable: esOrden(clave),
  ...resto,
});

/** Where the coupon came from. */
const origen = (oculta: boolean): readonly Columna[] => [
  una('fila', m.col_fila(), { tipo: 'entero', oculta, valor: deCupon(({ operacion }) => operacion.fila) }),
  una('archivo', m.col_archivo(), { oculta: true, valor: deCupon(({ archivo }) => archivo) }),
];

const motivo = (): Columna =>
  una('motivo', m.resultado_col_motivo(), {
    tipo: 'estado',
    ordenable: false,
    estado: (fila) => (fila.tipo === 'cupon' ? palabraDeDisposicion(fila.disposicion) : undefined),
  });

const importe = (): Columna =>
  una('importe', m.col_importe(), {
    tipo: 'importe',
    signo: 'sorprende',
    nulo: 'sin-datos',
    valor: (fila) => (fila.tipo === 'cupon' ? fila.operacion.importe : fila.importe),
  });

/** Where nobody explains there is no column for it. */
const reasonColumn = (porQue: Agrupada['porQue']): readonly Columna[] =>
  porQue === undefined ? [] : [una('por_que', m.explicacion_motivo(), { ordenable: false, valor: deCupon(porQue) })];

function propias(grupo: GrupoResultado, porQue: Agrupada['porQue']): readonly Columna[] {
  const venta = A_LA_VISTA.map((nombre) => campo(nombre));
  const resto = ESCONDIDAS.map((nombre) => campo(nombre, true));
  const dias = una('dias', m.resultado_col_dias(), {
    tipo: 'entero',
    secundaria: true,
    valor: deCupon((cupon) => cupon.dias),
  });
  switch (grupo) {
    case 'conciliados':
      return [
        ...venta,
        una('nro_liquidacion', m.col_liquidacion(), { valor: deCupon(({ operacion }) => operacion.nro_liquidacion) }),
        una('fecha_liq', m.panel_fecha_liquidacion(), {
          tipo: 'fecha',
          secundaria: true,
          valor: deCupon(({ operacion }) => operacion.fecha_liq),
        }),
        ...resto,
        ...origen(true),
        importe(),
      ];
    case 'sin_conciliar':
      return [...reasonColumn(porQue), ...venta, ...resto, ...origen(true), dias, importe()];
    case 'no_informados':
      return [...venta, ...resto, ...origen(true), motivo(), dias, importe()];
    case 'errores':
      return [
        ...origen(false).map((columna) => ({ ...columna, oculta: false, secundaria: columna.clave === 'archivo' })),
        { ...motivo(), secundaria: true },
        // It is what one comes for: its words are read, and what it is called gives its place to them.
        una('mensaje', m.resultado_col_mensaje(), {
          ancho: 352,
          ordenable: false,
          valor: deCupon(dichoDe),
        }),
        // What finds the row at the till: the others are in its panel.
        ...venta.map((columna) => ({ ...columna, oculta: !DE_LA_CAJA.includes(columna.clave) })),
        { ...importe(), nulo: 'no-aplica' },
      ];
  }
}

const TITULO: Readonly<Record<Agrupacion, () => string>> = {
  tarjeta: m.resultado_por_tarjeta,
  comercio: m.resultado_por_comercio,
  dia: m.resultado_por_dia,
};
const SIN_VALOR: Readonly<Record<Agrupacion, () => string>> = {
  tarjeta: m.totales_sin_tarjeta,
  comercio: m.resultado_sin_comercio,
  dia: m.resultado_sin_dia,
};
/** The heading of a group in words. */
export const nombreDeGrupo = (clave: string, agrupar: Agrupacion): string =>
  clave === '' ? SIN_VALOR[agrupar]() : agrupar === 'dia' ? fecha(clave) : clave;

interface Agrupada {
  readonly agrupar: Agrupacion | undefined;
  readonly onplegar: (clave: string) => void;
  /** Why an unmatched coupon did not match, in a few words, once that is known. */
  readonly porQue?: (cupon: CuponLeido) => string | undefined;
}

/** The columns of a part of the result; grouped, with one for the headings, which are rows of their own. */
export function columnasDeResultado(
  grupo: GrupoResultado,
  { agrupar, onplegar, porQue }: Agrupada,
): readonly Columna[] {
  const columnas = propias(grupo, porQue);
  if (agrupar === undefined) return columnas;
  const deGrupo = una('grupo', TITULO[agrupar](), {
    ancho: 224,
    ordenable: false,
    valor: (fila) => (fila.tipo === 'grupo' ? nombreDeGrupo(fila.clave, agrupar) : ''),
    pintar: (celda, fila) => {
      if (fila.tipo === 'grupo') pintarGrupo(celda, fila, { nombre: nombreDeGrupo(fila.clave, agrupar), onplegar });
    },
  });
  const sinLaSuya = columnas.filter(({ clave }) => clave !== (agrupar === 'tarjeta' ? 'tarjeta_desc' : ''));
  return [deGrupo, ...sinLaSuya.map(soloDeCupones)];
}

/** A heading says nothing in the columns of the coupons but what they add up to. */
const soloDeCupones = (columna: Columna): Columna =>
  columna.clave === 'importe'
    ? columna
    : {
        ...columna,
        pintar: (celda, fila) => {
          if (fila.tipo === 'cupon') llenarCelda(celda, columna, fila);
        },
      };

function pintarGrupo(
  celda: HTMLElement,
  { clave, abierto, cupones }: GrupoDeCupones,
  { nombre, onplegar }: { readonly nombre: string; readonly onplegar: (clave: string) => void },
): void {
  const boton = document.createElement('button');
  boton.type = 'button';
  boton.className = 'g-plegar';
  boton.tabIndex = -1; // the cell is the stop of the keyboard, and Enter folds
  boton.setAttribute('aria-expanded', String(abierto));
  boton.append(icono(abierto ? 'chevron-down' : 'chevron-right'), nombre);
  boton.addEventListener('click', (event) => {
    event.stopPropagation();
    onplegar(clave);
  });
  const cuantos = document.createElement('span');
  cuantos.className = 'g-tenue';
  cuantos.textContent = ` ${cantidad(cupones)}`;
  celda.append(boton, cuantos);
}
