import { contextBridge, ipcRenderer } from 'electron';
import { createBridge } from './bridge.ts';

// The preload must be a single bundled CommonJS file, because a sandboxed preload cannot load others.
contextBridge.exposeInMainWorld('conciliador', createBridge(ipcRenderer));
