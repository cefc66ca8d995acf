/** Our own coupons as a view: what this PC uploaded and where each ended, from the ledger. */
import type { CoberturaDocumento, FilaDocumento } from '#contract/documents.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Disposicion } from '#domain/conciliacion.ts';
import { CAMPOS_EN_ORDEN, CUPON_CAMPOS, type Cupon } from '#domain/cupon.ts';
import type { Libro } from '#storage/ledger/index.ts';
import { parseCanonical } from '../import/parse-canonical.ts';
import { SIN_COBERTURA } from './cobertura.ts';
import { exigirCampo } from './pedido.ts';

type Pedido = Omit<MethodParsed<'datos.consultar'>, 'limite' | 'despues' | 'totales'>;

const POR_PAGINA = 500;
const DISPOSICIONES: readonly Disposicion[] = [
  'conciliado',
  'sin_conciliar',
  'existente',
  'rechazado',
  'no_informado',
  'no_enviado',
];

/** The fields of the view, in order: where it came from, the coupon, what became of it. */
export const CAMPOS_DE_CUPON: readonly {
  readonly nombre: string;
  readonly tipo: 'texto' | 'entero' | 'importe' | 'fecha' | 'booleano';
}[] = [
  { nombre: 'carga', tipo: 'texto' },
  { nombre: 'archivo', tipo: 'texto' },
  { nombre: 'fila', tipo: 'entero' },
  ...CAMPOS_EN_ORDEN.map((nombre) => {
    const { tipo } = CUPON_CAMPOS[nombre];
    return { nombre, tipo: tipo === 'importe' || tipo === 'fecha' ? tipo : ('texto' as const) };
  }),
  { nombre: 'estado', tipo: 'texto' },
  { nombre: 'conciliado', tipo: 'booleano' },
  { nombre: 'nro_liquidacion', tipo: 'texto' },
  { nombre: 'fecha_liq', tipo: 'fecha' },
];

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

const textoDe = (valor: unknown): string => (valor === null || valor === undefined ? '' : String(valor));

function comparar(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [x, y] = [textoDe(a), textoDe(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Rows of the filter, in order: by date of sale unless it is said. Throws `USO` for a field that there is not. */
export function cuponesDe(libro: Libro, cuentaId: string, pedido: Pedido): readonly FilaDocumento[] {
  const { desde, hasta, filtros = [], orden, campoFecha = 'fecha_venta' } = pedido;
  exigirCampo(
    CAMPOS_DE_CUPON.filter(({ tipo }) => tipo === 'fecha'),
    campoFecha,
    'cupones',
  );
  const porCampo = new Map<string, Set<string>>();
  for (const { campo, valor } of filtros) {
    exigirCampo(CAMPOS_DE_CUPON, campo, 'cupones');
    const texto = valor === 'null' ? '' : valor.normalize('NFC');
    porCampo.set(campo, (porCampo.get(campo) ?? new Set()).add(texto));
  }
  const filas: FilaDocumento[] = [];
  for (const { carga } of libro.uploads(cuentaId).toReversed()) {
    for (const fila of deUnaCarga(libro, carga)) {
      const fecha = textoDe(fila[campoFecha]);
      if (desde !== undefined && fecha < desde) continue;
      if (hasta !== undefined && (fecha === '' || fecha > hasta)) continue;
      if ([...porCampo].every(([campo, valores]) => valores.has(textoDe(fila[campo])))) filas.push(fila);
    }
  }
  const campo = exigirCampo(CAMPOS_DE_CUPON, orden?.campo ?? 'fecha_venta', 'cupones');
  const valorDe = (fila: FilaDocumento): unknown =>
    campo.tipo === 'importe' ? Number(textoDe(fila[campo.nombre])) : fila[campo.nombre];
  const sentido = orden?.desc === true ? -1 : 1;
  return filas.sort((a, b) => sentido * comparar(valorDe(a), valorDe(b)));
}

/** The ledger is ours: it is always up to date with what this PC did. */
export function coberturaDeCupones(libro: Libro, cuentaId: string): CoberturaDocumento {
  const cuando = libro.uploads(cuentaId).map(({ carga, congelado }) => libro.ultimoEvento(carga)?.at ?? congelado);
  if (cuando.length === 0) return SIN_COBERTURA;
  return { ...SIN_COBERTURA, estado: 'al_dia', sincronizado: civilDateTimeAt(Math.max(...cuando)) };
}
