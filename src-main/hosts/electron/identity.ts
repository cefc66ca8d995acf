/** The program's id in the operating system: for notifications on Windows, and in all packages. Never change it after a release. */
export const APP_ID = 'ar.conciliador.app';
