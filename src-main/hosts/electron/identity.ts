/** The program's name for the system: its notices on Windows, its packages everywhere. Never changes once released. */
export const APP_ID = 'ar.conciliador.app';
