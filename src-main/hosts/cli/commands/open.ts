import { AppError } from '#contract/errors.ts';
import { findElectronBinary, explainNoScreen, fetchElectron } from '../../electron/launch.ts';
import type { Command, Environment } from '../command.ts';

/** `abrir`: the window; the browser when the person asks for it, or when there can be no window, saying why. */
export const openApp: Command = async (given, environment) => {
  const reason = given.flag('navegador') ? undefined : await openWindow(environment);
  if (reason === 'closed') return 0;
  const { consola, env, signal, say } = environment;
  if (reason !== undefined) {
    consola.showNotice(
      say(
        `No se pudo abrir la ventana: ${reason}. Tus datos están como estaban. Se abre en el navegador.`,
        `The window could not be opened: ${reason}. Your data is as it was. The browser is opened.`,
      ),
    );
  }
  const { openInBrowser } = await import('../../loopback/browser.ts');
  await openInBrowser({ env, signal, say, tell: consola.showNotice });
  return 0;
};

/** Opens the window and waits until it is closed; gives the reason when there was none. */
async function openWindow({ env, signal, say }: Environment): Promise<string> {
  const without = explainNoScreen(env, process.platform, say);
  const { ROOT } = await import('../../loopback/open.ts');
  if (without !== undefined) {
    const missing = findElectronBinary(ROOT, env) === undefined;
    return missing ? say(`${without}, ni está Electron`, `${without}, nor is Electron there`) : without;
  }
  const binary = await fetchElectron(ROOT, env, { signal, say });
  if (signal.aborted) return 'closed';
  if (binary === undefined)
    return say(
      'falta Electron y no se lo pudo bajar (revisá la conexión)',
      'Electron is missing and could not be downloaded (check the connection)',
    );
  const [{ buildWindow }, { launchWindow }] = await Promise.all([
    import('../../../../scripts/build/window.ts'),
    import('../../electron/launch.ts'),
  ]);
  await buildWindow(ROOT);
  const end = await launchWindow({ binary, root: ROOT, env, signal });
  if (end.fin === 'falla') throw new AppError('INTERNO', { detail: { ventana: end.codigo } });
  return end.fin === 'cerrada'
    ? 'closed'
    : say(`Electron no arrancó (${end.codigo})`, `Electron did not start (${end.codigo})`);
}
