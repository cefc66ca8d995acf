import { mismoNombre } from '#app/accounts/account.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { conAplicacion } from '../aplicacion.ts';
import { argumento, bandera, texto, type Comando, type Pedido } from '../comando.ts';
import { tabla } from '../formato.ts';
import { claveDeEntrada, preguntarClave } from '../preguntar.ts';

const SIN_NADIE =
  'Hace falta la clave y no hay una terminal donde pedirla. No se guardó nada. Pasala con --clave-por-stdin.';
const CLAVE_VACIA =
  'La clave llegó vacía. No se guardó nada. Escribila, o pasala en la primera línea de la entrada estándar.';

async function pedirSecreto(pedido: Pedido, pregunta: string, signal: AbortSignal): Promise<string> {
  const clave = bandera(pedido, 'clavePorStdin') ? await claveDeEntrada() : await preguntarClave(pregunta, signal);
  if (clave === undefined) throw new AppError('USO', { mensaje: SIN_NADIE });
  if (clave === '') throw new AppError('USO', { mensaje: CLAVE_VACIA });
  return clave;
}

/** `cuenta agregar` (docs/cli.md). */
export const agregar: Comando = async (pedido, entorno) => {
  const apiKey = texto(pedido, 'apiKey');
  const usuario = texto(pedido, 'usuario');
  if ((apiKey === undefined) === (usuario === undefined)) {
    throw new AppError('USO', {
      mensaje: 'Falta decir cómo se entra. No se guardó nada. Usá --api-key o --usuario, uno de los dos.',
    });
  }
  const secreto = await pedirSecreto(pedido, apiKey === undefined ? 'Clave: ' : 'Secreto de la API: ', entorno.signal);
  const credencial: MethodInput<'cuentas.agregar'>['credencial'] =
    apiKey === undefined ? { tipo: 'usuario', usuario: usuario ?? '', secreto } : { tipo: 'api', apiKey, secreto };
  return conAplicacion(entorno, async (app) => {
    const nombre = argumento(pedido, 0);
    const cuenta = await app.llamar('cuentas.agregar', { nombre, url: texto(pedido, 'url') ?? '', credencial });
    entorno.consola.resultado(cuenta, () => [
      `Quedó agregada la cuenta ${cuenta.nombre}.`,
      cuenta.claveGuardada
        ? 'La clave quedó en el llavero del sistema.'
        : 'No hay llavero en este sistema: la clave no se guardó y se va a pedir cada vez.',
    ]);
    return 0;
  });
};

/** `cuenta listar` (docs/cli.md). */
export const listar: Comando = (_pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const cuentas = await app.llamar('cuentas.listar', {});
    entorno.consola.resultado(cuentas, () =>
      cuentas.length === 0
        ? ['Todavía no hay ninguna cuenta. Agregá una con «cuenta agregar».']
        : tabla(
            cuentas.map((cuenta) => [
              cuenta.predeterminada ? '*' : ' ',
              cuenta.nombre,
              cuenta.tipo === 'api' ? 'clave de API' : 'usuario',
              cuenta.url,
            ]),
          ),
    );
    return 0;
  });

/** `cuenta quitar` (docs/cli.md). */
export const quitar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const quitada = await app.llamar('cuentas.quitar', {
      nombre: argumento(pedido, 0),
      si: bandera(pedido, 'si'),
      conDatos: bandera(pedido, 'conDatos'),
    });
    entorno.consola.resultado(quitada, () => [
      `Quedó quitada la cuenta ${quitada.nombre} y se borraron sus secretos.`,
      quitada.revocada
        ? 'El acceso quedó revocado en el servicio.'
        : 'No se pudo avisar al servicio: el último acceso vence solo dentro de una hora.',
      quitada.datosBorrados ? 'Sus datos en esta PC se borraron.' : 'Sus datos siguen en esta PC.',
    ]);
    return 0;
  });

/** `cuenta usar` (docs/cli.md). */
export const usar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const usada = await app.llamar('cuentas.usar', { nombre: argumento(pedido, 0) });
    entorno.consola.resultado(usada, () => [`Desde ahora se usa la cuenta ${usada.nombre} cuando no se dice otra.`]);
    return 0;
  });

/** `cuenta salir`. */
export const salir: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const cerrada = await app.llamar('cuentas.salir', { nombre: argumento(pedido, 0) });
    entorno.consola.resultado(cerrada, () => [
      `Se cerró la sesión de ${cerrada.nombre} y se borró su secreto. La cuenta y sus datos quedan en esta PC.`,
      cerrada.revocada
        ? 'El acceso quedó revocado en el servicio.'
        : 'No se pudo avisar al servicio: el último acceso vence solo dentro de una hora.',
    ]);
    return 0;
  });

/** `cuenta cambiar-clave`. */
export const cambiarClave: Comando = async (pedido, entorno) => {
  const nombre = argumento(pedido, 0);
  return conAplicacion(entorno, async (app) => {
    // Whoever types it sees where it goes: a name that they know may have come in a file of somebody else.
    const cuenta = (await app.llamar('cuentas.listar', {})).find((una) => mismoNombre(una.nombre, nombre));
    const donde = cuenta === undefined ? nombre : `${cuenta.nombre}, en ${cuenta.url}`;
    const secreto = await pedirSecreto(pedido, `Secreto o contraseña de ${donde}: `, entorno.signal);
    const cambiada = await app.llamar('cuentas.clave', { nombre, secreto });
    entorno.consola.resultado(cambiada, () => [
      `El servicio aceptó la clave nueva de ${cambiada.nombre}.`,
      cambiada.claveGuardada
        ? 'Quedó en el llavero del sistema.'
        : 'No hay llavero en este sistema: la clave no se guardó y se va a pedir cada vez.',
    ]);
    return 0;
  });
};
