import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { IpcMainInvokeEvent, MenuItemConstructorOptions } from 'electron';
import type { ElectronApi } from '#hosts/electron/electron-api.ts';

/** One frame of a page, as the gate sees it. */
export interface FakeFrame {
  url: string;
  origin: string;
  parent: FakeFrame | null;
}

export class FakePage extends EventEmitter {
  mainFrame: FakeFrame = { url: 'app://conciliador/', origin: 'app://conciliador', parent: null };
  readonly sent: { canal: string; data: unknown }[] = [];
  reloads = 0;
  destroyed = false;
  onWindowOpen: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.onWindowOpen = handler;
  }
  send(canal: string, data: unknown): void {
    this.sent.push({ canal, data });
  }
  reload(): void {
    this.reloads += 1;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
}

export class FakeWindow extends EventEmitter {
  readonly webContents = new FakePage();
  readonly options: Record<string, unknown>;
  readonly facts: string[] = [];
  loaded: string | undefined;
  focused = true;
  isMinimised = false;
  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
  }
  async loadURL(url: string): Promise<void> {
    this.loaded = url;
  }
  isDestroyed = (): boolean => this.webContents.destroyed;
  isFocused = (): boolean => this.focused;
  isMinimized = (): boolean => this.isMinimised;
  show = (): void => void this.facts.push('show');
  focus = (): void => void this.facts.push('focus');
  restore = (): void => void this.facts.push('restore');
  /** As in Electron, a listener to `close` may prevent it. */
  close(): void {
    if (this.emitCancelable('close')) return;
    this.webContents.destroyed = true;
    this.emit('closed');
  }
  emitCancelable(eventName: string, data: object = {}): boolean {
    return emitCancelable(this, eventName, data);
  }
}

/** Emits an event that listeners can prevent; true when one did. */
export function emitCancelable(emitter: EventEmitter, eventName: string, data: object = {}): boolean {
  let prevented = false;
  emitter.emit(eventName, { ...data, preventDefault: () => (prevented = true) });
  return prevented;
}

class FakeApp extends EventEmitter {
  readonly facts: string[] = [];
  readonly paths = new Map([['documents', '/documentos']]);
  isOnly = true;
  isPackaged = true;
  root = '/programa';
  exits: number[] = [];
  /** Resolving it makes `whenReady` resolve. */
  readonly ready = Promise.withResolvers<undefined>();
  setPath = (name: string, value: string): void => {
    this.facts.push(`setPath ${name}`);
    this.paths.set(name, value);
  };
  getPath = (name: string): string => this.paths.get(name) ?? '';
  getAppPath = (): string => this.root;
  setName = (): void => undefined;
  setAppUserModelId = (): void => undefined;
  enableSandbox = (): void => void this.facts.push('enableSandbox');
  /** What a second instance would pass to the first. */
  given: unknown;
  requestSingleInstanceLock = (given?: unknown): boolean => {
    this.given = given;
    this.facts.push('requestSingleInstanceLock');
    return this.isOnly;
  };
  whenReady = (): Promise<undefined> => {
    this.facts.push('whenReady');
    return this.ready.promise;
  };
  quit = (): void => {
    this.facts.push('quit');
    if (!emitCancelable(this, 'will-quit')) this.facts.push('fin');
  };
  exit = (code: number): void => void this.exits.push(code);
}

type Permission = (contents: unknown, permission: string, answer: (granted: boolean) => void) => void;

class FakeSession extends EventEmitter {
  askPermission: Permission = (_contents, _permission, answer) => void answer(true);
  checkPermission: () => boolean = () => true;
  checkDevice: () => boolean = () => true;
  askForScreen: (request: unknown, answer: (streams: unknown) => void) => void = (_request, answer) => {
    answer({ video: 'todo' });
  };
  checksSpelling = true;
  /** The proxy of the desktop's settings, in Chromium's form. */
  proxy = 'DIRECT';
  resolveProxy = async (): Promise<string> => this.proxy;
  beforeRequest: (details: { url: string }, answer: (verdict: { cancel?: boolean }) => void) => void = (_d, answer) => {
    answer({});
  };
  readonly webRequest = {
    onBeforeRequest: (handler: FakeSession['beforeRequest']): void => {
      this.beforeRequest = handler;
    },
  };
  setPermissionRequestHandler = (handler: Permission): void => void (this.askPermission = handler);
  setPermissionCheckHandler = (handler: () => boolean): void => void (this.checkPermission = handler);
  setDevicePermissionHandler = (handler: () => boolean): void => void (this.checkDevice = handler);
  setDisplayMediaRequestHandler = (handler: FakeSession['askForScreen']): void => void (this.askForScreen = handler);
  setSpellCheckerEnabled = (enabled: boolean): void => void (this.checksSpelling = enabled);
}

