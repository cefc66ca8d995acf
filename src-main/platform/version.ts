/** The program's version: package.json's, held equal by a test. A packaged program does not read its own. */
export const VERSION = '0.1.0';
