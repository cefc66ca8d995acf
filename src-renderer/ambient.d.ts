/** The version of the program, put in by the build (vite.config.ts). */
declare const __VERSION__: string;
