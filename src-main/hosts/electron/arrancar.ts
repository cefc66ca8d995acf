import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { BrowserWindow } from 'electron';
import type { createApp } from '#app/compose/index.ts';
import type { Clock } from '#domain/clock.ts';
import { dataFolder, resolveDataRoot } from '#platform/data-folder.ts';
import { createLogger } from '#platform/logger.ts';
import { createScratchFolder } from '#platform/scratch-folder.ts';
import { asideOf } from './aside.ts';
import { cerrarEnOrden, preguntarAlCerrar } from './cierre.ts';
import { DESKTOP_WORDS, type DesktopWords, type Locale } from './desktop-words.ts';
import type { ElectronApi } from './electron-api.ts';
import { leerEstado } from './estado-ventana.ts';
import { seguirCaidas, seguirFallas } from './fallas.ts';
import { APP_ID } from './identidad.ts';
import { serLaUnica } from './instancia.ts';
import { crearMemoriaVentana } from './memoria-ventana.ts';
import { ponerMenu } from './menu.ts';
import { ponerMenuContextual } from './menu-contextual.ts';
import { cerrarNavegacion } from './navegacion.ts';
import { crearNucleo } from './nucleo.ts';
import { cortarRed, negarPermisos } from './permisos.ts';
import { registrarEsquema, servirPantallas } from './protocolo.ts';
import { desktopProxyOf } from './proxy.ts';
import { abrirPuerta } from './puerta.ts';
import { crearShell } from './shell.ts';
import { cargarPantallas, crearVentana, mostrarVentana } from './ventana.ts';

export interface ArranqueDeps {
  readonly electron: ElectronApi;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly proceso: Pick<NodeJS.Process, 'on' | 'platform' | 'umask'>;
  readonly clock: Clock;
  readonly crearApp: typeof createApp;
  /** The window is loaded. */
  readonly onAbierta: () => void;
}

/** The window, from nothing to loaded: the list of what is set up. Resolves early, and quits, when another one has these data. */
export async function arrancar({ electron, env, proceso, clock, crearApp, onAbierta }: ArranqueDeps): Promise<void> {
  proceso.umask(0o077); // what it writes is for who runs it alone, what SQLite and Chromium make too
  const { app, ipcMain, Menu, protocol, screen, session } = electron;
  const datos = dataFolder(resolveDataRoot({ env, platform: proceso.platform, home: homedir() }));
  const logger = createLogger({ folder: datos.registro, clock });
  const onFalla = (error: unknown): void => {
    logger.error('ventana.falla', error);
  };
  let window: BrowserWindow | undefined;
  const ventana = (): BrowserWindow | undefined => window;
  const mostrar = (): void => {
    mostrarVentana(window);
  };

  let locale: Locale = 'es-AR';
  const words = (): DesktopWords => DESKTOP_WORDS[locale];

  const carpetaDePantalla = path.join(datos.raiz, 'pantalla');
  if (!serLaUnica({ app, carpetaDePantalla, mostrar })) {
    app.quit();
    return;
  }
  app.setName('Conciliador');
  app.setAppUserModelId(APP_ID);
  app.enableSandbox();
  registrarEsquema(protocol);
  seguirFallas({ electron, words, proceso, logger });
  const shell = crearShell({ electron, ventana, words, onFalla });
  cerrarNavegacion({ app, abrirEnlace: shell.abrirEnlace });

  await app.whenReady();
  negarPermisos(session.defaultSession);
  cortarRed(session.defaultSession, { empaquetado: app.isPackaged });
  servirPantallas(protocol, path.join(app.getAppPath(), 'out', 'renderer'));
  const carpetas = { datos: datos.raiz, registro: datos.registro };
  const putMenu = (): void => {
    ponerMenu({ electron, platform: proceso.platform, shell, words: words().menu, carpetas });
  };
  putMenu();
  const onLocale = (chosen: Locale | null): void => {
    if ((chosen ?? 'es-AR') === locale) return;
    locale = chosen ?? 'es-AR';
    putMenu();
  };

  const carpeta = await createScratchFolder();
  const nucleo = crearNucleo({
    crearApp,
    aside: asideOf(electron),
    desktopProxy: desktopProxyOf(electron),
    env,
    clock,
    ventana,
    shell,
    words,
    onLocale,
    carpeta,
    onFalla,
  });
  abrirPuerta({
    ipcMain,
    ventana,
    atender: nucleo.atender,
    onRechazo: (motivo) => {
      logger.info('ventana.rechazo', { codigo: motivo.toUpperCase() });
    },
  });

  const archivoDeEstado = path.join(datos.raiz, 'ventana.json');
  const memoria = crearMemoriaVentana(archivoDeEstado, clock, onFalla);
  const pantallas = screen.getAllDisplays().map(({ workArea }) => workArea);
  window = crearVentana({
    electron,
    preload: path.join(app.getAppPath(), 'out', 'preload', 'preload.cjs'),
    estado: await leerEstado(archivoDeEstado, pantallas),
    onEstado: memoria.anotar,
  });
  ponerMenuContextual(Menu, window, words);
  const dejarLlamadas = (): void => {
    nucleo.llamadas.detener().catch(onFalla);
  };
  seguirCaidas({ app, window, shell, words, logger, clock, onCaida: dejarLlamadas, onFalla });
  window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) dejarLlamadas();
  });

  let atOnce = false;
  preguntarAlCerrar({ window, shell, words, envios: () => (atOnce ? 0 : nucleo.llamadas.envios()), onFalla });
  const endAtOnce = (): void => {
    atOnce = true; // whoever closes the session or sends a signal does not answer questions
    app.quit();
  };
  window.on('query-session-end', endAtOnce);
  proceso.on('SIGTERM', endAtOnce);
  proceso.on('SIGINT', endAtOnce);
  window.once('closed', () => {
    window = undefined;
  });
  cerrarEnOrden({
    app,
    onFalla,
    soltar: async () => {
      await Promise.all([nucleo.cerrar(), memoria.cerrar()]);
      await rm(carpeta, { recursive: true, force: true });
      logger.close();
    },
  });

  await cargarPantallas(window);
  onAbierta();
}
