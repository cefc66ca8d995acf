/**
 * Past 300 lines, because it has every text outside the page, in both languages. It is not in `domain/texts`: the command line and the screens say none of
 * these, and they are menus and dialogs of this host, of its shapes.
 */
import type { FolderPurpose } from '#app/settings/log-file.ts';
import type { SettingsDocument } from '#contract/settings.ts';
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

/** Everything that the program says outside its page: the menu, notices of the desktop, dialogs of the system. */
export interface DesktopWords {
  readonly menu: {
    readonly about: string;
    readonly hide: string;
    readonly hideOthers: string;
    readonly unhide: string;
    readonly quit: string;
    readonly close: string;
    readonly file: string;
    readonly edit: string;
    readonly undo: string;
    readonly redo: string;
    readonly cut: string;
    readonly copy: string;
    readonly paste: string;
    readonly delete: string;
    readonly selectAll: string;
    readonly view: string;
    readonly zoomIn: string;
    readonly zoomOut: string;
    readonly resetZoom: string;
    readonly fullScreen: string;
    readonly reload: string;
    readonly devTools: string;
    readonly window: string;
    readonly minimize: string;
    readonly zoom: string;
    readonly help: string;
    readonly manual: string;
    readonly dataFolder: string;
    readonly logFolder: string;
    readonly iconLicense: string;
    readonly fontLicense: string;
  };
  readonly notices: {
    readonly ended: { readonly titulo: string; readonly texto: string };
    /** `message`: the core's sentence, in Spanish. */
    readonly stopped: (message: string) => { readonly titulo: string; readonly texto: string };
    /** `text`: the core's sentence, in Spanish. */
    readonly matched: (text: string, said: Statement) => { readonly titulo: string; readonly texto: string };
  };
  readonly dialogs: {
    readonly save: string;
    readonly saveReport: string;
    readonly choose: string;
    readonly otherFile: string;
    /** A report was saved beside the wanted file, which another program has open. */
    readonly openElsewhere: (wanted: string, saved: string) => Told;
    /** By extension, with its dot. */
    readonly kinds: Readonly<Record<string, string>>;
    readonly folder: Readonly<Record<FolderPurpose, string>>;
    readonly closing: Question & { readonly buttons: readonly [string, string, string] };
    readonly page: {
      readonly buttons: readonly [string, string];
      readonly fellAgain: Question;
      readonly silent: Question;
      readonly notLoaded: Question;
    };
    readonly fault: Question;
    /** The first button goes on; with an installer, the second shows it; the last one ends the program. */
    readonly didNotOpen: (what: { readonly version: string; readonly previous: string | null }) => {
      readonly question: Question & { readonly buttons: readonly [string, string] };
      readonly withInstaller: Question & { readonly buttons: readonly [string, string, string] };
    };
  };
}

