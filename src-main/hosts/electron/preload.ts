import { contextBridge, ipcRenderer } from 'electron';
import { crearPuente } from './puente.ts';

// One bundled CommonJS file: a sandboxed preload can load nothing.
contextBridge.exposeInMainWorld('conciliador', crearPuente({ ipcRenderer }));
