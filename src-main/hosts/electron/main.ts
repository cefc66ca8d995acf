import * as electron from 'electron';
import { createApp } from '#app/compose/index.ts';
import { systemClock } from '#platform/system-clock.ts';
import { startWindow } from './boot.ts';

// The only place with the real Electron: everything else gets it by parameter. Do not await the start: Electron is not ready before this module was
// evaluated.
startWindow({
  electron,
  env: process.env,
  ownProcess: process,
  clock: systemClock,
  createApp,
  onOpened: () => {
    process.send?.('ventana-abierta'); // to `conciliador abrir`, if it started us
  },
}).catch((error: unknown) => {
  queueMicrotask(() => {
    throw error; // `startWindow` first sets up the handler of uncaught errors
  });
});
