import type { RevisionProblema } from '#contract/revision.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import { CAMPOS_EN_ORDEN, type CuponCampo } from '#domain/cupon.ts';
import { maskCardNumbers } from '#domain/cupones/card-text.ts';
import { validarFilas, type FilaPorValidar, type FilaValidada } from '#domain/cupones/validate-rows.ts';
import {
  lugarDe,
  type Correccion,
  type Correcciones,
  type FilaGuardada,
  type FilaLeida,
  type IgualesPedidas,
  type RevisionDb,
} from '#storage/revision/index.ts';
import { avisoDe, errorDe } from './cargar.ts';
import type { EstadoRevision } from './estado.ts';

/** A row with what a person put in some of its cells. `leido`: it is the text that is sent already. */
export interface Edicion {
  readonly fila: FilaLeida;
  readonly celdas: FilaPorValidar;
}

interface Contexto {
  readonly estado: EstadoRevision;
  readonly hoy: CivilDate;
  readonly ordenFechas?: Readonly<Partial<Record<CuponCampo, 'dia' | 'mes'>>>;
}

/** Findings that depend on several cells: told anew with each validation. */
const DE_LA_FILA: ReadonlySet<string> = new Set(['OBLIGATORIO', 'TIPO_DE_CUPON_INDEFINIDO', 'TIPO_DE_CUPON_MEZCLADO']);
/** Findings that a row by itself cannot have, or that the database tells. */
const AJENOS: ReadonlySet<string> = new Set([
  'POSIBLE_DUPLICADO',
  'FILA_DE_TOTALES',
  'ENCABEZADO_REPETIDO',
  'FILA_IGNORADA',
]);

const malos = ({ problemas }: FilaLeida): ReadonlySet<CuponCampo> =>
  new Set(problemas.flatMap(({ clase, campo }) => (clase === 'error' && campo !== null ? [campo] : [])));

/** Every cell of the row: those that were edited as they came, the others as they were read. */
function celdasDe({ fila, celdas }: Edicion): FilaPorValidar {
  const wrong = malos(fila);
  const todas: Partial<Record<CuponCampo, { texto: string; leido: boolean }>> = {};
  for (const campo of CAMPOS_EN_ORDEN) {
    const texto = fila.valores[campo];
    if (texto !== undefined) todas[campo] = { texto, leido: !wrong.has(campo) };
  }
  return { ...todas, ...celdas };
}

/** What was known of the cells that were not touched stays; what the validation says of the others and of the row is new. */
function unir({ fila, celdas }: Edicion, validada: FilaValidada): FilaGuardada {
  const touched = (campo: CuponCampo | null | undefined): boolean =>
    campo !== null && campo !== undefined && celdas[campo] !== undefined;
  const kept = fila.problemas.filter(({ campo, codigo }) => !touched(campo) && !DE_LA_FILA.has(codigo));
  const found = [...validada.errores.map(errorDe), ...validada.avisos.map(avisoDe)].filter(
    ({ campo, codigo }) => !AJENOS.has(codigo) && (touched(campo) || DE_LA_FILA.has(codigo)),
  );
  const problemas: readonly RevisionProblema[] = [...found, ...kept].map((one) => ({
    ...one,
    valor: maskCardNumbers(one.valor),
  }));
  const texto = problemas.some(({ clase }) => clase === 'error') ? null : validada.texto;
  const { id, omitida, ignorada } = fila;
  // A cell that was not read again keeps what it said, though the rules of one row could read it otherwise.
  const wrong = new Set(kept.flatMap(({ clase, campo }) => (clase === 'error' && campo !== null ? [campo] : [])));
  const valores: Partial<Record<CuponCampo, string>> = {};
  for (const campo of CAMPOS_EN_ORDEN) {
    const value = wrong.has(campo) ? fila.valores[campo] : validada.valores[campo];
    if (value !== undefined && value !== '') valores[campo] = value;
  }
  return {
    id,
    valores,
    texto,
    problemas,
    omitida,
    ignorada,
    correcciones: correccionesDe({ fila, celdas }, valores, problemas),
  };
}

/** What a person put in the cells of a row, earlier and now: as it was read where it could be. */
function correccionesDe(
  { fila, celdas }: Edicion,
  valores: FilaGuardada['valores'],
  problemas: readonly RevisionProblema[],
): Correcciones {
  const puestas: Partial<Record<CuponCampo, Correccion>> = { ...fila.correcciones };
  for (const campo of CAMPOS_EN_ORDEN) {
    if (celdas[campo] === undefined) continue;
    const mal = problemas.some((one) => one.clase === 'error' && one.campo === campo && one.codigo !== 'OBLIGATORIO');
    puestas[campo] = { texto: valores[campo] ?? '', leido: !mal };
  }
  return puestas;
}

/** Validates edited rows, and only those. In the order of `ediciones`. */
export function revalidar(ediciones: readonly Edicion[], contexto: Contexto): readonly FilaGuardada[] {
  const done = new Map<number, FilaGuardada>();
  for (const [archivo, suyas] of Map.groupBy(ediciones, ({ fila }) => lugarDe(fila.id).archivo)) {
    const validadas = validarFilas({
      filas: suyas.map(celdasDe),
      nombres: contexto.estado.archivos[archivo]?.nombres ?? {},
      hoy: contexto.hoy,
      ordenFechas: contexto.ordenFechas,
      tarjetas: contexto.estado.archivos[archivo]?.tarjetas,
    });
    for (const [index, edicion] of suyas.entries()) {
      const validada = validadas[index];
      if (validada !== undefined) done.set(edicion.fila.id, unir(edicion, validada));
    }
  }
  return ediciones.flatMap(({ fila }) => done.get(fila.id) ?? []);
}

/** What a cell has wrong: its error, else its notice. */
export const problemaEn = (fila: FilaLeida, campo: CuponCampo): RevisionProblema | undefined => {
  const own = fila.problemas.filter((one) => one.campo === campo);
  return own.find(({ clase }) => clase === 'error') ?? own[0];
};

interface Arreglo {
  readonly campo: CuponCampo;
  readonly texto: string;
}

/** What to ask for the other rows with the same problem; undefined when the cell has none. */
export function pedidoDeIguales(fila: FilaLeida, campo: CuponCampo): IgualesPedidas | undefined {
  const problema = problemaEn(fila, campo);
  return problema === undefined ? undefined : { codigo: problema.codigo, campo, valor: problema.valor, menos: fila.id };
}

/** The fix of a cell, for every row with the same problem: each its own when it is the one that was proposed, else the same for the same text. */
export function deTodas(db: RevisionDb, fila: FilaLeida, { campo, texto }: Arreglo): readonly Edicion[] {
  const pedido = pedidoDeIguales(fila, campo);
  if (pedido === undefined) return [];
  const propio = problemaEn(fila, campo)?.arreglo === texto;
  const arregloDe = ({ problemas }: FilaLeida): string | null | undefined =>
    problemas.find((one) => one.campo === campo && one.codigo === pedido.codigo && one.arreglo !== null)?.arreglo;
  const otras = db.iguales(pedido, propio ? 'arreglo' : 'valor').flatMap((id) => db.fila(id) ?? []);
  return otras.map((otra) => ({
    fila: otra,
    celdas: { [campo]: { texto: propio ? (arregloDe(otra) ?? texto) : texto, leido: false } },
  }));
}
