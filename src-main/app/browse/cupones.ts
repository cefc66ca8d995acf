/** Our own coupons as a view: what this PC uploaded and where each ended, from the ledger. */
import { CAMPOS_DE_VISTA, type Campo } from '#contract/datos-campos.ts';
import type { CoberturaDocumento, FilaDocumento } from '#contract/documents.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import { DISPOSICIONES } from '#domain/conciliacion.ts';
import { CAMPOS_EN_ORDEN, type Cupon } from '#domain/cupon.ts';
import type { Libro } from '#storage/ledger/index.ts';
import { parseCanonical } from '../import/parse-canonical.ts';
import { SIN_COBERTURA } from '../cobertura/cobertura.ts';
import { exigirCampo, filtrosDe, type PedidoDeVista } from './pedido.ts';
import { cumple, cumpleTexto } from './predicado.ts';

const POR_PAGINA = 500;

const CAMPOS_DE_CUPON = CAMPOS_DE_VISTA.cupones;

const camposDe = (cupon: Cupon): Readonly<Record<string, string | null>> =>
  Object.fromEntries(CAMPOS_EN_ORDEN.map((campo) => [campo, cupon[campo] ?? null]));

function* deUnaCarga(libro: Libro, carga: string): Generator<FilaDocumento> {
  let vistas = 0;
  for (let despues = 0; ;) {
    const pagina = libro.informePagina(carga, DISPOSICIONES, despues, POR_PAGINA);
    for (const { seq, archivo, fila, cupon, disposicion, nroLiquidacion, fechaLiq } of pagina) {
      despues = seq;
      vistas += 1;
      const conciliado = disposicion === 'conciliado' ? true : disposicion === 'sin_conciliar' ? false : null;
      yield {
        carga,
        archivo,
        fila,
        ...camposDe(cupon),
        estado: disposicion,
        conciliado,
        nro_liquidacion: nroLiquidacion,
        fecha_liq: fechaLiq,
      };
    }
    if (pagina.length < POR_PAGINA) break;
  }
  if (vistas === 0) yield* sinResultado(libro, carga);
}

/** An upload whose result was not read yet. */
function* sinResultado(libro: Libro, carga: string): Generator<FilaDocumento> {
  const upload = libro.upload(carga);
  for (let seq = 1; upload !== undefined && seq <= upload.total; seq++) {
    const nuestra = libro.cupon(carga, seq);
    if (nuestra === undefined) continue;
    const cupon = { ...camposDe(parseCanonical(nuestra.texto)) };
    if (upload.marcador !== null) cupon[upload.marcador.campo] = null;
    yield {
      carga,
      archivo: upload.archivos[nuestra.archivo] ?? '',
      fila: nuestra.fila,
      ...cupon,
      estado: 'pendiente',
      conciliado: null,
      nro_liquidacion: null,
      fecha_liq: null,
    };
  }
}

/** What SQLite would compare: null before everything, numbers as numbers, text by its code points. */
function comparar(a: unknown, b: unknown): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [x, y] = [String(a), String(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

const enOrden = ({ nombre, tipo }: Campo, fila: FilaDocumento): unknown => {
  const valor = fila[nombre] ?? null;
  return tipo === 'importe' && valor !== null ? Number(valor) : valor;
};

/** What typed words are looked for in. */
const BUSCADOS = [
  'comprobante', 'autorizacion', 'referencia', 'referencia_extra', 'nro_liquidacion', 'lote', 'terminal', 'tarjeta_nro', 'establecimiento',
  'tarjeta_desc', 'wallet_referencia', 'auxiliar_1', 'auxiliar_2', 'auxiliar_3', 'auxiliar_4', 'auxiliar_5', 'archivo', 'estado',
]; // prettier-ignore

/** Rows of the filter, in order: by date of sale unless it is said. Throws `USO` for a field that there is not. */
export function cuponesDe(libro: Libro, cuentaId: string, pedido: PedidoDeVista): readonly FilaDocumento[] {
  const { desde, hasta, orden, texto = '', campoFecha = 'fecha_venta' } = pedido;
  const fechas = CAMPOS_DE_CUPON.filter(({ tipo }) => tipo === 'fecha');
  exigirCampo(fechas, campoFecha, 'cupones');
  const filtros = filtrosDe(CAMPOS_DE_CUPON, 'cupones', pedido.filtros);
  const filas: FilaDocumento[] = [];
  for (const { carga } of libro.uploads(cuentaId).toReversed()) {
    for (const fila of deUnaCarga(libro, carga)) {
      const fecha = String(fila[campoFecha] ?? '');
      if (desde !== undefined && fecha < desde) continue;
      if (hasta !== undefined && (fecha === '' || fecha > hasta)) continue;
      if (!filtros.every((filtro) => cumple(CAMPOS_DE_CUPON, filtro, fila))) continue;
      if (cumpleTexto({ campos: CAMPOS_DE_CUPON, buscados: BUSCADOS }, texto, fila)) filas.push(fila);
    }
  }
  const campo = exigirCampo(CAMPOS_DE_CUPON, orden?.campo ?? 'fecha_venta', 'cupones');
  const sentido = orden?.desc === true ? -1 : 1;
  return filas.sort((a, b) => sentido * comparar(enOrden(campo, a), enOrden(campo, b)));
}

/** The ledger is ours: it is always up to date with what this PC did. */
export function coberturaDeCupones(libro: Libro, cuentaId: string): CoberturaDocumento {
  const cuando = libro.uploads(cuentaId).map(({ carga, congelado }) => libro.ultimoEvento(carga)?.at ?? congelado);
  if (cuando.length === 0) return SIN_COBERTURA;
  return { ...SIN_COBERTURA, estado: 'al_dia', sincronizado: civilDateTimeAt(Math.max(...cuando)) };
}
