import { AppError } from '#contract/errors.ts';
import type { ConsultaDocumento, SincronizacionDocumento } from '#contract/documents.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { METODOS, VISTAS, type Metodo, type Vista } from '#domain/vista.ts';
import { coberturaEnPalabras, titulo, vacioEnPalabras } from '#app/browse/titulos.ts';
import { conAplicacion } from '../aplicacion.ts';
import { argumento, bandera, dados, numero, salidaDe, texto, textos, type Comando, type Pedido } from '../comando.ts';
import { cantidad, tabla } from '../formato.ts';
import { archivoDeSalida, revisarPeriodo } from '../salida.ts';

const uso = (mensaje: string): AppError => new AppError('USO', { mensaje });

function vistaDe(nombre: string): Vista {
  const vista = VISTAS.find((cada) => cada === nombre);
  if (vista !== undefined) return vista;
  throw uso(`«${nombre}» no es una vista. No se leyó nada. Las que hay: ${VISTAS.join(', ')}.`);
}

function metodoDe(nombre: string): Metodo {
  const metodo = METODOS.find((cada) => cada === nombre);
  if (metodo !== undefined) return metodo;
  throw uso(`«${nombre}» no se puede sincronizar. No se pidió nada. Se puede: ${METODOS.join(', ')}.`);
}

const SIGNOS = { '=': 'igual', '!=': 'distinto', '~': 'contiene', '>': 'mayor', '<': 'menor' } as const;
const esSigno = (texto: string): texto is keyof typeof SIGNOS => texto in SIGNOS;

/** `marca=CORDALIA`; besides docs/cli.md's equality, `!=`, `~` (has it), `>` and `<`. */
function filtroDe(par: string): NonNullable<MethodInput<'datos.exportar'>['filtros']>[number] {
  const [, campo = '', signo = '', valor = ''] = /^\s*([^=!~<>\s]+)\s*(!=|[=~<>])(.*)$/su.exec(par) ?? [];
  if (esSigno(signo)) return { campo, op: SIGNOS[signo], valor: valor.trim() };
  throw uso(`«${par}» no es un filtro. No se leyó nada. Escribilo como --filtro marca=CORDALIA.`);
}

function ordenDe(orden: string): { campo: string; desc: boolean } {
  const [campo = '', sentido, ...resto] = orden.split(':');
  if (campo !== '' && resto.length === 0 && (sentido === undefined || sentido === 'desc' || sentido === 'asc')) {
    return { campo, desc: sentido === 'desc' };
  }
  throw uso(`«${orden}» no es un orden. No se leyó nada. Escribilo como --orden importe:desc.`);
}

/** What is asked of a view, from the options. */
function consultaDe(pedido: Pedido): Omit<MethodInput<'datos.exportar'>, 'salida'> {
  const orden = texto(pedido, 'orden');
  const columnas = textos(pedido.opciones['columna'], 'columna');
  const [desde, hasta] = [texto(pedido, 'desde'), texto(pedido, 'hasta')];
  revisarPeriodo(desde, hasta);
  return {
    vista: vistaDe(argumento(pedido, 0)),
    filtros: textos(pedido.opciones['filtro'], 'filtro').map(filtroDe),
    retiradas: bandera(pedido, 'retiradas'),
    detalle: bandera(pedido, 'detalle'),
    ...dados({
      cuenta: texto(pedido, 'cuenta'),
      desde,
      hasta,
      campoFecha: texto(pedido, 'campoFecha'),
      texto: texto(pedido, 'texto'),
      columnas: columnas.length === 0 ? undefined : [...columnas],
      limite: numero(pedido, 'limite'),
      orden: orden === undefined ? undefined : ordenDe(orden),
    }),
  };
}

function sincronizacionEnLineas({ metodos, fallas, mensaje }: SincronizacionDocumento): string[] {
  return [
    ...tabla(
      [
        ['', 'Nuevas', 'Cambiadas', 'Iguales', 'Bajas', 'En duda', 'Apartadas', ''],
        ...metodos.map(({ metodo, nuevos, cambiados, iguales, bajas, enDuda, cuarentena, cobertura }) => [
          metodo,
          ...[nuevos, cambiados, iguales, bajas, enDuda, cuarentena].map(cantidad),
          coberturaEnPalabras(cobertura),
        ]),
      ],
      [1, 2, 3, 4, 5, 6],
    ),
    ...fallas.map((falla) => `${falla.metodo} ${falla.ventana}: ${falla.mensaje}`),
    ...(mensaje !== undefined && fallas.length === 0 ? [mensaje] : []),
  ];
}

/** `sincronizar` (docs/cli.md). */
export const sincronizar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const metodos = textos(pedido.opciones['metodo'], 'metodo').map(metodoDe);
    const [desde, hasta] = [texto(pedido, 'desde'), texto(pedido, 'hasta')];
    revisarPeriodo(desde, hasta);
    const documento = await app.llamar(
      'datos.sincronizar',
      dados({
        cuenta: texto(pedido, 'cuenta'),
        desde,
        hasta,
        metodos: metodos.length === 0 ? undefined : metodos,
      }),
    );
    entorno.consola.resultado(documento, () => sincronizacionEnLineas(documento));
    return salidaDe(documento);
  });

const enCelda = (valor: unknown): string => {
  if (valor === null || valor === undefined) return '—';
  if (typeof valor === 'boolean') return valor ? 'sí' : 'no';
  return typeof valor === 'object' ? JSON.stringify(valor) : String(valor);
};

function consultaEnLineas({ total, filas, cobertura }: ConsultaDocumento): string[] {
  const [primera] = filas;
  if (primera === undefined) return [vacioEnPalabras(cobertura), coberturaEnPalabras(cobertura)];
  const campos = Object.keys(primera).filter((campo) =>
    filas.some((fila) => fila[campo] !== null && fila[campo] !== ''),
  );
  return [
    ...tabla([campos.map(titulo), ...filas.map((fila) => campos.map((campo) => enCelda(fila[campo])))]),
    '',
    `${cantidad(filas.length)} de ${cantidad(total)} filas. ${coberturaEnPalabras(cobertura)}.`,
  ];
}

/** `consultar` (docs/cli.md). */
export const consultar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const documento = await app.llamar('datos.consultar', consultaDe(pedido));
    const { siguiente: _, ...propio } = documento;
    entorno.consola.resultado(propio, () => consultaEnLineas(documento));
    return 0;
  });

/** `exportar` (docs/cli.md). */
export const exportar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const salida = archivoDeSalida(texto(pedido, 'salida') ?? '');
    const documento = await app.llamar('datos.exportar', { ...consultaDe(pedido), salida });
    entorno.consola.resultado(documento, () => [
      `Se escribieron ${cantidad(documento.filas)} filas en ${documento.archivo}.`,
      coberturaEnPalabras(documento.cobertura),
    ]);
    return 0;
  });
