/** The program's name for the system: in notices on Windows, in packages everywhere. It must never change once released. */
export const APP_ID = 'ar.conciliador.app';
