/**
 * What the program says outside its page: the menu, notices of the desktop, dialogs of the system. It is not in `domain/texts`: the command line and the
 * screens say none of these, and they are menus and dialogs of this host, of its shapes.
 */
import type { FolderPurpose } from '#app/settings/log-file.ts';
import type { SettingsDocument } from '#contract/settings.ts';
import { chooseIn, type Choose } from '#domain/texts/language.ts';
import type { Statement } from '#domain/texts/statements.ts';

export type Locale = NonNullable<SettingsDocument['idioma']>;

interface Question {
  readonly mensaje: string;
  readonly detalle: string;
}

/** Something that happened, with one button to close it. */
export interface Told extends Question {
  readonly button: string;
}

const menuIn = (say: Choose) => ({
  about: say('Acerca de Conciliador', 'About Conciliador'),
  hide: say('Ocultar Conciliador', 'Hide Conciliador'),
  hideOthers: say('Ocultar las demás', 'Hide Others'),
  unhide: say('Mostrar todo', 'Show All'),
  quit: say('Salir de Conciliador', 'Quit Conciliador'),
  close: say('Cerrar la ventana', 'Close Window'),
  file: say('&Archivo', '&File'),
  edit: say('&Editar', '&Edit'),
  undo: say('Deshacer', 'Undo'),
  redo: say('Rehacer', 'Redo'),
  cut: say('Cortar', 'Cut'),
  copy: say('Copiar', 'Copy'),
  paste: say('Pegar', 'Paste'),
  delete: say('Borrar', 'Delete'),
  selectAll: say('Seleccionar todo', 'Select All'),
  view: say('&Ver', '&View'),
  zoomIn: say('Agrandar', 'Zoom In'),
  zoomOut: say('Achicar', 'Zoom Out'),
  resetZoom: say('Tamaño normal', 'Actual Size'),
  fullScreen: say('Pantalla completa', 'Full Screen'),
  reload: say('Recargar', 'Reload'),
  devTools: say('Herramientas de desarrollo', 'Developer Tools'),
  window: say('Ve&ntana', '&Window'),
  minimize: say('Minimizar', 'Minimize'),
  zoom: say('Ampliar', 'Zoom'),
  help: say('A&yuda', '&Help'),
  manual: say('Manual', 'User Manual'),
  dataFolder: say('Abrir la carpeta de datos', 'Open the Data Folder'),
  logFolder: say('Abrir la carpeta del registro', 'Open the Log Folder'),
  iconLicense: say('Licencia de los íconos', 'License of the Icons'),
  fontLicense: say('Licencia de la letra', 'License of the Typeface'),
});

/** Coupons of an earlier upload that matched by themselves. The core's sentence is Spanish. */
function sayMatched(text: string, { n, cargas, nombre }: Statement, say: Choose): string {
  const one = nombre === '' ? 'an earlier upload' : nombre;
  const from = cargas > 1 ? `${String(cargas)} earlier uploads` : one;
  const which = n === 1 ? '1 coupon of' : `${String(n)} coupons of`;
  const matched = n === 1 ? 'was not in the result was' : 'were not in the result were';
  return say(text, `${which} ${from} that ${matched} matched. Nothing was sent. See Reconciliations.`);
}

const noticesIn = (say: Choose) => ({
  ended: {
    titulo: say('Terminó el envío', 'The upload has ended'),
    texto: say('El resultado está en la ventana de Conciliador.', 'Its result is in the window of Conciliador.'),
  },
  /** `message`: the core's sentence, in Spanish. */
  stopped: (message: string) => ({
    titulo: say('El envío se detuvo', 'The upload has stopped'),
    texto: say(
      message,
      'What was sent so far is kept and is not sent twice. The window of Conciliador says why, and what to do.',
    ),
  }),
  /** `text`: the core's sentence, in Spanish. */
  matched: (text: string, said: Statement) => ({
    titulo: say('Cupones conciliados', 'Coupons matched'),
    texto: sayMatched(text, said, say),
  }),
});

/** A new version. The first button of `installable` installs it; `elsewhere` says where it is. */
const newVersionIn = (say: Choose, version: string, where: string) => {
  const message = say(`Hay una versión nueva: la ${version}.`, `There is a new version: ${version}.`);
  return {
    installable: {
      mensaje: message,
      detalle: say(
        'Se baja mientras seguís trabajando; después Conciliador se cierra, la instala y vuelve a abrirse.',
        'It is downloaded while you go on working; then Conciliador closes, installs it and opens again.',
      ),
      buttons: [say('Instalar', 'Install'), say('Ahora no', 'Not now')],
    },
    elsewhere: {
      mensaje: message,
      detalle: say(
        `Está en ${where}. Instalala como instalaste esta: los datos quedan.`,
        `It is at ${where}. Install it the way you installed this one: the data stay.`,
      ),
      buttons: [say('Entendido', 'Understood')],
    },
  };
};

