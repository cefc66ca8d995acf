/** The version of the program, put in by the build (vite.config.ts). */
declare const __VERSION__: string;
/** What CHANGELOG.md says of it, a line each. */
declare const __NOVEDADES__: string;
