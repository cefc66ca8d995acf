import { AppError } from '#contract/errors.ts';
import type { QueryDocument, SyncDocument } from '#contract/documents.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { METHODS, VISTAS, type ServiceMethod, type Vista } from '#domain/vista.ts';
import { coverageInWords, titleOf, emptyInWords } from '#app/browse/titles.ts';
import { withApp } from '../application.ts';
import {
  getArgument,
  hasFlag,
  dados,
  numberOption,
  getExitCode,
  textOption,
  textOptions,
  type Command,
  type CommandRequest,
} from '../command.ts';
import { formatNumber, formatTable } from '../format.ts';
import { resolveOutputFile, checkPeriod } from '../output.ts';

const uso = (mensaje: string): AppError => new AppError('USO', { mensaje });

function vistaDe(nombre: string): Vista {
  const vista = VISTAS.find((each) => each === nombre);
  if (vista !== undefined) return vista;
  throw uso(`«${nombre}» no es una vista. No se leyó nada. Las que hay: ${VISTAS.join(', ')}.`);
}

function parseMethod(nombre: string): ServiceMethod {
  const metodo = METHODS.find((each) => each === nombre);
  if (metodo !== undefined) return metodo;
  throw uso(`«${nombre}» no se puede sincronizar. No se pidió nada. Se puede: ${METHODS.join(', ')}.`);
}

const SIGNS = { '=': 'igual', '!=': 'distinto', '~': 'contiene', '>': 'mayor', '<': 'menor' } as const;
const isSign = (texto: string): texto is keyof typeof SIGNS => texto in SIGNS;

/** Parses `marca=CORDALIA`; besides the equality of docs/cli.md, `!=`, `~` (contains), `>` and `<`. */
function filterOf(par: string): NonNullable<MethodInput<'datos.exportar'>['filtros']>[number] {
  const [, campo = '', sign = '', valor = ''] = /^\s*([^=!~<>\s]+)\s*(!=|[=~<>])(.*)$/su.exec(par) ?? [];
  if (isSign(sign)) return { campo, op: SIGNS[sign], valor: valor.trim() };
  throw uso(`«${par}» no es un filtro. No se leyó nada. Escribilo como --filtro marca=CORDALIA.`);
}

function parseOrder(orden: string): { campo: string; desc: boolean } {
  const [campo = '', direction, ...rest] = orden.split(':');
  if (campo !== '' && rest.length === 0 && (direction === undefined || direction === 'desc' || direction === 'asc')) {
    return { campo, desc: direction === 'desc' };
  }
  throw uso(`«${orden}» no es un orden. No se leyó nada. Escribilo como --orden importe:desc.`);
}

/** The query of a view, from the options. */
function queryOf(request: CommandRequest): Omit<MethodInput<'datos.exportar'>, 'salida'> {
  const orden = textOption(request, 'orden');
  const columnas = textOptions(request.opciones['columna'], 'columna');
  const [desde, hasta] = [textOption(request, 'desde'), textOption(request, 'hasta')];
  checkPeriod(desde, hasta);
  return {
    vista: vistaDe(getArgument(request, 0)),
    filtros: textOptions(request.opciones['filtro'], 'filtro').map(filterOf),
    retiradas: hasFlag(request, 'retiradas'),
    detalle: hasFlag(request, 'detalle'),
    ...dados({
      cuenta: textOption(request, 'cuenta'),
      desde,
      hasta,
      campoFecha: textOption(request, 'campoFecha'),
      texto: textOption(request, 'texto'),
      columnas: columnas.length === 0 ? undefined : [...columnas],
      limite: numberOption(request, 'limite'),
      orden: orden === undefined ? undefined : parseOrder(orden),
    }),
  };
}

function syncLines({ metodos, fallas, mensaje }: SyncDocument): string[] {
  return [
    ...formatTable(
      [
        ['', 'Nuevas', 'Cambiadas', 'Iguales', 'Bajas', 'En duda', 'Apartadas', ''],
        ...metodos.map(({ metodo, nuevos, cambiados, iguales, bajas, enDuda, cuarentena, cobertura }) => [
          metodo,
          ...[nuevos, cambiados, iguales, bajas, enDuda, cuarentena].map(formatNumber),
          coverageInWords(cobertura),
        ]),
      ],
      [1, 2, 3, 4, 5, 6],
    ),
    ...fallas.map((falla) => `${falla.metodo} ${falla.ventana}: ${falla.mensaje}`),
    ...(mensaje !== undefined && fallas.length === 0 ? [mensaje] : []),
  ];
}

/** `sincronizar` (docs/cli.md). */
export const synchroniseData: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const metodos = textOptions(request.opciones['metodo'], 'metodo').map(parseMethod);
    const [desde, hasta] = [textOption(request, 'desde'), textOption(request, 'hasta')];
    checkPeriod(desde, hasta);
    const doc = await app.call(
      'datos.sincronizar',
      dados({
        cuenta: textOption(request, 'cuenta'),
        desde,
        hasta,
        metodos: metodos.length === 0 ? undefined : metodos,
      }),
    );
    environment.consola.showResult(doc, () => syncLines(doc));
    return getExitCode(doc);
  });

const toCell = (valor: unknown): string => {
  if (valor === null || valor === undefined) return '—';
  if (typeof valor === 'boolean') return valor ? 'sí' : 'no';
  return typeof valor === 'object' ? JSON.stringify(valor) : String(valor);
};

function queryLines({ total, filas, cobertura }: QueryDocument): string[] {
  const [primera] = filas;
  if (primera === undefined) return [emptyInWords(cobertura), coverageInWords(cobertura)];
  const campos = Object.keys(primera).filter((campo) =>
    filas.some((fila) => fila[campo] !== null && fila[campo] !== ''),
  );
  return [
    ...formatTable([campos.map(titleOf), ...filas.map((fila) => campos.map((campo) => toCell(fila[campo])))]),
    '',
    `${formatNumber(filas.length)} de ${formatNumber(total)} filas. ${coverageInWords(cobertura)}.`,
  ];
}

/** `consultar` (docs/cli.md). */
export const queryRows: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const doc = await app.call('datos.consultar', queryOf(request));
    const { siguiente: _, ...propio } = doc;
    environment.consola.showResult(propio, () => queryLines(doc));
    return 0;
  });

/** `exportar` (docs/cli.md). */
export const exportRows: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const salida = resolveOutputFile(textOption(request, 'salida') ?? '');
    const doc = await app.call('datos.exportar', { ...queryOf(request), salida });
    environment.consola.showResult(doc, () => [
      `Se escribieron ${formatNumber(doc.filas)} filas en ${doc.archivo}.`,
      coverageInWords(doc.cobertura),
    ]);
    return 0;
  });
