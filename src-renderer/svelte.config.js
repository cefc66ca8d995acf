/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default {
  compilerOptions: {
    runes: true,
    // Puts styles into files, because the content security policy forbids <style> elements without a nonce.
    css: 'external',
  },
};