const spanish: DesktopWords = {
  menu: {
    about: 'Acerca de Conciliador',
    hide: 'Ocultar Conciliador',
    hideOthers: 'Ocultar las demás',
    unhide: 'Mostrar todo',
    quit: 'Salir de Conciliador',
    close: 'Cerrar la ventana',
    file: '&Archivo',
    edit: '&Editar',
    undo: 'Deshacer',
    redo: 'Rehacer',
    cut: 'Cortar',
    copy: 'Copiar',
    paste: 'Pegar',
    delete: 'Borrar',
    selectAll: 'Seleccionar todo',
    view: '&Ver',
    zoomIn: 'Agrandar',
    zoomOut: 'Achicar',
    resetZoom: 'Tamaño normal',
    fullScreen: 'Pantalla completa',
    reload: 'Recargar',
    devTools: 'Herramientas de desarrollo',
    window: 'Ve&ntana',
    minimize: 'Minimizar',
    zoom: 'Ampliar',
    help: 'A&yuda',
    manual: 'Manual',
    dataFolder: 'Abrir la carpeta de datos',
    logFolder: 'Abrir la carpeta del registro',
    iconLicense: 'Licencia de los íconos',
    fontLicense: 'Licencia de la letra',
  },
  notices: {
    ended: { titulo: 'Terminó el envío', texto: 'El resultado está en la ventana de Conciliador.' },
    stopped: (message) => ({ titulo: 'El envío se detuvo', texto: message }),
    matched: (text) => ({ titulo: 'Cupones conciliados', texto: text }),
  },
  dialogs: {
    save: 'Guardar',
    saveReport: 'Guardar el informe',
    choose: 'Elegir',
    otherFile: 'Archivo',
    openElsewhere: (wanted, saved) => ({
      mensaje: `«${wanted}» está abierto en otro programa.`,
      detalle: `No se tocó. Lo nuevo quedó guardado al lado, como «${saved}».`,
      button: 'Entendido',
    }),
    kinds: {
      '.xlsx': 'Planilla de Excel',
      '.csv': 'Texto separado',
      '.json': 'Plantillas de Conciliador',
      '.zip': 'Traslado de Conciliador',
    },
    folder: {
      informes: 'Elegir la carpeta de los informes',
      segunda_copia: 'Elegir dónde va la segunda copia del registro de envíos',
    },
    closing: {
      mensaje: 'Hay un envío en marcha.',
      detalle:
        'Lo enviado hasta acá queda guardado y no se manda dos veces. Si cerrás, el envío se detiene y lo retomás desde Conciliaciones.',
      buttons: ['Seguir con el envío', 'Cerrar igual', 'Cancelar'],
    },
    page: {
      buttons: ['Volver a abrir la pantalla', 'Cerrar Conciliador'],
      fellAgain: {
        mensaje: 'La pantalla se cerró sola otra vez.',
        detalle:
          'Lo hecho hasta acá quedó guardado; un envío en marcha se detuvo y se puede retomar. Volvé a abrir la pantalla, o cerrá el programa.',
      },
      silent: {
        mensaje: 'La pantalla no responde.',
        detalle:
          'Lo hecho hasta acá quedó guardado. Podés volver a abrirla: lo que esté en marcha se detiene y se puede retomar.',
      },
      notLoaded: {
        mensaje: 'No se pudo mostrar la pantalla.',
        detalle: 'Tus datos están como estaban. Volvé a intentarlo.',
      },
    },
    fault: {
      mensaje: 'Conciliador se tiene que cerrar',
      detalle:
        'Hubo una falla del programa. Lo hecho hasta acá quedó guardado. Abrilo de nuevo; si sigue, mandanos el informe para soporte.',
    },
    didNotOpen: ({ version, previous }) => {
      const message = `Conciliador ${version} no pudo abrirse tres veces seguidas.`;
      const back = previous === null ? 'la versión que tenías antes' : `la versión anterior, ${previous}`;
      return {
        question: {
          mensaje: message,
          detalle: `Tus datos están como estaban. Podés intentar otra vez, o volver a instalar ${back} desde donde la trajiste: los datos quedan. Esta versión no se va a bajar sola de nuevo.`,
          buttons: ['Intentar otra vez', 'Cerrar'],
        },
        withInstaller: {
          mensaje: message,
          detalle: `Tus datos están como estaban. Podés intentar otra vez, o volver a instalar ${back}: su instalador está guardado en esta PC. Esta versión no se va a bajar sola de nuevo.`,
          buttons: ['Intentar otra vez', 'Mostrar el instalador anterior', 'Cerrar'],
        },
      };
    },
  },
};

