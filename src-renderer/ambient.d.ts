declare const __VERSION__: string;
/** The entries of CHANGELOG.md for this version, one on each line. */
declare const __NEWS__: string;
