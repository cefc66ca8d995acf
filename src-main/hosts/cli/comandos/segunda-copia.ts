import path from 'node:path';
import type { SegundaCopia, SegundaCopiaDeCuenta } from '#contract/segunda-copia.ts';
import { conAplicacion } from '../aplicacion.ts';
import { argumento, bandera, dados, texto, type Comando, type Pedido } from '../comando.ts';
import { cantidad, tabla } from '../formato.ts';

/** A copy that could not be made is the exit of a disk that did not answer. */
const FAILED = 3;
const kilos = (bytes: number): string => `${cantidad(Math.ceil(bytes / 1024))} KB`;
const days = (n: number): string => (n === 1 ? 'hace 1 día' : `hace ${cantidad(n)} días`);

const uploads = (n: number): string => (n === 1 ? 'una carga' : `${cantidad(n)} cargas`);

function lineOf({ cuenta, copia, dias, desde, falla }: SegundaCopiaDeCuenta): readonly string[] {
  const last = copia === null ? 'ninguna todavía' : `${copia.hecha}, ${kilos(copia.bytes)}`;
  const covered =
    copia === null || desde === null ? '' : dias === 0 ? ' · tiene todo lo enviado' : ` · al día ${days(dias)}`;
  const failure = falla === null ? '' : ` · la última vez no se pudo (${falla.codigo})`;
  return [`  ${cuenta}`, `${last}${covered}${failure}`];
}

function linesOf({ carpeta, mismoDisco, cuentas, pregunta }: SegundaCopia): string[] {
  return [
    carpeta === null ? 'Todavía no elegiste dónde va la segunda copia.' : `La segunda copia va a ${carpeta}.`,
    ...(mismoDisco === true
      ? [
          'Esa carpeta está en el mismo disco que los datos: sirve si algo la lleva a otro lado (una carpeta que se sincroniza).',
        ]
      : []),
    ...(carpeta === null ? [] : tabla(cuentas.map(lineOf))),
    ...(pregunta === 'sin_carpeta' ? ['Hace más de una semana que lo enviado está en un solo disco.'] : []),
    ...(pregunta === 'vieja' ? ['Hace más de una semana que la segunda copia no está al día.'] : []),
  ];
}

const exitOf = ({ cuentas }: SegundaCopia): number => (cuentas.some(({ falla }) => falla !== null) ? FAILED : 0);

/** `respaldo segunda ver`. */
export const ver: Comando = (_pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const segunda = await app.llamar('segunda_copia.ver', {});
    entorno.consola.resultado(segunda, () => linesOf(segunda));
    return 0;
  });

const choose =
  (folderOf: (pedido: Pedido) => string | null): Comando =>
  (pedido, entorno) =>
    conAplicacion(entorno, async (app) => {
      const { segunda } = await app.llamar('segunda_copia.elegir', { carpeta: folderOf(pedido) });
      entorno.consola.resultado(segunda, () => linesOf(segunda));
      return exitOf(segunda);
    });

/** `respaldo segunda elegir`; exits 3 when the folder was taken and a first copy could not be made in it. */
export const elegir = choose((pedido) => path.resolve(argumento(pedido, 0)));

/** `respaldo segunda quitar`. */
export const quitar = choose(() => null);

/** `respaldo segunda copiar`. */
export const copiar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const segunda = await app.llamar('segunda_copia.copiar', dados({ cuenta: texto(pedido, 'cuenta') }));
    entorno.consola.resultado(segunda, () => linesOf(segunda));
    return exitOf(segunda);
  });

/** The folder that was said, whole; the chosen one when none was. */
function folderOf(pedido: Pedido): { carpeta?: string } {
  const said = texto(pedido, 'carpeta');
  return said === undefined ? {} : { carpeta: path.resolve(said) };
}

/** `respaldo segunda listar`. */
export const listar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const listed = await app.llamar('segunda_copia.listar', folderOf(pedido));
    entorno.consola.resultado(listed, () =>
      listed.copias.length === 0
        ? [`En ${listed.carpeta} todavía no hay ninguna copia.`]
        : tabla(
            listed.copias.map(({ copia, cuenta, pc, estaPc, hecha, bytes }) => [
              copia,
              cuenta,
              estaPc ? `${pc} (esta PC)` : pc,
              hecha,
              kilos(bytes),
            ]),
            [4],
          ),
    );
    return 0;
  });

/** `respaldo segunda verificar`; a copy that is not whole exits 3. */
export const verificar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const seen = await app.llamar('segunda_copia.verificar', { copia: argumento(pedido, 0), ...folderOf(pedido) });
    entorno.consola.resultado(seen, () => [
      seen.sana
        ? `La copia está sana: ${uploads(seen.cargas ?? 0)}${seen.hasta === null ? '' : `, hasta el ${seen.hasta}`}.`
        : 'La copia está dañada y no sirve para restaurar. El registro sigue como estaba. Elegí otra.',
    ]);
    return seen.sana ? 0 : FAILED;
  });

/** `respaldo segunda restaurar`. */
export const restaurar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const done = await app.llamar('segunda_copia.restaurar', {
      copia: argumento(pedido, 0),
      si: bandera(pedido, 'si'),
      ...dados({ cuenta: texto(pedido, 'cuenta') }),
      ...folderOf(pedido),
    });
    entorno.consola.resultado(done, () => [
      `El registro de ${done.cuenta} es ahora el de la copia ${done.copia}.`,
      ...(done.apartado === null ? [] : [`El que estaba quedó guardado como ${done.apartado}.`]),
      'Antes del próximo envío se compara con el servicio y te decimos qué hay de más.',
    ]);
    return 0;
  });
