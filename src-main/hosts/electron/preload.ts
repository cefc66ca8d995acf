import { contextBridge, ipcRenderer } from 'electron';
import { createBridge } from './bridge.ts';

// The preload is one bundled CommonJS file: a sandboxed preload cannot load others.
contextBridge.exposeInMainWorld('conciliador', createBridge(ipcRenderer));
