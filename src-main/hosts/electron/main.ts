import * as electron from 'electron';
import { createApp } from '#app/compose/index.ts';
import { systemClock } from '#platform/system-clock.ts';
import { startWindow } from './boot.ts';

// The real Electron is named only here: everything else gets it by parameter. The start is not awaited: Electron is not ready before this module
// was evaluated.
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
