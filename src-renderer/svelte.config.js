/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default {
  compilerOptions: {
    runes: true,
    // Styles go into files, never into <style> elements: the content security policy allows none without a nonce.
    css: 'external',
  },
};
