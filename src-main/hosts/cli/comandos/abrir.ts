import { AppError } from '#contract/errors.ts';
import { binarioDeElectron, sinPantalla, traerElectron } from '../../electron/binario.ts';
import { bandera, type Comando, type Entorno } from '../comando.ts';

/** `abrir`: the window; the browser when it is asked for, or when there can be no window, saying why. */
export const abrir: Comando = async (pedido, entorno) => {
  const reason = bandera(pedido, 'navegador') ? undefined : await openWindow(entorno);
  if (reason === 'closed') return 0;
  const { consola, env, signal } = entorno;
  if (reason !== undefined) {
    consola.aviso(`No se pudo abrir la ventana: ${reason}. Tus datos están como estaban. Se abre en el navegador.`);
  }
  const { abrirEnNavegador } = await import('../../loopback/navegador.ts');
  await abrirEnNavegador({ env, signal, decir: consola.aviso });
  return 0;
};

/** Opens the window and waits until it is closed; gives why there was none. */
async function openWindow({ env, signal }: Entorno): Promise<string> {
  const without = sinPantalla(env, process.platform);
  const { RAIZ } = await import('../../loopback/abrir.ts');
  if (without !== undefined) {
    const missing = binarioDeElectron(RAIZ, env) === undefined;
    return missing ? `${without}, ni está Electron` : without;
  }
  const binario = await traerElectron(RAIZ, env, signal);
  if (signal.aborted) return 'closed';
  if (binario === undefined) return 'falta Electron y no se lo pudo bajar (revisá la conexión)';
  const [{ construirVentana }, { lanzarVentana }] = await Promise.all([
    import('../../electron/construir.ts'),
    import('../../electron/lanzar.ts'),
  ]);
  await construirVentana(RAIZ);
  const end = await lanzarVentana({ binario, root: RAIZ, env, signal });
  if (end.fin === 'falla') throw new AppError('INTERNO', { detail: { ventana: end.codigo } });
  return end.fin === 'cerrada' ? 'closed' : `Electron no arrancó (${end.codigo})`;
}
