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

/**
 * A version that could not open; `previous` is the one before it, where it is known. The first button goes on; with an installer, the second shows it;
 * the last one ends the program.
 */
function didNotOpenIn(
  say: Choose,
  { version, previous }: { readonly version: string; readonly previous: string | null },
) {
  const message = say(
    `Conciliador ${version} no pudo abrirse tres veces seguidas.`,
    `Conciliador ${version} could not open three times in a row.`,
  );
  const back =
    previous === null
      ? say('la versión que tenías antes', 'the version you had before')
      : say(`la versión anterior, ${previous}`, `the version before it, ${previous}`);
  const [again, close] = [say('Intentar otra vez', 'Try again'), say('Cerrar', 'Close')];
  return {
    question: {
      mensaje: message,
      detalle: say(
        `Tus datos están como estaban. Podés intentar otra vez, o volver a instalar ${back} desde donde la trajiste: los datos quedan. Esta versión no se va a bajar sola de nuevo.`,
        `Your data are as they were. You can try again, or install ${back} again from where you got it: the data stay. This version will not be downloaded by itself again.`,
      ),
      buttons: [again, close],
    },
    withInstaller: {
      mensaje: message,
      detalle: say(
        `Tus datos están como estaban. Podés intentar otra vez, o volver a instalar ${back}: su instalador está guardado en esta PC. Esta versión no se va a bajar sola de nuevo.`,
        `Your data are as they were. You can try again, or install ${back} again: its installer is kept on this PC. This version will not be downloaded by itself again.`,
      ),
      buttons: [again, say('Mostrar el instalador anterior', 'Show the installer before it'), close],
    },
  };
}

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
    ['.zip', say('Traslado de Conciliador', 'Package for another PC')],
  ]),
  folder: {
    informes: say('Elegir la carpeta de los informes', 'Choose the folder of the reports'),
    segunda_copia: say(
      'Elegir dónde va la segunda copia del registro de envíos',
      'Choose where the second copy of the record of uploads goes',
    ),
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
  didNotOpen: (what: Parameters<typeof didNotOpenIn>[1]) => didNotOpenIn(say, what),
});

const wordsIn = (say: Choose) => ({ menu: menuIn(say), notices: noticesIn(say), dialogs: dialogsIn(say) });

/** Everything that the program says outside its page, in one language. */
export type DesktopWords = ReturnType<typeof wordsIn>;

export const DESKTOP_WORDS: Readonly<Record<Locale, DesktopWords>> = {
  'es-AR': wordsIn(chooseIn('es-AR')),
  en: wordsIn(chooseIn('en')),
};
