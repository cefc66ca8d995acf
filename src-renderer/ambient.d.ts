/** The version of the program; the build puts it in (vite.config.ts). */
declare const __VERSION__: string;
/** The entries of CHANGELOG.md for this version, one a line. */
declare const __NEWS__: string;
