import { contextBridge, ipcRenderer } from 'electron';
import { createBridge } from './bridge.ts';

// One bundled CommonJS file: a sandboxed preload can load nothing.
contextBridge.exposeInMainWorld('conciliador', createBridge({ ipcRenderer }));