const english: DesktopWords = {
  menu: {
    about: 'About Conciliador',
    hide: 'Hide Conciliador',
    hideOthers: 'Hide Others',
    unhide: 'Show All',
    quit: 'Quit Conciliador',
    close: 'Close Window',
    file: '&File',
    edit: '&Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    delete: 'Delete',
    selectAll: 'Select All',
    view: '&View',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    resetZoom: 'Actual Size',
    fullScreen: 'Full Screen',
    reload: 'Reload',
    devTools: 'Developer Tools',
    window: '&Window',
    minimize: 'Minimize',
    zoom: 'Zoom',
    help: '&Help',
    manual: 'User Manual',
    dataFolder: 'Open the Data Folder',
    logFolder: 'Open the Log Folder',
    iconLicense: 'License of the Icons',
    fontLicense: 'License of the Typeface',
  },
  notices: {
    ended: { titulo: 'The upload has ended', texto: 'Its result is in the window of Conciliador.' },
    stopped: () => ({
      titulo: 'The upload has stopped',
      texto: 'What was sent so far is kept and is not sent twice. The window of Conciliador says why, and what to do.',
    }),
    matched: (_text, { n, cargas, nombre }) => {
      const one = nombre === '' ? 'an earlier upload' : nombre;
      const from = cargas > 1 ? `${String(cargas)} earlier uploads` : one;
      const which = n === 1 ? '1 coupon of' : `${String(n)} coupons of`;
      const matched = n === 1 ? 'was not in the result was' : 'were not in the result were';
      return {
        titulo: 'Coupons matched',
        texto: `${which} ${from} that ${matched} matched. Nothing was sent. See Reconciliations.`,
      };
    },
  },
  dialogs: {
    save: 'Save',
    saveReport: 'Save the report',
    choose: 'Choose',
    otherFile: 'File',
    openElsewhere: (wanted, saved) => ({
      mensaje: `“${wanted}” is open in another program.`,
      detalle: `It was left alone. The new one was saved beside it, as “${saved}”.`,
      button: 'Understood',
    }),
    kinds: {
      '.xlsx': 'Excel workbook',
      '.csv': 'Separated text',
      '.json': 'Templates of Conciliador',
      '.zip': 'Package for another PC',
    },
    folder: {
      informes: 'Choose the folder of the reports',
      segunda_copia: 'Choose where the second copy of the record of uploads goes',
    },
    closing: {
      mensaje: 'An upload is going on.',
      detalle:
        'What was sent so far is kept and is not sent twice. If you close, the upload stops and you go on with it from Reconciliations.',
      buttons: ['Go on with the upload', 'Close anyway', 'Cancel'],
    },
    page: {
      buttons: ['Open the screen again', 'Close Conciliador'],
      fellAgain: {
        mensaje: 'The screen closed by itself again.',
        detalle:
          'What was done so far is kept; an upload that was going on has stopped and can be resumed. Open the screen again, or close the program.',
      },
      silent: {
        mensaje: 'The screen does not answer.',
        detalle: 'What was done so far is kept. You can open it again: whatever is going on stops and can be resumed.',
      },
      notLoaded: { mensaje: 'The screen could not be shown.', detalle: 'Your data are as they were. Try again.' },
    },
    fault: {
      mensaje: 'Conciliador has to close',
      detalle:
        'There was a fault of the program. What was done so far is kept. Open it again; if it goes on, send us the support report.',
    },
    didNotOpen: ({ version, previous }) => {
      const message = `Conciliador ${version} could not open three times in a row.`;
      const back = previous === null ? 'the version you had before' : `the version before it, ${previous}`;
      return {
        question: {
          mensaje: message,
          detalle: `Your data are as they were. You can try again, or install ${back} again from where you got it: the data stay. This version will not be downloaded by itself again.`,
          buttons: ['Try again', 'Close'],
        },
        withInstaller: {
          mensaje: message,
          detalle: `Your data are as they were. You can try again, or install ${back} again: its installer is kept on this PC. This version will not be downloaded by itself again.`,
          buttons: ['Try again', 'Show the installer before it', 'Close'],
        },
      };
    },
  },
};

export const DESKTOP_WORDS: Readonly<Record<Locale, DesktopWords>> = { 'es-AR': spanish, en: english };
