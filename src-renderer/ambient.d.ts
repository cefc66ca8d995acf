/** The version of the program, put in by the build (vite.config.ts). */
declare const __VERSION__: string;
/** What CHANGELOG.md says of it, a line each. */
declare const __NEWS__: string;
/** The manual, section by section, put in by the build (scripts/build/manual.ts). */
declare const __MANUAL__: readonly {
  readonly page: string;
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
}[];
/** A page of the manual, made a component by the build. */
declare module '*.md' {
  import type { Component } from 'svelte';
  const page: Component;
  export default page;
}
