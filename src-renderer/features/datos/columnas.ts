import { CAMPOS_DE_VISTA, SIGNED_AMOUNTS, type Campo } from '#contract/datos-campos.ts';
import { etiquetaDeCampo } from '#contract/datos-etiquetas.ts';
import type { FilaConClave } from '#contract/datos.ts';
import type { Vista } from './vista.ts';
import { escribirRuta } from '../../marco/rutas.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { cuit, monto } from '../../ui/format.ts';
import type { ColumnaDatos } from '../../ui/grilla/tipos.ts';
import { momento } from './cobertura.ts';
import type { DescripcionVista } from './descripciones.ts';

/** Shorter than the contract's where the screen says the rest. */
const TITULOS: Readonly<Record<string, () => string>> = {
  fecha_venta: m.datos_col_venta,
  tarjeta_nro: m.datos_col_ultimos,
  nro_liquidacion: m.datos_col_liquidacion,
  fecha_pago: m.datos_col_pago,
  costo_fin: m.datos_col_costo,
  total_facturado: m.datos_col_facturado,
  total_descontado: m.datos_col_descontado,
  total_acreditado: m.datos_col_acreditado,
  debito_credito: m.datos_col_debito_credito,
  acreditada: m.datos_col_estado,
};
/** What is deducted: written with its minus, whichever way the service reports it (docs/visual-language.md §4). */
const RESTAN = /^(arancel|costo_fin|descontado_.*|des_.*|total_descontado)$/;
const DE_OPERACIONES = ['liquidaciones_id', 'transacciones_id'];

const idioma = (): 'es' | 'en' => (getLocale() === 'en' ? 'en' : 'es');

/** What a field is called on screen. */
export const tituloDe = (campo: string): string => TITULOS[campo]?.() ?? etiquetaDeCampo(campo, idioma());

export const signoDe = (campo: string): 'resta' | 'sorprende' => (RESTAN.test(campo) ? 'resta' : 'sorprende');

/** The text of a field of a row; empty when it has none. */
export function textoDe(fila: FilaConClave, campo: string): string {
  const valor = fila[campo];
  return typeof valor === 'string' || typeof valor === 'number' ? String(valor) : '';
}

type Estado = NonNullable<ReturnType<NonNullable<ColumnaDatos<FilaConClave>['estado']>>>;

/** Credited, still to be, or nobody knows: the third one is never "no" (docs/gaps.md, `acreditada`). */
export function estadoDeAcreditada(valor: unknown): Estado {
  if (valor === true) return { estado: 'conciliado', palabra: m.datos_acreditada() };
  if (valor === false) return { estado: 'espera', palabra: m.datos_pendiente() };
  return { estado: 'sin-datos', palabra: m.datos_sin_banco() };
}

function estadoDe(campo: string, fila: FilaConClave): Estado | undefined {
  if (campo === 'acreditada') return estadoDeAcreditada(fila[campo]);
  const conciliado = fila[campo];
  if (typeof conciliado !== 'boolean') return undefined;
  return conciliado
    ? { estado: 'conciliado', palabra: m.estado_conciliado() }
    : { estado: 'sin-conciliar', palabra: m.estado_sin_conciliar() };
}

function enlaceDe(vista: Vista, campo: string): ColumnaDatos<FilaConClave>['enlace'] {
  if (campo === 'nro_liquidacion' || (campo === 'numero' && vista.startsWith('liquidaciones'))) {
    const idDe = campo === 'numero' ? 'id' : 'liquidaciones_id';
    return (fila) => {
      const id = textoDe(fila, idDe);
      return id === '' ? undefined : escribirRuta({ seccion: 'liquidaciones', id, filtro: {} });
    };
  }
  if (campo === 'numero' && vista === 'impuestos') {
    return (fila) => escribirRuta({ seccion: 'impuestos', id: textoDe(fila, 'id'), filtro: {} });
  }
  return undefined;
}

/** `D` and `C` in words; anything else as it came. */
function debitoOCredito(fila: FilaConClave): string {
  const letra = textoDe(fila, 'debito_credito');
  return letra === 'D' ? m.liq_debito() : letra === 'C' ? m.datos_credito() : letra;
}

/** Tax numbers: the service gives their digits alone. */
export const esCuit = (campo: string): boolean => campo === 'cuit' || campo === 'cuit_cuenta';

