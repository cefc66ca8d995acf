/** The version of the program; the build puts it in (vite.config.ts). */
declare const __VERSION__: string;
/** The entries of CHANGELOG.md for this version, one a line. */
declare const __NEWS__: string;
/** The manual, section by section; the build puts it in (scripts/build/manual.ts). */
declare const __MANUAL__: readonly {
  readonly page: string;
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
}[];
/** A page of the manual. The build makes a Svelte component of it. */
declare module '*.md' {
  import type { Component } from 'svelte';
  const page: Component;
  export default page;
}
