import * as electron from 'electron';
import { createApp } from '#app/compose/index.ts';
import { systemClock } from '#platform/system-clock.ts';
import { startWindow } from './boot.ts';

// The real Electron, once: everything else gets it by parameter. Not awaited: Electron is not ready before this module has been evaluated.
startWindow({
  electron,
  env: process.env,
  ownProcess: process,
  clock: systemClock,
  createApp,
  onOpened: () => {
    process.send?.('ventana-abierta'); // to `conciliador abrir`, when it is what started us
  },
}).catch((error: unknown) => {
  queueMicrotask(() => {
    throw error; // to what `startWindow` sets up first, for faults that nobody catches
  });
});