const dialogsIn = (say: Choose) => ({
  save: say('Guardar', 'Save'),
  saveReport: say('Guardar el informe', 'Save the report'),
  choose: say('Elegir', 'Choose'),
  otherFile: say('Archivo', 'File'),
  /** A report was saved beside the wanted file, which another program has open. */
  openElsewhere: (wanted: string, saved: string): Told => ({
    mensaje: say(`«${wanted}» está abierto en otro programa.`, `“${wanted}” is open in another program.`),
    detalle: say(
      `No se tocó. Lo nuevo quedó guardado al lado, como «${saved}».`,
      `It was left alone. The new one was saved beside it, as “${saved}”.`,
    ),
    button: say('Entendido', 'Understood'),
  }),
  /** By extension, with its dot. */
  kinds: new Map([
    ['.xlsx', say('Planilla de Excel', 'Excel workbook')],
    ['.csv', say('Texto separado', 'Separated text')],
    ['.json', say('Plantillas de Conciliador', 'Templates of Conciliador')],
  ]),
  folder: {
    informes: say('Elegir la carpeta de los informes', 'Choose the folder of the reports'),
    respaldos: say('Elegir dónde van también los respaldos', 'Choose where the backups go as well'),
  } satisfies Record<FolderPurpose, string>,
  closing: {
    mensaje: say('Hay un envío en marcha.', 'An upload is going on.'),
    detalle: say(
      'Lo enviado hasta acá queda guardado y no se manda dos veces. Si cerrás, el envío se detiene y lo retomás desde Conciliaciones.',
      'What was sent so far is kept and is not sent twice. If you close, the upload stops and you go on with it from Reconciliations.',
    ),
    buttons: [
      say('Seguir con el envío', 'Go on with the upload'),
      say('Cerrar igual', 'Close anyway'),
      say('Cancelar', 'Cancel'),
    ],
  },
  page: {
    buttons: [
      say('Volver a abrir la pantalla', 'Open the screen again'),
      say('Cerrar Conciliador', 'Close Conciliador'),
    ],
    fellAgain: {
      mensaje: say('La pantalla se cerró sola otra vez.', 'The screen closed by itself again.'),
      detalle: say(
        'Lo hecho hasta acá quedó guardado; un envío en marcha se detuvo y se puede retomar. Volvé a abrir la pantalla, o cerrá el programa.',
        'What was done so far is kept; an upload that was going on has stopped and can be resumed. Open the screen again, or close the program.',
      ),
    },
    silent: {
      mensaje: say('La pantalla no responde.', 'The screen does not answer.'),
      detalle: say(
        'Lo hecho hasta acá quedó guardado. Podés volver a abrirla: lo que esté en marcha se detiene y se puede retomar.',
        'What was done so far is kept. You can open it again: whatever is going on stops and can be resumed.',
      ),
    },
    notLoaded: {
      mensaje: say('No se pudo mostrar la pantalla.', 'The screen could not be shown.'),
      detalle: say('Tus datos están como estaban. Volvé a intentarlo.', 'Your data are as they were. Try again.'),
    },
  },
  fault: {
    mensaje: say('Conciliador se tiene que cerrar', 'Conciliador has to close'),
    detalle: say(
      'Hubo una falla del programa. Lo hecho hasta acá quedó guardado. Abrilo de nuevo; si sigue, mandanos el informe para soporte.',
      'There was a fault of the program. What was done so far is kept. Open it again; if it goes on, send us the support report.',
    ),
  },
  newVersion: (version: string, where: string) => newVersionIn(say, version, where),
});

const wordsIn = (say: Choose) => ({ menu: menuIn(say), notices: noticesIn(say), dialogs: dialogsIn(say) });

/** Everything that the program says outside its page, in one language. */
export type DesktopWords = ReturnType<typeof wordsIn>;

export const DESKTOP_WORDS: Readonly<Record<Locale, DesktopWords>> = {
  'es-AR': wordsIn(chooseIn('es-AR')),
  en: wordsIn(chooseIn('en')),
};