/** An `electron` that only records calls. It has only what `ElectronApi` names and our code calls. */
export function createFakeElectron() {
  const app = new FakeApp();
  const session = new FakeSession();
  const windows: FakeWindow[] = [];
  const notices: (EventEmitter & { options: { title: string; body: string }; isShown: boolean })[] = [];
  const state = {
    app,
    sesion: session,
    windows,
    avisos: notices,
    menus: [] as MenuItemConstructorOptions[][],
    popups: 0,
    openedLinks: [] as string[],
    questions: [] as { message: string; detail: string; buttons: string[]; defaultId: number; cancelId: number }[],
    /** The index of the button that the person presses in the next dialog. */
    button: 0,
    saveTo: undefined as string | undefined,
    /** The path that the last save dialog proposed. */
    offered: '',
    chosenFolder: undefined as string | undefined,
    errores: [] as string[],
    schemes: [] as { scheme: string; privileges: Record<string, boolean> }[],
    servers: new Map<string, (request: Request) => Promise<Response>>(),
    channels: new Map<string, (event: IpcMainInvokeEvent, message: unknown) => Promise<unknown>>(),
    /** The programs run by `utilityProcess.fork`. */
    aparte: [] as { ruta: string; env: Record<string, string> }[],
  };
  const electron = {
    app,
    BrowserWindow: class extends FakeWindow {
      constructor(options: Record<string, unknown>) {
        super(options);
        windows.push(this);
        app.emit('web-contents-created', {}, this.webContents);
      }
    },
    dialog: {
      showMessageBox: async (...args: unknown[]) => {
        state.questions.push(args.at(-1) as (typeof state.questions)[number]);
        return { response: state.button };
      },
      showSaveDialog: async (...args: unknown[]) => {
        state.offered = (args.at(-1) as { defaultPath: string }).defaultPath;
        return { canceled: state.saveTo === undefined, filePath: state.saveTo ?? '' };
      },
      showOpenDialog: async () => ({
        canceled: state.chosenFolder === undefined,
        filePaths: state.chosenFolder === undefined ? [] : [state.chosenFolder],
      }),
      showErrorBox: (_title: string, text: string) => void state.errores.push(text),
    },
    ipcMain: { handle: state.channels.set.bind(state.channels) },
    Menu: {
      buildFromTemplate: (template: MenuItemConstructorOptions[]) => {
        state.menus.push(template);
        return { popup: () => (state.popups += 1) };
      },
      setApplicationMenu: () => undefined,
    },
    nativeTheme: { shouldUseDarkColors: false },
    Notification: class extends EventEmitter {
      static isSupported = (): boolean => true;
      isShown = false;
      readonly options: { title: string; body: string };
      constructor(options: { title: string; body: string }) {
        super();
        this.options = options;
        notices.push(this);
      }
      show(): void {
        this.isShown = true;
      }
    },
    protocol: {
      registerSchemesAsPrivileged: (schemes: typeof state.schemes) => {
        app.facts.push('registerSchemesAsPrivileged');
        state.schemes.push(...schemes);
      },
      handle: state.servers.set.bind(state.servers),
    },
    session: { defaultSession: session },
    shell: {
      openPath: async (path: string) => {
        state.openedLinks.push(path);
        return '';
      },
    },
    utilityProcess: {
      // Runs the file in a child process of Node, as Electron runs it in one of its own.
      fork: (path: string, args: readonly string[], { env }: { env: Record<string, string> }) => {
        state.aparte.push({ ruta: path, env });
        return fork(path, args, { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      },
    },
  };
  // The only cast to the real type: the fake has only what our code calls.
  return { ...state, estado: state, electron: electron as unknown as ElectronApi };
}