/** What the screen says instead of the value of a field; undefined where it says the value. */
export function dichoDe(campo: string): ((fila: FilaConClave) => string) | undefined {
  if (esCuit(campo)) return (fila) => cuit(textoDe(fila, campo));
  return campo === 'debito_credito' ? debitoOCredito : undefined;
}

function columnaDe(descripcion: DescripcionVista, { nombre, tipo }: Campo): ColumnaDatos<FilaConClave> | undefined {
  if (tipo === 'json') return undefined;
  const deEstado = tipo === 'booleano';
  const enlace = enlaceDe(descripcion.vista, nombre);
  const dicho = dichoDe(nombre);
  return {
    clave: nombre,
    titulo: tituloDe(nombre),
    tipo: deEstado ? 'estado' : nombre === 'cuotas' ? 'entero' : tipo,
    secundaria: descripcion.secundarias.indexOf(nombre) + 1,
    oculta: !descripcion.columnas.includes(nombre),
    ...(dicho === undefined ? {} : { valor: dicho }),
    ...(deEstado ? { estado: (fila: FilaConClave) => estadoDe(nombre, fila) } : {}),
    ...(enlace === undefined ? {} : { enlace }),
    ...(tipo === 'importe' ? { signo: signoDe(nombre) } : {}),
  };
}

/** What came in and what left, beside the net of a view whose amounts have a sign; nothing in others, or while they are not known. */
export function sidesOf(vista: Vista, sumas: Readonly<Record<string, string>>): readonly string[] {
  const { plus, minus } = SIGNED_AMOUNTS[vista]?.sums ?? {};
  const [creditos, debitos] = [plus, minus].map((name) => (name === undefined ? undefined : sumas[name]));
  if (creditos === undefined || debitos === undefined) return [];
  return [m.datos_creditos({ monto: monto(creditos) }), m.datos_debitos({ monto: monto(debitos) })];
}

/** The column that shows a field: an amount without its sign is shown with it. What was kept before that named the amount. */
export const columnThatShows = (vista: Vista, campo: string): string => {
  const signed = SIGNED_AMOUNTS[vista];
  return campo === signed?.amount ? signed.as : campo;
};

/** Since when the service no longer gives a row: beside the line through it, in words. */
const RETIRADA: ColumnaDatos<FilaConClave> = {
  clave: 'retirada',
  get titulo() {
    return m.datos_retirada();
  },
  tipo: 'fecha',
  ordenable: false,
};

/** The rows that the service stopped showing and are still added up: a word, and since when. */
const IN_DOUBT: ColumnaDatos<FilaConClave> = {
  clave: 'en_duda',
  get titulo() {
    return m.datos_en_duda();
  },
  tipo: 'estado',
  estado: (fila) => (textoDe(fila, 'en_duda') === '' ? undefined : { estado: 'dudoso', palabra: m.datos_en_duda() }),
  sinEstado: '',
  explica: (fila) => {
    const desde = textoDe(fila, 'en_duda');
    return desde === '' ? undefined : m.datos_en_duda_el({ cuando: momento(desde) });
  },
  ordenable: false,
};

/** The columns of a view: the ones in sight first and in its order, then the ones that can be chosen. */
export function columnasDe(
  descripcion: DescripcionVista,
  { retiradas = false, enDuda = false }: { readonly retiradas?: boolean; readonly enDuda?: boolean } = {},
): readonly ColumnaDatos<FilaConClave>[] {
  const campos = CAMPOS_DE_VISTA[descripcion.vista];
  const lugar = (nombre: string): number => {
    const indice = descripcion.columnas.indexOf(nombre);
    return indice === -1 ? descripcion.columnas.length + (DE_OPERACIONES.includes(nombre) ? 1 : 0) : indice;
  };
  // An amount that comes without its sign is shown with it, in one column.
  const columnas = campos
    .filter(({ nombre }) => columnThatShows(descripcion.vista, nombre) === nombre)
    .sort((a, b) => lugar(a.nombre) - lugar(b.nombre))
    .flatMap((campo) => columnaDe(descripcion, campo) ?? []);
  return [...columnas, ...(enDuda ? [IN_DOUBT] : []), ...(retiradas ? [RETIRADA] : [])];
}
